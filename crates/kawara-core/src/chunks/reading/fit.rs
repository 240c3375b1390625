//! Passages within a budget.

use std::collections::BTreeMap;
use std::ops::Range;

use uuid::Uuid;

use super::stitch::{Found, Merged, sort};
use super::{Shelf, StitchOptions};
use crate::{Counter, Error, ErrorKind, Result};

/// Takes hits, which come by rank, each with as much around it as fits.
///
/// What is chosen by sums is counted as one text, as it will be read. Should that be more, which joined texts seldom are, it is chosen anew for
/// so much less.
pub(super) fn fit(
    shelf: &Shelf<'_>,
    found: &[Found],
    options: &StitchOptions,
    counter: Option<&dyn Counter>,
    max_tokens: u32,
) -> Result<(Vec<Merged>, Vec<Uuid>)> {
    let Some(counter) = counter else {
        let message = "max_tokens says how many tokens there may be, and nothing counts them: give a counter";
        return Err(Error::new(ErrorKind::Settings, message));
    };
    let mut room = max_tokens;
    loop {
        let mut chosen = Chosen {
            shelf,
            counter,
            between: counter.count(&options.separator)?,
            room,
            sum: 0,
            passages: BTreeMap::new(),
        };
        let mut left_out = Vec::new();
        for (nth, found) in found.iter().enumerate() {
            if !chosen.take(found, nth == 0)? {
                left_out.push(found.chunk);
            }
        }
        let mut merged: Vec<Merged> = chosen.passages.into_values().map(|passage| passage.merged).collect();
        merged.iter_mut().for_each(Merged::by_rank);
        merged.sort_by_key(Merged::rank);
        let mut ordered = merged.clone();
        sort(shelf, &mut ordered, options.order);
        let texts: Vec<String> = ordered.iter().map(|one| text(shelf, one.segment, &one.units)).collect();
        let tokens = counter.count(&texts.join(&options.separator))?;
        if tokens <= max_tokens {
            return Ok((merged, left_out));
        }
        if room == 0 {
            return Ok((Vec::new(), found.iter().map(|found| found.chunk).collect()));
        }
        room = room.saturating_sub(tokens - max_tokens);
    }
}

fn text(shelf: &Shelf<'_>, segment: usize, units: &Range<usize>) -> String {
    shelf.segments[segment].read(units.clone()).0
}

/// What was taken so far.
struct Chosen<'a> {
    shelf: &'a Shelf<'a>,
    counter: &'a dyn Counter,
    /// Tokens of what stands between two passages.
    between: u32,
    room: u32,
    /// Tokens of all passages, each with what stands before it.
    sum: u32,
    /// By segment and first unit.
    passages: BTreeMap<(usize, usize), Passage>,
}

struct Passage {
    merged: Merged,
    tokens: u32,
}

/// What a hit becomes a part of: a passage of its own, or what it makes of those that it touches.
struct Joined {
    units: Range<usize>,
    touched: Vec<(usize, usize)>,
    tokens: u32,
    sum: u32,
}

impl Chosen<'_> {
    /// Takes a hit: with all around it, else with as much as fits, a unit behind and a unit before it in turn. Of the first hit, its first
    /// units are taken if it must be.
    fn take(&mut self, found: &Found, is_first: bool) -> Result<bool> {
        let (hit, all) = (&found.hit, &found.units);
        let around = (hit.start - all.start) + (all.end - hit.end);
        if let Some(joined) = self.fits(found.segment, all)? {
            self.join(found, joined, false);
            return Ok(true);
        }
        let mut joined = self.longest(found.segment, around, |steps| wider(hit, all, steps))?;
        if joined.is_none() && is_first {
            joined = self.longest(found.segment, hit.len().saturating_sub(1), |more| {
                hit.start..hit.start + 1 + more
            })?;
        }
        Ok(match joined {
            Some(joined) => {
                self.join(found, joined, true);
                true
            }
            None => false,
        })
    }

    /// The longest of ranges, each longer than the one before, with which there is room.
    fn longest(
        &self,
        segment: usize,
        steps: usize,
        range: impl Fn(usize) -> Range<usize>,
    ) -> Result<Option<Joined>> {
        let mut longest = self.fits(segment, &range(0))?;
        let (mut fits, mut fails) = (0, steps + 1);
        while longest.is_some() && fits + 1 < fails {
            let middle = fits + (fails - fits) / 2;
            match self.fits(segment, &range(middle))? {
                None => fails = middle,
                joined => (longest, fits) = (joined, middle),
            }
        }
        Ok(longest)
    }

    /// What units come to together with the passages that they touch, if there is room.
    fn fits(&self, segment: usize, units: &Range<usize>) -> Result<Option<Joined>> {
        let mut joined = Joined { units: units.clone(), touched: Vec::new(), tokens: 0, sum: self.sum };
        for (key, passage) in self.passages.range((segment, 0)..=(segment, units.end)).rev() {
            let there = &passage.merged.units;
            if there.end < units.start {
                break;
            }
            joined.units = joined.units.start.min(there.start)..joined.units.end.max(there.end);
            joined.sum -= passage.tokens + self.between;
            joined.touched.push(*key);
        }
        joined.tokens = self.counter.count(&text(self.shelf, segment, &joined.units))?;
        joined.sum = joined.sum.saturating_add(joined.tokens).saturating_add(self.between);
        // Before the first of all stands nothing.
        Ok((joined.sum.saturating_sub(self.between) <= self.room).then_some(joined))
    }

    fn join(&mut self, found: &Found, joined: Joined, is_cut: bool) {
        let mut merged = Merged::of(found.clone());
        merged.is_cut = is_cut;
        for key in joined.touched {
            if let Some(passage) = self.passages.remove(&key) {
                merged.is_cut |= passage.merged.is_cut;
                merged.is_short |= passage.merged.is_short;
                merged.hits.extend(passage.merged.hits);
            }
        }
        merged.units = joined.units;
        self.sum = joined.sum;
        let key = (merged.segment, merged.units.start);
        self.passages.insert(key, Passage { merged, tokens: joined.tokens });
    }
}

/// A range widened by so many steps within another: one behind it, one before it, and so on; on one side alone once the other is used up.
fn wider(hit: &Range<usize>, all: &Range<usize>, steps: usize) -> Range<usize> {
    let (before, behind) = (hit.start - all.start, all.end - hit.end);
    let forward = steps.div_ceil(2).min(behind).max(steps.saturating_sub(before));
    hit.start - (steps - forward)..hit.end + forward
}

#[cfg(test)]
mod tests {
    use super::wider;

    #[test]
    fn what_is_around_is_taken_in_turn() {
        let widened: Vec<_> = (0..=5).map(|steps| wider(&(3..4), &(0..6), steps)).collect();
        assert_eq!(widened, [3..4, 3..5, 2..5, 2..6, 1..6, 0..6]);
        let widened: Vec<_> = (0..=3).map(|steps| wider(&(1..2), &(0..4), steps)).collect();
        assert_eq!(widened, [1..2, 1..3, 0..3, 0..4]);
    }
}
