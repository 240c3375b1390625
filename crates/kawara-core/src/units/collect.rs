//! Blocks to units.

use std::ops::Range;

use super::{Clusters, Faults, Grain, Rank, Router, Slot, Unit, Workers, is_blank, trim};
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

/// How often a foreign sentence is asked for sentences that are foreign to it in turn: a Korean word behind an English one among
/// Japanese sentences.
const NESTED: u8 = 2;

/// Cuts the blocks of one document into units.
pub(crate) struct Collector<'a, 'e> {
    pub(crate) text: &'a str,
    pub(crate) blocks: &'a Blocks,
    pub(crate) router: &'a Router,
    /// Finds the segmenter for a language.
    pub(crate) segmenter: &'a dyn Fn(&str) -> Option<&'e Slot>,
    pub(crate) workers: &'a mut Workers<'e>,
    /// What packs did wrong so far.
    pub(crate) faults: &'a mut Faults,
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
        let mut rest = &self.blocks.kept[..];
        while let Some((block, others)) = self.joined(rest)? {
            self.block(&block, grain, &mut units)?;
            rest = others;
        }
        Ok(units)
    }

    /// The first block, with the lines behind it that its last sentence goes on in, and the blocks that follow.
    fn joined<'b>(&mut self, blocks: &'b [Block]) -> Result<Option<(Block, &'b [Block])>> {
        let Some((first, mut rest)) = blocks.split_first() else { return Ok(None) };
        let (mut whole, mut line) = (first.clone(), first);
        while let Some((next, others)) = rest.split_first() {
            if !self.is_next_line(line, next) || !self.goes_on(line, next)? {
                break;
            }
            whole.end = next.end;
            (line, rest) = (next, others);
        }
        Ok(Some((whole, rest)))
    }

    /// Whether two blocks of running text are parted by a line break that may mean nothing.
    fn is_next_line(&self, line: &Block, next: &Block) -> bool {
        let is_prose = line.kind == BlockKind::Prose && next.kind == BlockKind::Prose;
        let between = &self.text[line.range().end..next.range().start];
        next.joint == Joint::Wrap
            && is_prose
            && (line.section, line.lead) == (next.section, next.lead)
            && between.chars().all(is_blank)
    }

    fn goes_on(&mut self, line: &Block, next: &Block) -> Result<bool> {
        // Enough to tell the language on either side of the break.
        const NEAR: usize = 128;
        let (before, after) = (&self.text[line.range()], &self.text[next.range()]);
        let tail = &before[before.ceil_char_boundary(before.len().saturating_sub(NEAR))..];
        let language = self.router.language(tail);
        if language != self.router.language(&after[..after.floor_char_boundary(NEAR)]) {
            return Ok(false);
        }
        let slot = (self.segmenter)(language);
        let answer = self.workers.goes_on(slot, before, after);
        answer.or_else(|error| {
            self.fault(slot, line.range().start..next.range().end, error)?;
            Ok(false)
        })
    }

    /// Where the pieces of a range of the text end, in bytes from its start; by the Unicode rules where the pack is at fault and the run
    /// goes on.
    ///
    /// # Errors
    /// What a segmenter or the gate returns, with the byte of the source.
    pub(crate) fn ends(
        &mut self,
        slot: Option<&'e Slot>,
        range: Range<usize>,
        grain: Grain,
    ) -> Result<Vec<usize>> {
        let text = &self.text[range.clone()];
        let ends = self.workers.cuts(slot, text, grain);
        ends.or_else(|error| {
            self.fault(slot, range, error)?;
            self.workers.cuts(None, text, grain)
        })
    }

    /// Whether a unit leans on what stands before it; not, where the pack is at fault and the run goes on.
    ///
    /// # Errors
    /// What a segmenter returns, with the byte of the source.
    pub(crate) fn leans_back(&mut self, slot: Option<&'e Slot>, unit: &Unit) -> Result<bool> {
        let leans = self.workers.leans_back(slot, &self.text[unit.range()]);
        leans.or_else(|error| {
            self.fault(slot, unit.range(), error)?;
            Ok(false)
        })
    }

    /// Keeps what a pack did wrong when it was asked about a stretch of the text, if the run is to go on.
    fn fault(&mut self, slot: Option<&Slot>, stretch: Range<usize>, error: Error) -> Result<()> {
        let at = stretch.start + error.byte().unwrap_or(0).min(stretch.len());
        let map = &self.blocks.map;
        let byte = match at < self.text.len() {
            true => map.source_range(at..at + 1).start,
            false => map.source_range(at.saturating_sub(1)..at).end,
        };
        let error = error.moved_to(byte);
        // One that cannot be opened is no fault in a document: it would be one in every other.
        match slot.filter(|slot| slot.is_open()) {
            Some(slot) => self.faults.keep(slot.pack.name(), stretch, error),
            None => Err(error),
        }
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
        let inside = kept[first..].partition_point(|block| (block.start as usize) < range.end);
        let mut rest = &kept[first..][..inside];
        while let Some((block, others)) = self.joined(rest)? {
            self.block(&block, Some(Grain::Sentence), units)?;
            rest = others;
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
        let joint = if block.joint == Joint::Wrap { Joint::Line } else { block.joint };
        let unit = unit_of(block, joint, language);
        match grain.filter(|_| block.kind == BlockKind::Prose) {
            None => push(self.text, block.range(), unit, units),
            Some(grain) => {
                self.sentences(unit, (grain < Grain::Sentence).then_some(grain), NESTED, units)?;
            }
        }
        Ok(())
    }

    /// Cuts a paragraph into sentences, and each of them again at a finer grain if that is asked for. Sentences that are foreign
    /// to the paragraph are cut by the rules of their own language.
    fn sentences(
        &mut self,
        mut unit: Unit,
        finer: Option<Grain>,
        nested: u8,
        units: &mut Units<'e>,
    ) -> Result<()> {
        let (text, router) = (self.text, self.router);
        let tag = units.languages[unit.language as usize].tag.clone();
        let ends = self.cut(&unit, Grain::Sentence, units)?;
        let mut start = unit.start as usize;
        let mut rest = &ends[..];
        while let Some((end, mut others)) = rest.split_first() {
            let mut stretch = Unit { start: start as u32, end: *end as u32, ..unit };
            match router.foreign(&tag, &text[start..*end]) {
                None => self.piece(stretch, finer, units)?,
                Some(foreign) => {
                    while let Some((next, behind)) = others.split_first()
                        && router.foreign(&tag, &text[stretch.end as usize..*next]) == Some(foreign)
                    {
                        (stretch.end, others) = (*next as u32, behind);
                    }
                    stretch.language = self.numbered(foreign, units)?;
                    match nested {
                        0 => self.pieces(stretch, Grain::Sentence, finer, units)?,
                        _ => self.sentences(stretch, finer, nested - 1, units)?,
                    }
                }
            }
            unit.joint = Joint::Sentence;
            (start, rest) = (stretch.end as usize, others);
        }
        self.workers.recycle(ends);
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
        let ends = self.cut(&unit, grain, units)?;
        let mut start = unit.start;
        for end in &ends {
            self.piece(Unit { start, end: *end as u32, ..unit }, finer, units)?;
            (start, unit.joint) = (*end as u32, grain.joint());
        }
        self.workers.recycle(ends);
        Ok(())
    }

    fn piece(&mut self, piece: Unit, finer: Option<Grain>, units: &mut Units<'e>) -> Result<()> {
        match finer {
            Some(finer) => self.pieces(piece, finer, None, units),
            None => {
                push(self.text, piece.range(), piece, units);
                Ok(())
            }
        }
    }

    /// Where the pieces of a range end: bytes of the text, each at the end of a grapheme cluster.
    fn cut(&mut self, unit: &Unit, grain: Grain, units: &mut Units<'e>) -> Result<Vec<usize>> {
        let range = unit.range();
        let slot = units.languages[unit.language as usize].slot;
        let mut ends = self.ends(slot, range.clone(), grain)?;
        let mut clusters = Clusters::new(self.text, range.start);
        for end in &mut ends {
            let aligned = clusters.align(range.start + *end).min(range.end);
            units.moved += usize::from(aligned != range.start + *end);
            *end = aligned;
        }
        ends.dedup();
        Ok(ends)
    }

    fn language(&mut self, text: &str, units: &mut Units<'e>) -> Result<u8> {
        self.numbered(self.router.language(text), units)
    }

    /// The number of a language in the document.
    fn numbered(&mut self, tag: &str, units: &mut Units<'e>) -> Result<u8> {
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
