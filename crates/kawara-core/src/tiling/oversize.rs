//! Units that do not fit the budget: cut at clauses, those at words, those at grapheme clusters.

use std::ops::Range;

use super::context::ContextId;
use super::tiler::Tiler;
use crate::blocks::{BlockKind, Joint};
use crate::settings::{Split, UnitKind};
use crate::units::{Clusters, Grain, Rank, Slot, Unit, Units, measured_end, trim};
use crate::{Error, ErrorKind, Result};

/// Bytes of a unit that words are asked for at a time: a line of 50 MB must not cost 50 million offsets.
const SLICE: usize = 64 * 1024;

/// Units whose estimates are under the room by this much and a quarter of themselves are not counted exactly: that far off no
/// estimate is where units begin.
const MARGIN: u32 = 8;

/// The ways to cut a unit that does not fit, the coarsest first. What is still too large after the last is cut at words.
const STEPS: [Step; 4] = [Step::Units, Step::Lines, Step::Sentences, Step::Clauses];

#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// A record into what stands in it.
    Units,
    Lines,
    Sentences,
    Clauses,
}

impl<'e> Tiler<'_, '_, 'e> {
    /// Makes every unit fit: each is given the context it fits beside, or is replaced by parts.
    ///
    /// # Errors
    /// What a counter, a segmenter or the gate returns.
    pub(super) fn fit(&mut self, units: Vec<Unit>) -> Result<()> {
        units.iter().enumerate().try_for_each(|(nth, unit)| {
            let end = measured_end(&units, nth);
            self.fit_unit(*unit, end, &STEPS)
        })
    }

    /// `end` is where the unit ends for the index.
    fn fit_unit(&mut self, unit: Unit, end: u32, steps: &[Step]) -> Result<()> {
        if let Some(context) = self.fitting_context(&unit, end)? {
            self.place(unit, context);
            return Ok(());
        }
        if self.settings.units.split == Split::Never && unit.rank != Rank::Part {
            return Err(self.refused(&unit)?);
        }
        for (nth, step) in steps.iter().enumerate() {
            if !self.applies(*step, &unit) {
                continue;
            }
            let parts = self.parts(*step, &unit)?;
            if parts.len() > 1 {
                return parts.into_iter().enumerate().try_for_each(|(at, part)| {
                    let joint = if at == 0 { unit.joint } else { part.joint };
                    self.fit_unit(Unit { rank: Rank::Part, joint, ..part }, part.end, &steps[nth + 1..])
                });
            }
        }
        self.shards(Unit { rank: Rank::Part, ..unit })
    }

    /// What to say of a unit that does not fit and may not be cut.
    fn refused(&self, unit: &Unit) -> Result<Error> {
        let range = unit.range();
        let needed = self.index.exact(&self.contexts.least().text, range.clone())?;
        let said: String = self.text[range.clone()].chars().take(40).collect();
        let kind = if self.records_are_units { "record" } else { "unit" };
        let message = format!(
            "a {kind} of {needed} tokens does not fit into the {} of a chunk, and `units.split` is \"never\": {said:?}…; raise `budget.max-tokens`, or let it be split",
            self.room
        );
        let source = self.contexts.blocks().map.source_range(range);
        Ok(Error::new(ErrorKind::Settings, message).at_byte(source.start))
    }

    /// Whether a step may cut a unit: sentences are not looked for where they were just found, nor lines in running text.
    fn applies(&self, step: Step, unit: &Unit) -> bool {
        let kind = self.settings.units.kind;
        let is_prose = unit.kind == BlockKind::Prose;
        match step {
            Step::Units => self.records_are_units && unit.rank == Rank::Whole,
            Step::Lines => !is_prose,
            Step::Sentences => !unit.is_code() && (!is_prose || kind == UnitKind::Paragraph),
            Step::Clauses => !unit.is_code() && (!is_prose || kind != UnitKind::Clause),
        }
    }

    fn parts(&mut self, step: Step, unit: &Unit) -> Result<Vec<Unit>> {
        match step {
            Step::Lines => Ok(self.lines(unit)),
            Step::Sentences => self.cut(unit, unit.range(), Grain::Sentence),
            Step::Clauses => self.cut(unit, unit.range(), Grain::Clause),
            Step::Units => {
                let mut inner = Units { languages: std::mem::take(&mut self.languages), ..Units::default() };
                let collected = self.collector.inside(unit.range(), &mut inner);
                self.languages = inner.languages;
                collected.map(|()| inner.list)
            }
        }
    }

