//! How alike units are to their neighbours, as an embedder sees it.

use std::ops::Range;

use crate::blocks::Joint;
use crate::embed::{similarity, vectors_of};
use crate::settings::{SemanticSettings, Threshold};
use crate::units::Unit;
use crate::{Embedder, RangeCount, Result};

/// What is known of the cut before a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Likeness {
    /// Of the units on both sides, with their neighbours; 0 to 1, and what is opposite is not alike.
    pub(crate) similarity: f64,
    pub(crate) is_break: bool,
}

/// What units are compared with.
pub(crate) struct Comparison<'a> {
    pub(crate) embedder: &'a dyn Embedder,
    pub(crate) settings: &'a SemanticSettings,
    pub(crate) text: &'a str,
    pub(crate) index: &'a dyn RangeCount,
    /// What every text begins with, because the model was trained so.
    pub(crate) prefix: &'a str,
    /// The most tokens that a unit and its neighbours have together, the prefix left out.
    pub(crate) room: u32,
}

/// What a comparison of units came to.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// For each unit what is known of the cut before it; `None` at barriers, over which nothing is compared.
    pub(crate) likenesses: Vec<Option<Likeness>>,
    /// The tokens of the texts that the embedder was given, as the index estimates them.
    pub(crate) tokens: u64,
}

impl Comparison<'_> {
    /// # Errors
    /// What the embedder returns, and for whatever is no vector.
    pub(crate) fn of(&self, units: &[Unit]) -> Result<Compared> {
        let stretches: Vec<Range<usize>> = stretches(units).filter(|stretch| stretch.len() > 1).collect();
        let around = |stretch: &Range<usize>| -> Vec<Range<usize>> {
            stretch.clone().map(|at| self.around(units, stretch, at)).collect()
        };
        let ranges: Vec<Range<usize>> = stretches.iter().flat_map(around).collect();
        let mut likenesses = vec![None; units.len()];
        if ranges.is_empty() {
            return Ok(Compared { likenesses, tokens: 0 });
        }
        let tokens = ranges.iter().map(|range| u64::from(self.index.estimate(range.clone()))).sum();
        let texts: Vec<String> =
            ranges.into_iter().map(|range| format!("{}{}", self.prefix, &self.text[range])).collect();
        let vectors = vectors_of(self.embedder, &texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        let mut vectors = vectors.iter();
        let mut distances = Vec::new();
        for stretch in stretches {
            let own: Vec<&Vec<f32>> = vectors.by_ref().take(stretch.len()).collect();
            for (at, pair) in (stretch.start + 1..).zip(own.windows(2)) {
                distances.push((at, 1.0 - similarity(pair[0], pair[1])));
            }
        }
        let breaks =
            breaks(self.settings.threshold, &distances.iter().map(|(_, it)| *it).collect::<Vec<_>>());
        for ((at, distance), is_break) in distances.into_iter().zip(breaks) {
            likenesses[at] = Some(Likeness { similarity: (1.0 - distance).max(0.0), is_break });
        }
        Ok(Compared { likenesses, tokens })
    }

    /// A unit and so many neighbours as the window has and the room takes, in bytes of the text.
    fn around(&self, units: &[Unit], stretch: &Range<usize>, at: usize) -> Range<usize> {
        let around = |window: usize| {
            let first = at.saturating_sub(window).max(stretch.start);
            let last = (at + window).min(stretch.end - 1);
            units[first].start as usize..units[last].end as usize
        };
        // Wider than its stretch, no window has more in it; and of a wide one, no more is looked at than fits.
        let widest = (self.settings.window as usize).min(stretch.len());
        let most = self.room.saturating_sub(self.index.slack());
        let fits = |window: &usize| self.index.estimate(around(*window)) <= most;
        let window = (1..=widest).take_while(fits).last().unwrap_or(0);
        around(window)
    }
}

