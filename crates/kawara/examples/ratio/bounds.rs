//! What chunking may cost.

use crate::text::LANGUAGES;

/// By counter, in the order of [`LANGUAGES`]: chunking and writing the records, as a ratio to one plain count.
///
/// About one and a half times what this program printed in three runs on two busy cores: 0.61, 0.72, 1.26 and 0.71 at the most under
/// cl100k, 0.90, 0.76, 1.23 and 0.75 under o200k, 1.83, 2.14, 3.86 and 2.70 under the WordPiece file. Real articles are easier, dialogue
/// and lists being what the text is full of. The WordPiece file is small, but counts as fast as published ones do; small files of other
/// kinds count several times as fast, so they would be no measure.
pub(crate) const BOUNDS: [(&str, [f64; LANGUAGES.len()]); 3] = [
    ("tiktoken:cl100k_base", [0.9, 1.1, 1.9, 1.05]),
    ("tiktoken:o200k_base", [1.35, 1.15, 1.85, 1.1]),
    ("hf:packs/huggingface/tests/data/wordpiece.json", [2.75, 3.1, 5.8, 4.1]),
];