    /// The fullest context beside which the unit fits; `None` if it fits beside none.
    fn fitting_context(&mut self, unit: &Unit, end: u32) -> Result<Option<ContextId>> {
        let context = self.contexts.of(unit)?;
        let tokens = self.contexts.get(context).tokens;
        let range = unit.range();
        // The index knows where units begin; inside one, its estimates are not good enough to do without a count.
        if unit.rank != Rank::Part {
            let estimate = self.index.estimate(range.start..end as usize);
            let most = estimate.saturating_add(estimate / 4);
            if most.saturating_add(tokens + MARGIN + self.index.slack()) <= self.room {
                return Ok(Some(context));
            }
        }
        if self.count_beside(context, range.clone())? <= self.room {
            return Ok(Some(context));
        }
        let least = self.contexts.least();
        let (least_tokens, is_least) = (least.tokens, self.contexts.get(context).text == least.text);
        let alone = self.index.exact(&least.text, range.clone())?;
        if alone > self.room || is_least {
            return Ok(None);
        }
        // Joined counts are not sums, so the shortened context is tried, and cut once more if it is one token too long.
        for spare in [self.room - alone, (self.room - alone).saturating_sub(2), 0] {
            let shorter = self.contexts.within(unit, spare + least_tokens)?;
            if self.count_beside(shorter, range.clone())? <= self.room {
                return Ok(Some(shorter));
            }
        }
        Ok(None)
    }

    fn lines(&self, unit: &Unit) -> Vec<Unit> {
        let range = unit.range();
        let mut start = range.start;
        let (mut parts, mut joint) = (Vec::new(), Joint::Line);
        for line in self.text[range].split_inclusive('\n') {
            let body = trim(self.text, start..start + line.len());
            if !body.is_empty() {
                let start = if unit.is_code() { start } else { body.start };
                parts.push(Unit { start: start as u32, end: body.end as u32, joint, ..*unit });
                joint = Joint::Line;
            } else if unit.is_code() {
                // Code is best cut where it has a blank line itself.
                joint = Joint::Paragraph;
            }
            start += line.len();
        }
        if unit.kind != BlockKind::Row {
            self.hold_edges(&mut parts);
        }
        parts
    }

    /// The first line of a fence names its language and the last may be nothing but its mark: neither is left alone if that can be.
    fn hold_edges(&self, lines: &mut [Unit]) {
        if let [_, second, _, ..] = lines {
            second.joint = Joint::Word;
        }
        if let [_, .., last] = lines
            && !self.text[last.range()].contains(char::is_alphanumeric)
        {
            last.joint = Joint::Word;
        }
    }

    /// The pieces of a range at a grain, without outer white space.
    fn cut(&mut self, unit: &Unit, range: Range<usize>, grain: Grain) -> Result<Vec<Unit>> {
        let slot = self.slot(unit);
        let cuts = self.collector.ends(slot, range.clone(), grain)?;
        let mut clusters = Clusters::new(self.text, range.start);
        let mut parts = Vec::new();
        let mut start = range.start;
        for cut in &cuts {
            let end = clusters.align(range.start + cut).min(range.end);
            let body = trim(self.text, start..end);
            if !body.is_empty() {
                parts.push(Unit {
                    start: body.start as u32,
                    end: body.end as u32,
                    joint: grain.joint(),
                    ..*unit
                });
            }
            start = end;
        }
        self.collector.workers.recycle(cuts);
        Ok(parts)
    }

