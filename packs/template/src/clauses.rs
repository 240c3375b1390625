//! Clause grain: where a sentence that is too long for a chunk is cut first.

use kawara_core::{is_blank, settle};

use crate::marks::{is_closer, is_comma};
use crate::sentences;
use crate::text::{char_at, skip};
use crate::words::Words;

/// Collects where clauses end: at every end of a sentence, and behind commas.
pub(crate) fn ends(text: &str, abbreviations: &Words, ends: &mut Vec<usize>) {
    sentences::ends(text, abbreviations, ends);
    let mut from = 0;
    while let Some(comma) = text.get(from..).and_then(|rest| rest.find(is_comma)).map(|at| from + at) {
        from = skip(text, skip(text, comma, is_comma), is_closer);
        // 10,500 and a list without spaces stay whole, unless the comma is of full width.
        let is_wide = char_at(text, comma).is_some_and(|c| !c.is_ascii());
        if is_wide || char_at(text, from).is_none_or(is_blank) {
            from = settle(text, from, is_blank);
            ends.push(from);
        }
    }
    ends.sort_unstable();
    ends.dedup();
}
