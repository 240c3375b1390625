//! Which rows of a model's output belong to which chunk.

use std::ops::Range;

use kawara_core::Weighted;

use super::line::Line;
use super::options::InForce;
use super::plan::Planned;
use super::window::LateChunk;

/// The tokens of a window, by their bytes. Spans need not be in order: a token counts as standing in a range with all that stands between
/// tokens that do.
pub(super) struct Rows {
    spans: Vec<Range<usize>>,
    /// The farthest that any token reaches up to each.
    ends: Vec<usize>,
    /// The nearest that any token begins from each on.
    starts: Vec<usize>,
    /// The window's first byte of the text, and the bytes of what is put before it.
    at: usize,
    prefix: usize,
}

impl Rows {
    pub(super) fn new(spans: Vec<Range<usize>>, at: usize, prefix: usize) -> Self {
        let mut farthest = 0;
        let ends = spans.iter().map(|span| {
            farthest = span.end.max(farthest);
            farthest
        });
        let ends = ends.collect();
        let mut nearest = usize::MAX;
        let starts = spans.iter().rev().map(|span| {
            nearest = span.start.min(nearest);
            nearest
        });
        let mut starts: Vec<usize> = starts.collect();
        starts.reverse();
        Self { spans, ends, starts, at, prefix }
    }

    /// The chunks of the window, their rows counted from the model's first special token.
    pub(super) fn chunks(
        &self,
        line: &Line<'_>,
        plan: &Planned,
        specials: usize,
        in_force: &InForce,
    ) -> Vec<LateChunk> {
        let own = self.own(line, plan);
        let late = plan.chunks.clone().zip(own).map(|(nth, own)| {
            let tokens = self.within(line.range(nth));
            let pool = self.pool(line, plan, nth, if own.is_empty() { &tokens } else { &own }, in_force);
            let shift = |range: Range<usize>| range.start + specials..range.end + specials;
            let pool = pool.into_iter().map(|part| Weighted { tokens: shift(part.tokens), ..part });
            LateChunk { nth, id: line.id(nth), tokens: shift(tokens), own: shift(own), pool: pool.collect() }
        });
        late.collect()
    }

    /// The tokens that stand in a range of the text with at least a byte.
    fn within(&self, text: Range<usize>) -> Range<usize> {
        let range = self.here(text);
        let first = self.ends.partition_point(|end| *end <= range.start);
        let behind = self.starts.partition_point(|start| *start < range.end);
        first..behind.max(first)
    }

    /// A range of the text in bytes of what is tokenised.
    fn here(&self, text: Range<usize>) -> Range<usize> {
        text.start - self.at + self.prefix..text.end - self.at + self.prefix
    }

    /// Each chunk's tokens without those of what is carried into it. A token that two chunks share belongs to the one that has more of it, of
    /// equals to the later.
    fn own(&self, line: &Line<'_>, plan: &Planned) -> Vec<Range<usize>> {
        let mut all: Vec<Range<usize>> = Vec::with_capacity(plan.chunks.len());
        for nth in plan.chunks.clone() {
            let mut own = self.within(line.own_range(nth));
            if let Some(before) = all.last_mut() {
                let shared = own.start.max(before.start)..before.end;
                if shared.start < shared.end {
                    let (left, right) = (self.here(line.own_range(nth - 1)), self.here(line.own_range(nth)));
                    let tokens = &self.spans[shared.clone()];
                    let is_left = |span: &Range<usize>| common(span, &left) > common(span, &right);
                    before.end = shared.start + tokens.partition_point(is_left);
                }
                own.start = own.start.max(before.end);
                own.end = own.end.max(own.start);
            }
            all.push(own);
        }
        all
    }

    /// What the vector of a chunk is the mean of: `own`, and with less weight what stands around it.
    fn pool(
        &self,
        line: &Line<'_>,
        plan: &Planned,
        nth: usize,
        own: &Range<usize>,
        in_force: &InForce,
    ) -> Vec<Weighted> {
        let [before, after] = line.around(nth, in_force.soft_units, !in_force.records_are_units);
        let units = |range: Range<usize>| {
            line.units()[range]
                .iter()
                .filter(|unit| unit.start >= plan.range.start && unit.end <= plan.range.end)
        };
        let first = units(before).next().map_or(own.start, |unit| self.within(unit.clone()).start);
        let last = units(after).next_back().map_or(own.end, |unit| self.within(unit.clone()).end);
        let soft = in_force.soft_weight;
        let parts = [(first..own.start, soft), (own.clone(), 1.0), (own.end..last, soft)];
        let parts = parts.into_iter().filter(|(tokens, _)| !tokens.is_empty());
        parts.map(|(tokens, weight)| Weighted { tokens, weight }).collect()
    }
}

/// How many bytes two ranges have in common.
fn common(one: &Range<usize>, two: &Range<usize>) -> usize {
    one.end.min(two.end).saturating_sub(one.start.max(two.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_are_out_of_order_are_found_with_what_stands_between() {
        let rows = Rows::new(vec![0..2, 4..6, 2..4, 6..6, 6..8], 100, 0);
        assert_eq!(rows.within(100..102), 0..1);
        assert_eq!(rows.within(102..104), 1..3);
        assert_eq!(rows.within(104..106), 1..3);
        assert_eq!(rows.within(106..108), 4..5);
        assert_eq!(rows.within(103..107), 1..5);
    }

    #[test]
    fn what_has_no_token_has_an_empty_range() {
        let rows = Rows::new(vec![0..2, 5..8], 0, 3);
        assert!(rows.within(0..2).is_empty());
        assert_eq!(rows.within(4..5), 1..2);
        assert!(Rows::new(Vec::new(), 0, 0).within(0..5).is_empty());
    }
}
