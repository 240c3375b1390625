//! Passages: a run is cut at the largest size, each passage at the next, and the smallest into tiles. Each is a run of its own to what is
//! laid in it, so what stands below a passage has its edges, and nothing is carried over them.

use std::ops::Range;

use super::cost::Prices;
use super::planner::{Run, plan};
use super::semantic::Likeness;
use super::tiler::Tiler;
use crate::Result;

/// A passage, by indices into the units of the document.
#[derive(Clone, Debug)]
pub(crate) struct LaidPassage {
    /// 1 is the smallest size, whose passages have tiles in them.
    pub(crate) level: u32,
    pub(crate) units: Range<usize>,
    /// Exactly the tokens of its text alone.
    pub(crate) tokens: u32,
}

impl Tiler<'_, '_, '_> {
    /// Lays a run in passages of these sizes, the largest first, and tiles in the smallest.
    ///
    /// # Errors
    /// What a counter or a segmenter returns.
    pub(super) fn lay_passages(
        &mut self,
        range: Range<usize>,
        likeness: &[Option<Likeness>],
        sizes: &[u32],
    ) -> Result<()> {
        let Some((size, smaller)) = sizes.split_first() else { return self.lay_run(range, likeness) };
        let start = range.start;
        for (units, tokens) in self.passages(range, likeness, *size)? {
            let likeness = likeness.get(units.start - start..units.end - start).unwrap_or_default();
            let passage = LaidPassage { level: smaller.len() as u32 + 1, units: units.clone(), tokens };
            self.laid.passages.push(passage);
            self.lay_passages(units, likeness, smaller)?;
        }
        Ok(())
    }

    /// A run in passages of at most `size` tokens, without a carry. They are best cut where the text turns to something else; but while a
    /// break may have to end a chunk, it does not have to end a passage, which is there to hold several.
    fn passages(
        &self,
        range: Range<usize>,
        likeness: &[Option<Likeness>],
        size: u32,
    ) -> Result<Vec<(Range<usize>, u32)>> {
        let (start, end) = (range.start, range.end);
        let exact = |units: Range<usize>| {
            let (first, last) = (&self.laid.units[units.start], &self.laid.units[units.end - 1]);
            let tokens = self.index.exact("", first.start as usize..last.end as usize)?;
            Ok((tokens, tokens <= size))
        };
        if self.tokens(start, end) <= size.saturating_add(self.index.slack()) {
            let (tokens, fits) = exact(range.clone())?;
            if fits || end - start == 1 {
                return Ok(vec![(range, tokens)]);
            }
        }
        let run = Run {
            before: self.before(range.clone()),
            room: vec![size; end - start],
            cut: self.cuts(range, likeness),
            breaks: Vec::new(),
            carry: vec![0; end - start],
            slack: self.index.slack(),
            min_tokens: 0,
            prices: Prices::of(self.settings.tiling.stability),
        };
        let tiles = plan(&run, |_, units| exact(start + units.start..start + units.end))?;
        Ok(tiles.into_iter().map(|tile| (start + tile.start..start + tile.end, tile.tokens)).collect())
    }
}
