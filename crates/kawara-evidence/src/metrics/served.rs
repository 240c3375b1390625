use std::collections::BTreeMap;
use std::ops::Range;

use super::Depth;
use crate::{Laid, Passage, Piece, Question, span};

/// What the chunks served to one question are worth.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) hit: bool,
    pub(super) unionhit: bool,
    pub(super) recall: f64,
    pub(super) precision: f64,
    pub(super) iou: f64,
    pub(super) rrr: f64,
    pub(super) unique: usize,
    pub(super) graded: Option<f64>,
    pub(super) tokens: u64,
    /// What was served, each character once: by document.
    pub(super) union: BTreeMap<usize, Vec<Range<usize>>>,
}

/// The evidence of a question, prepared for many depths.
pub(super) struct Evidence<'q> {
    question: &'q Question,
    union: Vec<Range<usize>>,
    /// Stretches of one relevance.
    graded: Vec<(Range<usize>, f64)>,
}

impl<'q> Evidence<'q> {
    pub(super) fn of(question: &'q Question) -> Self {
        Self { question, union: span::union(question.ranges()), graded: grades(&question.evidence) }
    }

    pub(super) fn union(&self) -> &[Range<usize>] {
        &self.union
    }

    pub(super) fn outcome(&self, served: &[&Piece]) -> Outcome {
        let wanted = span::length(&self.union);
        let hull = span::hull(&self.union).unwrap_or_default();
        let mut ranges: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for piece in served {
            ranges.entry(piece.document).or_default().push(piece.chars.clone());
        }
        let union: BTreeMap<_, _> =
            ranges.into_iter().map(|(document, all)| (document, span::union(all))).collect();
        let here = union.get(&self.question.document).map(Vec::as_slice).unwrap_or_default();
        let found = span::length(&span::intersection(here, &self.union));
        let all: usize = served.iter().map(|piece| piece.chars.len()).sum();
        let unique: usize = union.values().map(|ranges| span::length(ranges)).sum();
        let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        Outcome {
            hit: served
                .iter()
                .any(|piece| piece.document == self.question.document && span::holds(&piece.chars, &hull)),
            unionhit: found == wanted,
            recall: share(found, wanted),
            precision: share(found, all),
            iou: share(found, all + wanted - found),
            rrr: if all == 0 { 0.0 } else { 1.0 - unique as f64 / all as f64 },
            unique,
            graded: self.graded(here),
            tokens: served.iter().map(|piece| u64::from(piece.tokens)).sum(),
            union,
        }
    }

    fn graded(&self, served: &[Range<usize>]) -> Option<f64> {
        let mut sums = (0.0, 0.0);
        for (range, relevance) in &self.graded {
            let found = span::length(&span::intersection(served, std::slice::from_ref(range)));
            sums = (sums.0 + relevance * found as f64, sums.1 + relevance * range.len() as f64);
        }
        (sums.1 > 0.0).then_some(sums.0 / sums.1)
    }
}

/// Disjoint stretches, each as relevant as the most relevant passage that it stands in.
fn grades(evidence: &[Passage]) -> Vec<(Range<usize>, f64)> {
    let mut graded: Vec<&Passage> = evidence.iter().collect();
    graded.sort_by(|one, other| other.relevance.total_cmp(&one.relevance));
    let mut known: Vec<Range<usize>> = Vec::new();
    let mut stretches = Vec::new();
    for passage in graded {
        let mut start = passage.chars.start;
        for taken in span::intersection(&known, std::slice::from_ref(&passage.chars)) {
            stretches.push((start..taken.start, passage.relevance));
            start = taken.end;
        }
        stretches.push((start..passage.chars.end, passage.relevance));
        known.push(passage.chars.clone());
        known = span::union(known);
    }
    stretches.retain(|(range, _)| range.start < range.end);
    stretches
}

/// The chunks of a ranking that are served.
pub(super) fn take<'l>(laid: &'l Laid, ranking: &[usize], depth: Depth) -> Vec<&'l Piece> {
    let pieces = ranking.iter().filter_map(|nth| laid.pieces.get(*nth));
    match depth {
        Depth::Chunks(count) => pieces.take(count).collect(),
        Depth::Tokens(most) => {
            let mut sum = 0;
            pieces
                .take_while(|piece| {
                    sum += u64::from(piece.tokens);
                    sum <= most
                })
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_as_relevant_as_its_best_passage() {
        let passage = |chars, relevance| Passage { chars, relevance };
        assert_eq!(
            grades(&[passage(0..10, 0.5), passage(4..6, 1.0), passage(8..12, 0.2)]),
            [(4..6, 1.0), (0..4, 0.5), (6..10, 0.5), (10..12, 0.2)]
        );
        assert_eq!(grades(&[passage(0..5, 1.0), passage(0..5, 1.0)]), [(0..5, 1.0)]);
    }
}
