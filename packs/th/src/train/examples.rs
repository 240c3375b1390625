//! Gaps as examples: which features each has and whether a sentence ends there.

use std::collections::BTreeMap;

use crate::train::corpus::{Document, Gap, ORDERS};

/// The features that are common enough to have a weight, and their places.
#[derive(Debug)]
pub(crate) struct Vocabulary(BTreeMap<u64, usize>);

impl Vocabulary {
    /// Features of at least two gaps in each order.
    pub(crate) fn of(documents: &[Document]) -> Self {
        const LEAST: usize = 2;
        let mut counts = BTreeMap::new();
        for document in documents {
            document.gaps(|gap, _| {
                let Gap::Asked(features) = gap else { return };
                let mut features = features.to_vec();
                features.sort_unstable();
                features.dedup();
                for feature in features {
                    *counts.entry(feature).or_insert(0) += 1;
                }
            });
        }
        let common = counts.into_iter().filter(|(_, count)| *count >= LEAST * ORDERS);
        Self(common.zip(0..).map(|((feature, _), nth)| (feature, nth)).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The features in ascending order; their weights stand in the same order.
    pub(crate) fn features(&self) -> impl Iterator<Item = u64> {
        self.0.keys().copied()
    }
}

/// A gap: the features it has, the same one perhaps more than once, and whether a sentence ends there.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) features: Vec<usize>,
    pub(crate) ends: bool,
}

impl Row {
    /// The log-odds under `weights`, the last of which is the bias.
    pub(crate) fn score(&self, weights: &[f64]) -> f64 {
        let bias = weights.last().copied().unwrap_or(0.0);
        self.features.iter().filter_map(|nth| weights.get(*nth)).fold(bias, |sum, weight| sum + weight)
    }
}

/// Gaps with what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    rows: Vec<Row>,
    /// Gaps that a rule decides: whether it says a sentence ends, and whether one does.
    ruled: Vec<(bool, bool)>,
}

impl Examples {
    pub(crate) fn new(documents: &[Document], vocabulary: &Vocabulary) -> Self {
        let mut examples = Self::default();
        for document in documents {
            document.gaps(|gap, ends| match gap {
                Gap::Asked(features) => {
                    let known = features.iter().filter_map(|feature| vocabulary.0.get(feature).copied());
                    examples.rows.push(Row { features: known.collect(), ends });
                }
                Gap::Ruled(says) => examples.ruled.push((says, ends)),
            });
        }
        examples
    }

    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The log-odds of each gap and whether a sentence ends there; gaps that a rule decides are beyond any threshold.
    pub(crate) fn scored(&self, weights: &[f64]) -> Vec<(f64, bool)> {
        let asked = self.rows.iter().map(|row| (row.score(weights), row.ends));
        let ruled = self.ruled.iter().map(|(says, ends)| (if *says { 1e3 } else { -1e3 }, *ends));
        asked.chain(ruled).collect()
    }
}
