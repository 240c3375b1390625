use std::ops::Range;

use super::carry::{Carrier, Wish};
use super::context::{ContextId, Contexts};
use super::cost::{AFTER_HEADING, Prices, cut, cut_between};
use super::hierarchy::LaidPassage;
use super::planner::{Run, Tile, plan};
use super::semantic::{Compared, Comparison, Likeness};
use crate::blocks::Joint;
use crate::settings::{Breaks, Carry, Settings, Strategy, UnitKind};
use crate::units::{Collector, Language, Rank, Unit};
use crate::{Embedder, RangeCount, Result};

/// Lays the units of one document.
pub(crate) struct Tiler<'a, 'c, 'e> {
    pub(crate) text: &'a str,
    pub(crate) index: &'a dyn RangeCount,
    pub(crate) settings: &'a Settings,
    pub(crate) contexts: Contexts<'c>,
    /// The budget without special tokens.
    pub(crate) room: u32,
    pub(crate) records_are_units: bool,
    pub(crate) languages: Vec<Language<'e>>,
    pub(crate) collector: Collector<'a, 'e>,
    /// Compares units, where the settings have semantic boundaries.
    pub(crate) embedder: Option<&'a dyn Embedder>,
    pub(crate) laid: Laid,
}

/// Units that all fit, and the tiles laid over them.
#[derive(Default)]
pub(crate) struct Laid {
    pub(crate) units: Vec<Unit>,
    /// For each unit the context of a chunk that begins with it.
    pub(crate) contexts: Vec<ContextId>,
    pub(crate) tiles: Vec<LaidTile>,
    /// What tiles stand in, where the settings lay any: a passage comes behind those that it stands in itself.
    pub(crate) passages: Vec<LaidPassage>,
    /// What an embedder was given to compare units.
    pub(crate) compared_tokens: u64,
}

/// A tile, by indices into the units of the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaidTile {
    pub(crate) start: usize,
    pub(crate) own: usize,
    pub(crate) end: usize,
    /// Tokens of context and slice, without special tokens.
    pub(crate) tokens: u32,
    /// How many units the policy wants carried.
    pub(crate) asked: u32,
    /// Whether it was cut where it should not be, though its units are whole.
    pub(crate) is_cut: bool,
}

impl Laid {
    /// Says that nothing is carried into the first tile, where the policy wants something and no barrier stands before it: what lies
    /// before is in another frame.
    pub(crate) fn begin_without_carry(&mut self, settings: &Settings, languages: &[Language<'_>]) {
        let (Some(first), Some(unit)) = (self.tiles.first_mut(), self.units.first()) else { return };
        // A frame's edge is a passage's.
        if !self.passages.is_empty() {
            return;
        }
        if settings.tiling.strategy != Strategy::Units {
            let is_record = settings.units.kind == UnitKind::Record;
            let wanted = !is_record && !settings.tiling.window_overlap.is_none();
            first.asked = first.asked.max(u32::from(wanted));
            return;
        }
        let is_barrier =
            settings.units.kind != UnitKind::Record && matches!(unit.joint, Joint::Record | Joint::Section);
        let tag = &languages[unit.language as usize].tag;
        // How many a share or `auto` comes to, only the frame before could tell: one at least.
        let wanted = match settings.units.overlap.of(tag) {
            Carry::Units(count) => count,
            _ => 1,
        };
        if !is_barrier {
            first.asked = first.asked.max(wanted);
        }
    }
}

impl<'c, 'e> Tiler<'_, 'c, 'e> {
    /// Lays the units. Cutting a record may find languages that were not known before.
    ///
    /// # Errors
    /// What a counter, a segmenter or the gate returns.
    pub(crate) fn lay(mut self, units: Vec<Unit>) -> Result<(Laid, Contexts<'c>, Vec<Language<'e>>)> {
        self.laid.units.reserve_exact(units.len());
        self.laid.contexts.reserve_exact(units.len());
        self.fit(units)?;
        let likeness = self.likeness()?;
        self.laid.compared_tokens = likeness.tokens;
        let likeness = likeness.likenesses;
        let mut start = 0;
        while start < self.laid.units.len() {
            let end = self.run_end(start);
            let sizes = &self.settings.tiling.parents;
            self.lay_passages(start..end, likeness.get(start..end).unwrap_or_default(), sizes)?;
            start = end;
        }
        Ok((self.laid, self.contexts, self.languages))
    }

