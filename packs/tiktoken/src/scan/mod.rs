//! Splits text into the pieces that are encoded apart, as the patterns of the encodings do, without a regular expression.
//!
//! A pattern is applied again and again where its last match ended, and every character is in some match. It never looks
//! back, so a piece depends on nothing before it; it looks ahead over letters of one word, over white space to the first
//! character that is none, and over three characters for a contraction.

mod cl100k;
pub(crate) mod classes;
mod o200k;
mod r50k;
mod runs;

pub(crate) use cl100k::Cl100k;
pub(crate) use o200k::O200k;
pub(crate) use r50k::R50k;

/// A pattern that splits text into pieces.
pub(crate) trait Pattern {
    /// The end of the piece that begins at `at`, a character border before the end of the text.
    fn piece_end(text: &[u8], at: usize) -> usize;
}

#[cfg(test)]
mod tests;
