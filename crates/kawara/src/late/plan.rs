//! Which chunks share a window, and how much of the text around them it has.

use std::ops::Range;

use kawara_core::{Counter, Error, ErrorKind, Joint, RangeCount, Result, printable};

use super::line::Line;
use super::options::InForce;

/// A window before it is tokenised.
pub(super) struct Planned {
    /// The chunks that are pooled from it, by their places in the document.
    pub(super) chunks: Range<usize>,
    /// Its bytes of the text.
    pub(super) range: Range<usize>,
}

/// Parts the chunks of a document among windows. Estimates choose, and an exact count closes each.
pub(super) fn plan(line: &Line<'_>, counter: &dyn Counter, in_force: &InForce) -> Result<Vec<Planned>> {
    let index = counter.index(line.chunks().text(), &line.cuts())?;
    let planner = Planner {
        line,
        in_force,
        room: in_force.limit.saturating_sub(counter.specials()),
        prefix: counter.count(&in_force.prefix)?,
        index: &*index,
    };
    let all = 0..line.chunks().len();
    if let Some(whole) = planner.whole(all.clone())? {
        return Ok(vec![whole]);
    }
    let (mut planned, mut next) = (Vec::new(), 0);
    while next < all.end {
        let one = planner.next(next)?;
        next = one.chunks.end;
        planned.push(one);
    }
    Ok(planned)
}

struct Planner<'a, 'c> {
    line: &'a Line<'c>,
    in_force: &'a InForce,
    /// The limit without special tokens.
    room: u32,
    /// The tokens of the prefix.
    prefix: u32,
    index: &'a dyn RangeCount,
}

impl Planner<'_, '_> {
    /// All chunks in one window, if they fit.
    fn whole(&self, chunks: Range<usize>) -> Result<Option<Planned>> {
        let range = self.span(&chunks);
        let estimate = self.index.estimate(range.clone()).saturating_add(self.prefix);
        if estimate > self.room.saturating_add(self.index.slack())
            || self.index.exact(&self.in_force.prefix, range.clone())? > self.room
        {
            return Ok(None);
        }
        Ok(Some(Planned { chunks, range }))
    }

    /// The window that begins with a chunk.
    fn next(&self, first: usize) -> Result<Planned> {
        let mut chunks = first..self.end(first);
        loop {
            let core = self.span(&chunks);
            let mut around = self.around(&core);
            let over = loop {
                let range = self.widened(&chunks, &around);
                let exact = self.index.exact(&self.in_force.prefix, range.clone())?;
                if exact <= self.room {
                    return Ok(Planned { chunks, range });
                }
                // What there is too much is taken from the text around, then from the chunks.
                if range == core {
                    break exact - self.room;
                }
                around = self.narrower(&chunks, around, exact - self.room);
            };
            if chunks.len() == 1 {
                return self.too_long(first);
            }
            let size = |end: usize| self.index.estimate(self.span(&(first..end)));
            let most = size(chunks.end).saturating_sub(over);
            chunks.end = (first + 1..chunks.end).rev().find(|end| size(*end) <= most).unwrap_or(first + 1);
        }
    }

    /// Where the chunks of a window end that begins with `first`.
    fn end(&self, first: usize) -> usize {
        let all = self.line.chunks().len();
        let fits = |end: usize| {
            let core = self.span(&(first..end));
            let [before, after] = self.wanted(&core);
            let tokens = [self.index.estimate(core), before, after].into_iter().map(u64::from).sum::<u64>();
            tokens + u64::from(self.prefix) <= u64::from(self.room)
        };
        let most = (first + 1..=all).take_while(|end| fits(*end)).last().unwrap_or(first + 1);
        if most == all {
            return all;
        }
        // An edge is taken where it leaves the window at least half full.
        let size = |end: usize| self.index.estimate(self.span(&(first..end)));
        let full = size(most);
        let edges = (first + 1..=most).rev().take_while(|end| u64::from(size(*end)) * 2 >= u64::from(full));
        let joint = |end: &usize| match self.line.joint(*end) {
            Joint::Record | Joint::Section => 0,
            Joint::Paragraph => 1,
            _ => 2,
        };
        edges.min_by_key(joint).unwrap_or(most)
    }

    /// From the first byte of some chunks to the last.
    fn span(&self, chunks: &Range<usize>) -> Range<usize> {
        self.line.range(chunks.start).start..self.line.range(chunks.end - 1).end
    }

    /// About how many tokens of the text before and after are wanted, where there are as many.
    fn wanted(&self, core: &Range<usize>) -> [u32; 2] {
        let all = self.span(&(0..self.line.chunks().len()));
        let most = self.in_force.overlap;
        [all.start..core.start, core.end..all.end].map(|range| self.index.estimate(range).min(most))
    }

    /// About how many tokens before and after there is room for: as wanted, or else shared between both.
    fn around(&self, core: &Range<usize>) -> [u32; 2] {
        let [before, after] = self.wanted(core);
        let taken = self.index.estimate(core.clone()).saturating_add(self.prefix);
        let left = self.room.saturating_sub(taken);
        let before = before.min((left / 2).max(left.saturating_sub(after)));
        [before, after.min(left - before)]
    }

    /// The range of chunks, with whole units around of at most so many tokens before and after.
    fn widened(&self, chunks: &Range<usize>, around: &[u32; 2]) -> Range<usize> {
        let core = self.span(chunks);
        let units = self.line.units();
        // Units that are carried into the first chunk stand in it.
        let first = units.partition_point(|unit| unit.start < core.start);
        let far =
            units[..first].partition_point(|unit| self.index.estimate(unit.start..core.start) > around[0]);
        let start = units[..first].get(far).filter(|_| around[0] > 0).map_or(core.start, |unit| unit.start);
        let behind = &units[self.line.own(chunks.end - 1).end..];
        let near = behind.partition_point(|unit| self.index.estimate(core.end..unit.end) <= around[1]);
        let last = near.checked_sub(1).filter(|_| around[1] > 0).and_then(|last| behind.get(last));
        let end = last.map_or(core.end, |unit| unit.end);
        start..end
    }

    /// Less around, by about `over` tokens, and a unit at least.
    fn narrower(&self, chunks: &Range<usize>, around: [u32; 2], over: u32) -> [u32; 2] {
        let (core, range) = (self.span(chunks), self.widened(chunks, &around));
        let [before, after] =
            [range.start..core.start, core.end..range.end].map(|part| self.index.estimate(part));
        let cut = |tokens: u32| tokens.saturating_sub(over.max(1));
        let less = if before > after { [cut(before), after] } else { [before, cut(after)] };
        // Estimates of a unit may say that nothing is gained by leaving it out.
        if self.widened(chunks, &less) == range { [0, 0] } else { less }
    }

    fn too_long(&self, nth: usize) -> Result<Planned> {
        let range = self.line.range(nth);
        let exact = self.index.exact(&self.in_force.prefix, range.clone())?;
        let tokens = u64::from(exact) + u64::from(self.in_force.limit.saturating_sub(self.room));
        let (id, limit) = (printable(self.line.chunks().doc_id()), self.in_force.limit);
        let source = self.line.chunks().source_range(range);
        let message = format!(
            "{id}: the chunk at bytes {}..{} has {tokens} tokens with prefix and special tokens, over the model's limit of {limit}; lower \
             budget.max-tokens, or name a model that takes more",
            source.start, source.end
        );
        Err(Error::new(ErrorKind::Settings, message))
    }
}