    /// For each unit how alike both sides of the cut before it are; nothing, where the settings do not ask.
    fn likeness(&self) -> Result<Compared> {
        let (Some(embedder), Some(settings)) = (self.embedder, &self.settings.semantic) else {
            return Ok(Compared::default());
        };
        let comparison = Comparison {
            embedder,
            settings,
            text: self.text,
            index: self.index,
            prefix: &self.settings.context.prefix,
            room: self.room.saturating_sub(self.contexts.least().tokens),
        };
        comparison.of(&self.laid.units)
    }

    pub(super) fn place(&mut self, unit: Unit, context: ContextId) {
        self.laid.units.push(unit);
        self.laid.contexts.push(context);
    }

    /// The end of the run that begins at a unit: the next barrier.
    fn run_end(&self, start: usize) -> usize {
        let units = &self.laid.units;
        let mut records = 1;
        for at in start + 1..units.len() {
            let unit = &units[at];
            let is_barrier = match unit.joint {
                Joint::Record | Joint::Section if self.records_are_units => {
                    records += 1;
                    let is_cut = unit.rank != Rank::Whole || units[at - 1].rank != Rank::Whole;
                    is_cut || self.settings.units.records_per_chunk.is_some_and(|most| records > most.max(1))
                }
                Joint::Record => true,
                // Headings stay with what follows: a section ends before the first of them.
                Joint::Section => {
                    units[at - 1].rank != Rank::Heading
                        && self.tokens(start, at) >= self.settings.budget.min_tokens
                }
                _ => false,
            };
            if is_barrier {
                return at;
            }
        }
        units.len()
    }

    pub(super) fn lay_run(&mut self, range: Range<usize>, likeness: &[Option<Likeness>]) -> Result<()> {
        let (start, end) = (range.start, range.end);
        let breaks = self.breaks(likeness);
        let is_one = breaks.last().is_none_or(|count| *count == 0);
        if is_one && self.tokens(start, end) <= self.room_of(start).saturating_add(self.index.slack()) {
            let (tokens, fits) = self.exact(start, range.clone())?;
            if fits || end - start == 1 {
                self.laid.tiles.push(LaidTile { start, own: start, end, tokens, asked: 0, is_cut: false });
                return Ok(());
            }
        }
        let (run, wishes) = self.run(range, likeness, breaks)?;
        let tiles = plan(&run, |own, units| self.exact(start + own, start + units.start..start + units.end))?;
        for Tile { start: from, own, end, tokens } in tiles {
            let carried = (own - from) as u32;
            let asked = wishes[own].asked.max(carried);
            let (start, own, end) = (start + from, start + own, start + end);
            self.laid.tiles.push(LaidTile { start, own, end, tokens, asked, is_cut: false });
        }
        Ok(())
    }

    /// How many breaks there are up to each cut, where each is to end a chunk. What stands before the run is none of its own.
    fn breaks(&self, likeness: &[Option<Likeness>]) -> Vec<u32> {
        let ends_chunks =
            self.settings.semantic.as_ref().is_some_and(|semantic| semantic.breaks == Breaks::Cut);
        if !ends_chunks {
            return Vec::new();
        }
        let mut count = 0;
        let counts = likeness.iter().enumerate().map(|(at, it)| {
            count += u32::from(at > 0 && it.is_some_and(|it| it.is_break));
            count
        });
        counts.collect()
    }

