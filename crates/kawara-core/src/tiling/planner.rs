//! Where to cut a run: a dynamic programme over its units.
//!
//! A state is (n, c): the next chunk's first new unit is n and it repeats the c units before it. What follows a state does not
//! depend on what came before it, so the value of every state is solved from the run's end on *estimates*, and the walk
//! forward closes each chunk on an *exact* count: a candidate that the exact count refuses costs one more count, never a
//! new plan.

use std::ops::Range;

use super::cost::{CROSSED, Prices};
use crate::Result;

/// A run as the planner sees it: units between two barriers, by index.
#[derive(Debug)]
pub(crate) struct Run {
    /// Estimated tokens before each unit's start; one more at the end, for the end of the run.
    pub(crate) before: Vec<u32>,
    /// Tokens that a chunk whose first new unit is this one has for its slice.
    pub(crate) room: Vec<u32>,
    /// What the cut before each unit costs.
    pub(crate) cut: Vec<u32>,
    /// How many breaks there are up to the cut before each unit, that one counted, where each is to end a chunk; nothing, where none is.
    pub(crate) breaks: Vec<u32>,
    /// How many units the policy wants carried over a cut before each unit.
    pub(crate) carry: Vec<u32>,
    /// By how much estimates are usually off.
    pub(crate) slack: u32,
    /// A chunk under this is worth avoiding.
    pub(crate) min_tokens: u32,
    pub(crate) prices: Prices,
}

/// One chunk of a run: units `start..end`, of which `start..own` are carried from the chunk before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) start: usize,
    pub(crate) own: usize,
    pub(crate) end: usize,
    /// Tokens of the slice and its context, exactly; without special tokens.
    pub(crate) tokens: u32,
}

/// Units that one solution covers, and how many of its cuts are kept before the next: values far from the end of a window
/// are as good as exact.
const HORIZON: usize = 4096;
const COMMITTED: usize = 3072;

/// The last cuts before the budget's edge that are considered, besides ever cheaper ones before those, and how many of these.
const NEAR: usize = 64;
const FAR: usize = 16;

/// Lays a run into tiles. `exact(own, start..end)` counts the slice of these units with the context of unit `own`, and says
/// whether that is within the budget.
///
/// # Errors
/// What `exact` returns.
pub(crate) fn plan(
    run: &Run,
    mut exact: impl FnMut(usize, Range<usize>) -> Result<(u32, bool)>,
) -> Result<Vec<Tile>> {
    let planner = Planner::new(run);
    let mut tiles: Vec<Tile> = Vec::new();
    let mut values = Values::default();
    let (mut own, mut carried) = (0, 0);
    while own < planner.len {
        let stop = planner.len.min(own + HORIZON);
        planner.solve(own, stop, &mut values);
        let commit = if stop < planner.len { own + COMMITTED } else { stop };
        while own < commit {
            let tile = planner.close(own, carried, stop, &values, &mut exact)?;
            tiles.push(tile);
            carried = planner.carried_over(tile.start, tile.end);
            own = tile.end;
        }
    }
    Ok(tiles)
}

struct Planner<'r> {
    run: &'r Run,
    len: usize,
    /// For each cut the most units that fit beside the unit after it, by estimate, up to what the policy wants.
    fitting: Vec<u32>,
    /// For each cut the nearest one before it that is cheaper; 0 where there is none.
    cheaper: Vec<u32>,
}

/// Values of states in a window, flat: `width` numbers of carried units for each first new unit.
#[derive(Default)]
struct Values {
    from: usize,
    width: usize,
    cost: Vec<u64>,
}

impl Values {
    fn get(&self, own: usize, carried: u32) -> u64 {
        self.cost[(own - self.from) * self.width + carried as usize]
    }
}

impl<'r> Planner<'r> {
    fn new(run: &'r Run) -> Self {
        let len = run.room.len();
        let mut fitting = vec![0; len];
        let mut cheaper = vec![0; len];
        for cut in 1..len {
            // What the estimate refuses by a token or two may fit exactly; closing a chunk finds out.
            let room = run.room[cut].saturating_add(run.slack);
            let beside = |carried: u32| estimate(run, cut - carried as usize, cut + 1) <= room;
            fitting[cut] =
                (0..=run.carry[cut].min(cut as u32)).rev().find(|c| *c == 0 || beside(*c)).unwrap_or(0);
            let mut before = cut - 1;
            while before > 0 && run.cut[before] >= run.cut[cut] {
                before = cheaper[before] as usize;
            }
            cheaper[cut] = before as u32;
        }
        Self { run, len, fitting, cheaper }
    }

