//! Which sentences lean on what stands before them: they go on with a connective, point back, tell a time from another one, give a
//! reason for what was said, or leave out what they are about.

mod connectives;
mod labels;
mod pointers;
mod relations;
mod topics;

use kawara_core::Result;

use crate::chars::{first_chars, is_blank, is_closer, is_hiragana, is_opener, is_terminator};
use crate::morphology::Morphology;
use crate::words::{ends_with_any, listed};

/// What leans by its words does so near its beginning.
const HEAD: usize = 48;

/// Whether `unit` cannot be understood without what stands before it.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn leans_back(unit: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let unit = unit.trim_start_matches(|c| {
        is_blank(c) || is_opener(c) || matches!(c, '"' | '…' | '―' | '—' | '・' | '-' | '※' | '*' | '＊')
    });
    let unit = labels::without(unit);
    if is_heading(unit) {
        return Ok(false);
    }
    let head = first_chars(unit, HEAD);
    Ok(connectives::opens(head)
        || pointers::points_back(head)
        || pointers::names_itself(unit)
        || relations::is_loose(head)
        || gives_a_reason(unit)
        || topics::is_missing(unit, morphology)?)
}

/// A short line that ends in a noun, and in no mark: これまでの経緯
fn is_heading(unit: &str) -> bool {
    let words = unit.trim_end_matches(|c| is_blank(c) || is_closer(c));
    let ends_in_noun = words.chars().next_back().is_none_or(|c| c.is_alphanumeric() && !is_hiragana(c));
    ends_in_noun && !words.contains(['、', '，']) && words.chars().take(25).count() < 25
}

/// …したからである, …のためである: a reason for what the sentence before said.
fn gives_a_reason(unit: &str) -> bool {
    let words = unit.trim_end_matches(|c| is_blank(c) || is_terminator(c) || is_closer(c));
    let because = |tail: &str| words.strip_suffix(tail).is_some_and(|head| head.ends_with(is_hiragana));
    listed("からである からであった からだ からだった からです からでした").any(because)
        || ends_with_any(words, "ためである ためであった ためだ ためだった ためです ためでした")
}