/// Units between two barriers, one after the other.
fn stretches(units: &[Unit]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        if start == units.len() {
            return None;
        }
        let is_barrier = |unit: &Unit| matches!(unit.joint, Joint::Record | Joint::Section);
        let more = units[start + 1..].iter().take_while(|unit| !is_barrier(unit)).count();
        at = start + 1 + more;
        Some(start..at)
    })
}

fn breaks(threshold: Threshold, distances: &[f64]) -> Vec<bool> {
    let above = |values: &[f64], limit: f64| values.iter().map(|value| *value > limit).collect();
    match threshold {
        Threshold::Percentile(share) => above(distances, percentile(distances, share)),
        Threshold::Deviations(count) => above(distances, mean(distances) + count * deviation(distances)),
        Threshold::Interquartile(count) => {
            let range = percentile(distances, 75.0) - percentile(distances, 25.0);
            above(distances, mean(distances) + count * range)
        }
        Threshold::Gradient(share) => {
            let slopes = slopes(distances);
            above(&slopes, percentile(&slopes, share))
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - mean) * (value - mean)).collect();
    self::mean(&squares).sqrt()
}

/// Between two ranks the value is interpolated linearly, as NumPy does by default.
fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let rank = (share / 100.0).clamp(0.0, 1.0) * last as f64;
    let (below, beyond) = (rank.floor(), rank - rank.floor());
    let low = sorted[below as usize];
    let high = sorted[(below as usize + 1).min(last)];
    low + (high - low) * beyond
}

/// How steeply values rise, as NumPy's gradient has it; one alone does not rise.
fn slopes(values: &[f64]) -> Vec<f64> {
    let slope = |at: usize| {
        let (from, to) = (at.saturating_sub(1), (at + 1).min(values.len() - 1));
        if from == to { 0.0 } else { (values[to] - values[from]) / (to - from) as f64 }
    };
    (0..values.len()).map(slope).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISTANCES: [f64; 6] = [0.1, 0.2, 0.15, 0.9, 0.1, 0.3];

    fn at(threshold: Threshold) -> Vec<usize> {
        let breaks = breaks(threshold, &DISTANCES);
        (0..breaks.len()).filter(|at| breaks[*at]).collect()
    }

    /// The limits were computed with NumPy 2: `percentile`, `mean`, `std` and `gradient` of the same numbers.
    #[test]
    fn statistics_are_those_of_numpy() {
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        close(percentile(&DISTANCES, 95.0), 0.75);
        close(percentile(&DISTANCES, 25.0), 0.1125);
        close(percentile(&DISTANCES, 75.0), 0.275);
        close(mean(&DISTANCES), 0.291_666_666_666_666_7);
        close(deviation(&DISTANCES), 0.280_500_544_662_698_5);
        for (own, theirs) in slopes(&DISTANCES).into_iter().zip([0.1, 0.025, 0.35, -0.025, -0.3, 0.2]) {
            close(own, theirs);
        }
    }

    #[test]
    fn each_threshold_finds_its_breaks() {
        assert_eq!(at(Threshold::Percentile(95.0)), [3]);
        assert_eq!(at(Threshold::Percentile(50.0)), [1, 3, 5]);
        assert_eq!(at(Threshold::Percentile(100.0)), []);
        assert_eq!(at(Threshold::Percentile(0.0)), [1, 2, 3, 5]);
        assert_eq!(at(Threshold::Deviations(1.0)), [3]);
        assert_eq!(at(Threshold::Deviations(3.0)), []);
        assert_eq!(at(Threshold::Interquartile(1.5)), [3]);
        assert_eq!(at(Threshold::Gradient(80.0)), [2]);
    }

    #[test]
    fn few_distances_are_no_trouble() {
        for threshold in [
            Threshold::Percentile(95.0),
            Threshold::Deviations(1.0),
            Threshold::Interquartile(1.5),
            Threshold::Gradient(95.0),
        ] {
            assert_eq!(breaks(threshold, &[]), []);
            assert_eq!(breaks(threshold, &[0.5]), [false]);
            assert_eq!(breaks(threshold, &[0.5, 0.5, 0.5]), [false; 3]);
        }
    }
}