    /// Units that a chunk of `start..end` hands on: never the whole chunk.
    fn carried_over(&self, start: usize, end: usize) -> u32 {
        if end >= self.len { 0 } else { self.fitting[end].min((end - start - 1) as u32) }
    }

    /// Values of all states whose first new unit is in `from..stop`, as if the run ended at `stop`.
    fn solve(&self, from: usize, stop: usize, values: &mut Values) {
        let most = (from..stop).map(|own| self.fitting[own]).max().unwrap_or(0);
        values.from = from;
        values.width = most as usize + 1;
        values.cost.clear();
        values.cost.resize((stop - from + 1) * values.width, 0);
        for own in (from..stop).rev() {
            for carried in 0..=self.fitting[own] {
                let mut best = u64::MAX;
                self.candidates(own, carried, stop, |end| {
                    best = best.min(self.cost(own, carried, end, stop, values))
                });
                values.cost[(own - from) * values.width + carried as usize] = best;
            }
        }
    }

    /// The cheapest chunk from a state that fits exactly; of equals the longest.
    fn close(
        &self,
        own: usize,
        mut carried: u32,
        stop: usize,
        values: &Values,
        exact: &mut impl FnMut(usize, Range<usize>) -> Result<(u32, bool)>,
    ) -> Result<Tile> {
        loop {
            let start = own - carried as usize;
            let mut ends = Vec::new();
            self.candidates(own, carried, stop, |end| {
                ends.push((self.cost(own, carried, end, stop, values), end))
            });
            while let Some(best) =
                (0..ends.len()).min_by_key(|at| (ends[*at].0, std::cmp::Reverse(ends[*at].1)))
            {
                let (_, end) = ends.swap_remove(best);
                let (tokens, fits) = exact(own, start..end)?;
                // What does not fit beside its carry is tried with less; alone, it is what it is: one cluster over budget.
                if fits || (carried == 0 && end == own + 1) {
                    return Ok(Tile { start, own, end, tokens });
                }
            }
            carried = carried.saturating_sub(1);
        }
    }

    /// The cuts at which a chunk may end that begins in this state. The nearest is always among them.
    fn candidates(&self, own: usize, carried: u32, stop: usize, mut each: impl FnMut(usize)) {
        let start = own - carried as usize;
        let limit = self.run.before[start].saturating_add(self.run.room[own]).saturating_add(self.run.slack);
        let fits = self.run.before[own + 2..=stop.max(own + 1)].partition_point(|before| *before <= limit);
        let last = own + 1 + fits;
        let near = last.saturating_sub(NEAR - 1).max(own + 1);
        (near..=last).for_each(&mut each);
        if near == own + 1 {
            return;
        }
        let mut before = near;
        for _ in 0..FAR {
            before = self.cheaper.get(before).map_or(0, |cheaper| *cheaper as usize);
            if before <= own + 1 {
                break;
            }
            each(before);
        }
        if let Some(first) = self.first_break(own).filter(|first| *first < near) {
            each(first);
        }
        each(own + 1);
    }

    /// The first cut behind `own` that is to end a chunk: where there are many, cheaper ones hide it.
    fn first_break(&self, own: usize) -> Option<usize> {
        let breaks = self.run.breaks.get(own..)?;
        let more = breaks.partition_point(|count| *count <= breaks[0]);
        (more < breaks.len()).then_some(own + more)
    }

    /// Breaks inside a chunk's own units.
    fn crossed(&self, own: usize, end: usize) -> u32 {
        let up_to = |cut: usize| self.run.breaks.get(cut).copied().unwrap_or(0);
        up_to(end - 1) - up_to(own)
    }

    /// The cost of ending a chunk at `end` and of all that follows.
    fn cost(&self, own: usize, carried: u32, end: usize, stop: usize, values: &Values) -> u64 {
        let (run, prices) = (self.run, &self.run.prices);
        let start = own - carried as usize;
        let tokens = estimate(run, start, end);
        let mut cost = u64::from(prices.chunk) + u64::from(CROSSED * self.crossed(own, end));
        if tokens < run.min_tokens && end < self.len {
            cost += u64::from(prices.under_minimum);
        }
        if end == self.len {
            let is_rest = own > 0 && tokens < run.room[own] / 4;
            return cost + if is_rest { u64::from(prices.rest) } else { 0 };
        }
        let next = self.carried_over(start, end);
        cost += u64::from(run.cut[end]) + u64::from(prices.carry * (run.carry[end] - next));
        if end == stop { cost } else { cost + values.get(end, next) }
    }
}

fn estimate(run: &Run, start: usize, end: usize) -> u32 {
    run.before[end].saturating_sub(run.before[start])
}

#[cfg(test)]
#[path = "planner_tests.rs"]
mod tests;
