//! Blocks to units.

use std::ops::Range;

use super::{Clusters, Grain, Rank, Router, Slot, Unit, Workers, trim};
use crate::blocks::{Block, BlockKind, Blocks, Joint};
use crate::settings::UnitKind;
use crate::{Error, ErrorKind, Result};

/// The units of a document, in order, and the languages they are in.
#[derive(Default)]
pub(crate) struct Units<'e> {
    pub(crate) list: Vec<Unit>,
    pub(crate) languages: Vec<Language<'e>>,
    /// Cuts of segmenters that lay inside a grapheme cluster and were moved to its end.
    pub(crate) moved: usize,
}

/// A language that occurs in a document, and the segmenter for it; `None` stands for the Unicode rules.
pub(crate) struct Language<'e> {
    pub(crate) tag: String,
    pub(crate) slot: Option<&'e Slot>,
}

/// Cuts the blocks of one document into units.
pub(crate) struct Collector<'a, 'e> {
    pub(crate) text: &'a str,
    pub(crate) blocks: &'a Blocks,
    pub(crate) router: &'a Router,
    /// Finds the segmenter for a language.
    pub(crate) segmenter: &'a dyn Fn(&str) -> Option<&'e Slot>,
    pub(crate) workers: &'a mut Workers<'e>,
}

impl<'e> Collector<'_, 'e> {
    /// The units of the whole document.
    ///
    /// # Errors
    /// What a segmenter or the gate returns.
    pub(crate) fn collect(&mut self, kind: UnitKind) -> Result<Units<'e>> {
        match kind {
            UnitKind::Sentence => self.blocks(Some(Grain::Sentence)),
            UnitKind::Clause => self.blocks(Some(Grain::Clause)),
            UnitKind::Paragraph => self.blocks(None),
            UnitKind::Record => self.records(),
        }
    }

    /// The units of the whole document at a grain; of `None` each block is one.
    ///
    /// # Errors
    /// What a segmenter or the gate returns.
    pub(crate) fn blocks(&mut self, grain: Option<Grain>) -> Result<Units<'e>> {
        let mut units = Units::default();
        for block in &self.blocks.kept {
            self.block(block, grain, &mut units)?;
        }
        Ok(units)
    }

    fn records(&mut self) -> Result<Units<'e>> {
        let mut units = Units::default();
        let kept = &self.blocks.kept;
        let has_records = kept.iter().any(|block| block.joint == Joint::Record);
        let starts = if has_records { Joint::Record } else { Joint::Section };
        let mut rest = &kept[..];
        while !rest.is_empty() {
            // A heading without a record of its own belongs to the record that follows.
            let is_loose = |block: &&Block| {
                block.kind == BlockKind::Heading && !(has_records && block.joint == Joint::Record)
            };
            let headings = rest.iter().take_while(is_loose).count();
            let body = rest[headings..].iter().skip(1).position(|block| block.joint == starts);
            let (record, others) = rest.split_at(body.map_or(rest.len(), |at| headings + 1 + at));
            self.record(record, &mut units)?;
            rest = others;
        }
        Ok(units)
    }

    /// The units inside `range`, as if each block were cut into sentences; for a record that does not fit.
    ///
    /// # Errors
    /// What a segmenter or the gate returns.
    pub(crate) fn inside(&mut self, range: Range<usize>, units: &mut Units<'e>) -> Result<()> {
        let kept = &self.blocks.kept;
        let first = kept.partition_point(|block| block.end as usize <= range.start);
        for block in kept[first..].iter().take_while(|block| (block.start as usize) < range.end) {
            self.block(block, Some(Grain::Sentence), units)?;
        }
        Ok(())
    }

    fn record(&mut self, blocks: &[Block], units: &mut Units<'e>) -> Result<()> {
        let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return Ok(()) };
        let whole = first.range().start..last.range().end;
        let language = self.language(&self.text[whole.clone()], units)?;
        let unit = unit_of(
            first,
            if first.joint == Joint::Section { Joint::Section } else { Joint::Record },
            language,
        );
        push(self.text, whole, Unit { rank: Rank::Whole, ..unit }, units);
        Ok(())
    }

    fn block(&mut self, block: &Block, grain: Option<Grain>, units: &mut Units<'e>) -> Result<()> {
        let text = &self.text[block.range()];
        let language = self.language(text, units)?;
        let unit = unit_of(block, block.joint, language);
        match grain.filter(|_| block.kind == BlockKind::Prose) {
            None => push(self.text, block.range(), unit, units),
            Some(Grain::Sentence) => self.pieces(unit, Grain::Sentence, None, units)?,
            Some(finer) => self.pieces(unit, Grain::Sentence, Some(finer), units)?,
        }
        Ok(())
    }

    /// Cuts a range at a grain, and each piece again at a finer one if that is asked for.
    fn pieces(
        &mut self,
        mut unit: Unit,
        grain: Grain,
        finer: Option<Grain>,
        units: &mut Units<'e>,
    ) -> Result<()> {
        let range = unit.range();
        let slot = units.languages[unit.language as usize].slot;
        let cuts = self
            .workers
            .cuts(slot, &self.text[range.clone()], grain)
            .map_err(|error| shift(error, range.start))?;
        let mut clusters = Clusters::new(self.text, range.start);
        let mut start = range.start;
        for cut in &cuts {
            let end = clusters.align(range.start + cut).min(range.end);
            units.moved += usize::from(end != range.start + cut);
            match finer {
                _ if start == end => {}
                Some(finer) => {
                    self.pieces(Unit { start: start as u32, end: end as u32, ..unit }, finer, None, units)?
                }
                None => push(self.text, start..end, unit, units),
            }
            start = end;
            unit.joint = grain.joint();
        }
        self.workers.recycle(cuts);
        Ok(())
    }

    fn language(&mut self, text: &str, units: &mut Units<'e>) -> Result<u8> {
        let tag = self.router.language(text);
        let known = units.languages.iter().position(|language| language.tag == tag);
        let at = known.unwrap_or_else(|| {
            units.languages.push(Language { tag: tag.to_owned(), slot: (self.segmenter)(tag) });
            units.languages.len() - 1
        });
        u8::try_from(at)
            .map_err(|_| Error::new(ErrorKind::Segment, "a document cannot be in more than 256 languages"))
    }
}

fn unit_of(block: &Block, joint: Joint, language: u8) -> Unit {
    Unit {
        start: block.start,
        end: block.end,
        section: block.section,
        lead: block.lead,
        joint,
        rank: if block.kind == BlockKind::Heading { Rank::Heading } else { Rank::Whole },
        language,
        kind: block.kind,
    }
}

/// Adds a unit without its outer white space; a blank one belongs to its neighbour and adds nothing.
fn push(text: &str, range: Range<usize>, unit: Unit, units: &mut Units<'_>) {
    let trimmed = trim(text, range.clone());
    if trimmed.is_empty() {
        return;
    }
    // The first line of preformatted text keeps its indentation.
    let start = match text[range.start..trimmed.start].rfind('\n') {
        Some(line) if unit.is_code() => range.start + line + 1,
        None if unit.is_code() => range.start,
        _ => trimmed.start,
    };
    units.list.push(Unit { start: start as u32, end: trimmed.end as u32, ..unit });
}

/// Counts the byte of an error from the start of the document.
pub(crate) fn shift(error: Error, by: usize) -> Error {
    match error.byte() {
        Some(byte) => error.moved_to(by + byte),
        None => error.at_byte(by),
    }
}
