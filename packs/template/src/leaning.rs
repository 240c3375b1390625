//! Which sentences lean on what stands before them: alone in a chunk, nobody knows what they are about. A chunk that begins with
//! one repeats more of the chunk before.

use std::sync::OnceLock;

use kawara_core::is_blank;

use crate::marks::is_opener;
use crate::words::{Words, listed};

/// Whether `unit` cannot be understood without what stands before it.
///
/// Change: this looks at the first word. If your language says it elsewhere (a verb without its subject, an ending), look there.
pub(crate) fn leans_back(unit: &str) -> bool {
    static WORDS: OnceLock<Words> = OnceLock::new();
    let words = WORDS.get_or_init(|| Words::new(listed(include_str!("../data/leaning.txt"))));
    let head = unit.trim_start_matches(|c| is_blank(c) || is_opener(c));
    let first =
        head.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').next().unwrap_or_default();
    words.has(first)
}
