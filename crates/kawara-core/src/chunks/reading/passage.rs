use std::ops::Range;

use uuid::Uuid;

use crate::blocks::Span;

/// What is read: a stretch of one document.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The document's id.
    pub doc_id: String,
    /// The text. Where all that is known of it are chunks, one line feed stands for the white space between two that share nothing.
    pub text: String,
    /// What it covers of the source, from its first byte to its last.
    pub source: Range<usize>,
    /// Which stretches of the text stand for which of the source, in the order of the text.
    pub spans: Vec<Span>,
    /// The hits in it, the best first.
    pub chunks: Vec<Uuid>,
    /// The rank of the best of them, from 0.
    pub rank: usize,
    /// What the best was scored, where that was said.
    pub score: Option<f64>,
    /// The tokens of the text, where they were counted; without special tokens.
    pub tokens: Option<u32>,
    /// It was to be wider, but what stands beside it is not at hand.
    pub is_short: bool,
    /// It was shortened to fit.
    pub is_cut: bool,
}
