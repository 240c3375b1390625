//! Numbers and Latin words that were torn where a line was wrapped: 199⏎6年, Java⏎Script.

use super::shape;
use crate::chars::{char_at, char_before, is_digit, is_hiragana, is_japanese, is_latin};

/// Whether a number or a Latin word lies across the break.
pub(super) fn holds(line: &str, next: &str) -> bool {
    let (Some(last), Some(first)) = (line.chars().next_back(), next.chars().next()) else { return false };
    if !shape::is_wrapped(line) {
        return false;
    }
    if is_digit(last) && is_digit(first) {
        // Columns of numbers have blanks around them.
        let left = line.len() - line.trim_end_matches(in_number).len();
        let right = next.len() - next.trim_start_matches(in_number).len();
        let before = char_before(line, line.len() - left);
        let after = char_at(next, right);
        // A year behind another number is one by itself.
        let fits = after != Some('年') || left + right <= 4 * last.len_utf8();
        return fits && before.is_some_and(|c| is_japanese(c) || c == '、') && after.is_some_and(is_japanese);
    }
    // Both stand in a sentence, and not in code or in a list of names.
    is_latin(last) && is_latin(first) && line.contains(is_hiragana) && next.contains(is_hiragana)
}

fn in_number(c: char) -> bool {
    is_digit(c) || matches!(c, ',' | '.' | '，' | '．')
}