    fn run(
        &mut self,
        range: Range<usize>,
        likeness: &[Option<Likeness>],
        breaks: Vec<u32>,
    ) -> Result<(Run, Vec<Wish>)> {
        let (before, cut) = (self.before(range.clone()), self.cuts(range.clone(), likeness));
        let room = range.clone().map(|at| self.room_of(at)).collect();
        let wishes = self.wishes(range, &before)?;
        let run = Run {
            before,
            room,
            cut,
            breaks,
            carry: wishes.iter().map(|wish| wish.possible).collect(),
            slack: self.index.slack(),
            min_tokens: self.settings.budget.min_tokens,
            prices: Prices::of(self.settings.tiling.stability),
        };
        Ok((run, wishes))
    }

    /// Estimated tokens before each unit of a run; one more for its end.
    pub(super) fn before(&self, range: Range<usize>) -> Vec<u32> {
        let units = &self.laid.units[range];
        // The planner searches these, so they must not fall, as estimates inside a word may.
        let mut highest = 0;
        let ends = units.iter().map(|unit| unit.start).chain(units.last().map(|unit| unit.end));
        let before = ends.map(|at| {
            highest = self.index.before(at as usize).max(highest);
            highest
        });
        before.collect()
    }

    /// What the cut before each unit of a run costs.
    pub(super) fn cuts(&self, range: Range<usize>, likeness: &[Option<Likeness>]) -> Vec<u32> {
        let units = &self.laid.units[range];
        let cuts = units.iter().enumerate().map(|(at, unit)| {
            let is_behind_heading = at > 0 && units[at - 1].rank == Rank::Heading;
            let behind = if is_behind_heading { AFTER_HEADING } else { 0 };
            let text = &self.text.as_bytes()[unit.range()];
            let known = likeness.get(at).copied().flatten();
            behind + known.map_or_else(|| cut(unit.joint, text), |known| cut_between(known, unit.joint, text))
        });
        cuts.collect()
    }

    fn wishes(&mut self, range: Range<usize>, before: &[u32]) -> Result<Vec<Wish>> {
        let by_language: Vec<Carry> =
            self.languages.iter().map(|language| self.settings.units.overlap.of(&language.tag)).collect();
        let units = &self.laid.units[range];
        let carrier = Carrier {
            units,
            before,
            max_tokens: self.settings.budget.max_tokens,
            records_are_units: self.records_are_units,
        };
        let mut leaning: Vec<Option<bool>> = vec![None; units.len()];
        let mut wishes = vec![Wish::default(); units.len()];
        for cut in 1..units.len() {
            let carry = by_language[units[cut - 1].language as usize];
            wishes[cut] = carrier.wish(cut, carry, &mut |at| {
                if let Some(known) = leaning[at] {
                    return Ok(known);
                }
                let slot = self.languages[units[at].language as usize].slot;
                let leans = self.collector.leans_back(slot, &units[at])?;
                leaning[at] = Some(leans);
                Ok(leans)
            })?;
        }
        Ok(wishes)
    }

    /// Tokens left for the slice of a chunk that begins with a unit, beside its context.
    fn room_of(&self, unit: usize) -> u32 {
        self.room.saturating_sub(self.contexts.get(self.laid.contexts[unit]).tokens)
    }

    /// Estimated tokens of units `start..end`.
    pub(super) fn tokens(&self, start: usize, end: usize) -> u32 {
        let units = &self.laid.units;
        let to = units.get(end).map_or_else(|| units[end - 1].end, |unit| unit.start);
        self.index.before(to as usize).saturating_sub(self.index.before(units[start].start as usize))
    }

    /// Tokens of units with the context of unit `own`, and whether they are within the budget.
    fn exact(&self, own: usize, units: Range<usize>) -> Result<(u32, bool)> {
        let context = self.contexts.get(self.laid.contexts[own]);
        let slice = self.laid.units[units.start].start as usize..self.laid.units[units.end - 1].end as usize;
        let tokens = self.index.exact(&context.text, slice)?;
        Ok((tokens, tokens <= self.room))
    }
}
