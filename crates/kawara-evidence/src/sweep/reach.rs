//! Which questions a carry can help at all.

use std::ops::Range;

use kawara::Chunks;
use serde::{Deserialize, Serialize};

use crate::check::{FAR, Room};
use crate::recommend::Reach;
use crate::{LaidDocument, Question, Result, Source, span};

/// From the first character of a question's evidence to the last.
pub(super) fn hull(question: &Question) -> Range<usize> {
    span::hull(&question.ranges()).unwrap_or_default()
}

/// The hulls of all questions, by document; each once, in order.
pub(super) fn hulls(questions: &[Question], documents: usize) -> Vec<Vec<Range<usize>>> {
    let mut hulls = vec![Vec::new(); documents];
    for question in questions {
        if let Some(of_document) = hulls.get_mut(question.document) {
            of_document.push(hull(question));
        }
    }
    for of_document in &mut hulls {
        of_document.sort_unstable_by_key(|hull| (hull.start, hull.end));
        of_document.dedup();
    }
    hulls
}

/// How much of a document a chunk may hold, and how much its questions need.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Needs {
    /// The most tokens of a chunk.
    budget: Option<u32>,
    /// The tokens that each hull has as a chunk of its own.
    hulls: Vec<(Range<usize>, Option<u32>)>,
    /// What the reader leaves out, in characters of the source.
    skipped: Vec<Range<usize>>,
}

impl Needs {
    /// Counts them, in a document that was laid.
    ///
    /// # Errors
    /// When the counter fails.
    pub(super) fn of(
        room: &Room<'_>,
        source: &Source,
        document: usize,
        chunks: &Chunks,
        hulls: &[Range<usize>],
    ) -> Result<Self> {
        let counted = hulls.iter().map(|hull| Ok((hull.clone(), room.tokens(document, hull.clone())?)));
        let skipped =
            chunks.skipped().iter().map(|skipped| source.chars().chars(source.text(), skipped.range.clone()));
        Ok(Self {
            budget: room.budget(document),
            hulls: counted.collect::<Result<_>>()?,
            skipped: if hulls.is_empty() { Vec::new() } else { skipped.collect() },
        })
    }

    /// Whether these hulls, and no others, were counted.
    pub(super) fn are_of(&self, hulls: &[Range<usize>]) -> bool {
        self.hulls.iter().map(|(hull, _)| hull).eq(hulls)
    }

    fn is_over(&self, hull: &Range<usize>) -> bool {
        let place =
            self.hulls.binary_search_by_key(&(hull.start, hull.end), |(hull, _)| (hull.start, hull.end));
        let tokens = place.ok().and_then(|place| self.hulls.get(place)?.1);
        tokens.zip(self.budget).is_some_and(|(tokens, budget)| tokens > budget)
    }

    /// Whether a passage begins or ends in what is left out. Markup in its middle is left out as it should be.
    fn is_left_out(&self, passage: &Range<usize>) -> bool {
        let ends = [passage.start, passage.end.saturating_sub(1)];
        self.skipped.iter().any(|skipped| ends.iter().any(|end| skipped.contains(end)))
    }
}

/// Whether a carry can help a question about a document. Blanks at the ends of a passage are of no unit.
pub(super) fn reach(question: &Question, source: &Source, document: &LaidDocument, needs: &Needs) -> Reach {
    let passages: Vec<Range<usize>> =
        question.evidence.iter().map(|passage| source.trimmed(&passage.chars)).collect();
    if passages.iter().any(|passage| needs.is_left_out(passage)) {
        Reach::LeftOut
    } else if needs.is_over(&hull(question)) {
        Reach::Unfittable
    } else if is_far(passages, document) {
        Reach::Far
    } else {
        Reach::Near
    }
}

/// Whether two neighbouring passages are more than [`FAR`] units apart.
fn is_far(passages: Vec<Range<usize>>, document: &LaidDocument) -> bool {
    let unit_at = |character: usize| document.units.partition_point(|unit| unit.end <= character);
    let passages = span::union(passages);
    passages
        .windows(2)
        .any(|pair| unit_at(pair[1].start).saturating_sub(unit_at(pair[0].end.saturating_sub(1))) > FAR)
}