    fn slot(&self, unit: &Unit) -> Option<&'e Slot> {
        self.languages.get(unit.language as usize).and_then(|language| language.slot)
    }

    /// Words joined up to the room, and of words that do not fit grapheme clusters joined up to the room.
    fn shards(&mut self, part: Unit) -> Result<()> {
        let context = self.contexts.of(&part)?;
        let mut joint = part.joint;
        let mut from = part.start as usize;
        while from < part.end as usize {
            let to = slice_end(self.text, from, part.end as usize);
            let words = self.cut(&part, from..to, Grain::Word)?;
            let mut next = 0;
            while next < words.len() {
                let start = words[next].start as usize;
                let ends: Vec<usize> = words[next..]
                    .iter()
                    .take((self.room as usize).saturating_add(1))
                    .map(|word| word.end as usize)
                    .collect();
                match self.longest(context, start, &ends)? {
                    Some(count) => {
                        let end = ends[count - 1] as u32;
                        self.place(
                            Unit { start: start as u32, end, rank: Rank::Shard, joint, ..part },
                            context,
                        );
                        next += count;
                    }
                    None => {
                        self.clusters(Unit { joint, ..words[next] }, context)?;
                        next += 1;
                    }
                }
                joint = Joint::Word;
            }
            from = to;
        }
        Ok(())
    }

    /// Grapheme clusters of one word, joined up to the room.
    fn clusters(&mut self, word: Unit, context: ContextId) -> Result<()> {
        let mut joint = word.joint;
        let mut rest = trim(self.text, word.range());
        while !rest.is_empty() {
            let start = rest.start;
            let ends = self.cluster_ends(start, rest.end);
            let (end, context) = match self.longest(context, start, &ends)? {
                Some(count) => (ends[count - 1], context),
                None => (ends[0], self.contexts.within(&word, 0)?),
            };
            // One cluster alone over budget is emitted all the same, without more context than must be: nothing is lost.
            let body = trim(self.text, start..end);
            let shard = Unit { start: start as u32, end: body.end as u32, rank: Rank::Shard, joint, ..word };
            self.place(shard, context);
            (rest, joint) = (trim(self.text, end..rest.end), Joint::Grapheme);
        }
        Ok(())
    }

    /// Cluster borders after `start`, as many as may fit: no token stands for more than a few of them on average, and a longer
    /// run is only cut into more shards.
    fn cluster_ends(&self, start: usize, end: usize) -> Vec<usize> {
        use unicode_segmentation::UnicodeSegmentation;
        let mut at = start;
        let most = (self.room as usize).saturating_mul(32).saturating_add(32);
        let clusters = self.text[start..end].graphemes(true).take(most);
        clusters
            .map(|cluster| {
                at += cluster.len();
                at
            })
            .collect()
    }

    /// How many of the pieces that begin at `start` and end at `ends` fit together; `None` if not even the first does.
    fn longest(&mut self, context: ContextId, start: usize, ends: &[usize]) -> Result<Option<usize>> {
        let room = self.room.saturating_sub(self.contexts.get(context).tokens);
        let limit = self.index.before(start).saturating_add(room);
        let mut guess = ends.partition_point(|end| self.index.before(*end) <= limit).max(1);
        let (mut fits, mut fails) = (0, ends.len() + 1);
        let mut step = 1;
        while fits + 1 < fails {
            let tokens = self.count_beside(context, start..ends[guess - 1])?;
            if tokens <= self.room {
                fits = guess;
            } else {
                fails = guess;
            }
            // Near the estimate by growing steps, then by halves.
            guess = match (fits, fails) {
                (0, _) => guess.saturating_sub(step).max(1),
                (_, fails) if fails > ends.len() => (guess + step).min(ends.len()),
                _ => fits + (fails - fits) / 2,
            };
            step *= 2;
        }
        Ok((fits > 0).then_some(fits))
    }

    /// `specials` are taken out of the room already.
    fn count_beside(&self, context: ContextId, range: Range<usize>) -> Result<u32> {
        self.index.exact(&self.contexts.get(context).text, range)
    }
}

/// Where a slice of a long part ends: at the end of white space if there is any in its second half, else on a cluster border.
pub(super) fn slice_end(text: &str, from: usize, end: usize) -> usize {
    if end - from <= SLICE {
        return end;
    }
    let near = text.floor_char_boundary(from + SLICE);
    let half = text.floor_char_boundary(from + SLICE / 2);
    match text[half..near].rfind(char::is_whitespace) {
        Some(at) => {
            let space = half + at;
            let end_of_space = space + text[space..].chars().next().map_or(0, char::len_utf8);
            Clusters::new(text, from).align(end_of_space).min(end)
        }
        None => Clusters::new(text, from).align(near).min(end),
    }
}
