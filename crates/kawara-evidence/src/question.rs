use std::ops::Range;

/// A question, and the passages of one document that together answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The id that it was given, or `line N`.
    pub id: String,
    /// The document, by its place in the [`Corpus`](crate::Corpus).
    pub document: usize,
    /// The question itself; without one there is nothing to look for, but coverage can be told. One that is empty finds nothing.
    pub question: Option<String>,
    /// What it is grouped by in a report: its `class`, else its `label`.
    pub class: Option<String>,
    /// The passages, in the order of the file; at least one, none empty.
    pub evidence: Vec<Passage>,
}

/// A range of a document that a question needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Half-open characters of the source.
    pub chars: Range<usize>,
    /// How much it matters, over 0 to 1.
    pub relevance: f64,
}

impl Question {
    /// Whether it was asked without a word: it finds nothing, whatever retrieves, and counts as that.
    pub fn is_empty(&self) -> bool {
        self.question.as_ref().is_some_and(|question| question.trim().is_empty())
    }

    /// What a retriever is asked.
    pub(crate) fn asked(&self) -> Option<&str> {
        self.question.as_deref().filter(|_| !self.is_empty())
    }

    /// The ranges of the passages, as they stand.
    pub fn ranges(&self) -> Vec<Range<usize>> {
        self.evidence.iter().map(|passage| passage.chars.clone()).collect()
    }
}
