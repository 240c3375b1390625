//! What the shape of two lines says: how wide they are, and whether they are items of a list or prose.

use crate::chars::{char_before, is_hiragana, last_chars};
use crate::moods;

/// Narrower lines were not wrapped: 10 characters of full width.
const WRAPPED: usize = 20;
/// Narrower lines may be items, headlines or cells: 14 characters of full width.
const SHORT: usize = 28;
/// Wider lines are no items: 24 characters of full width.
const ITEM: usize = 48;

/// Whether `line` is wide enough to have been wrapped.
pub(super) fn is_wrapped(line: &str) -> bool {
    columns(line) >= WRAPPED
}

pub(super) fn is_short(line: &str) -> bool {
    columns(line) < SHORT
}

pub(super) fn is_item(line: &str) -> bool {
    columns(line) <= ITEM
}

/// Whether a line is, or ends, a sentence that is written out.
pub(super) fn is_prose(line: &str) -> bool {
    line.starts_with('…')
        || line.contains(['、', '，', '。', '．', '！', '？'])
        || super::is_finished(line)
        || !is_short(line)
}

/// Whether the lines are as wide as each other, as those of a wrapped paragraph are, but for a character at their ends.
pub(super) fn are_even(line: &str, next: &str) -> bool {
    is_wrapped(line) && columns(line).abs_diff(columns(next)) <= 2
}

/// ログインできないとき, パスワードを変えたいとき: items with the same last word.
pub(super) fn are_parallel(line: &str, next: &str) -> bool {
    let end = last_chars(line, 2);
    is_item(line)
        && is_item(next)
        && end.chars().all(char::is_alphanumeric)
        && next.ends_with(end)
        && !next.contains(['、', '，', '。', '．'])
}

/// 無理ｗｗｗ, 届いた😊: a line whose sentence ends in a picture or laughter.
pub(super) fn ends_in_mood(line: &str) -> bool {
    let words = line.trim_end_matches(['w', 'ｗ']);
    if words.len() < line.len() {
        return moods::laughter(line, words.len()).1;
    }
    let last = line.chars().next_back().unwrap_or(' ');
    let before = char_before(line, line.len() - last.len_utf8());
    matches!(moods::picture_run(line, line.len() - last.len_utf8()), Some((_, mood)) if mood > crate::marks::Mood::Drawl)
        && before.is_some_and(|c| is_hiragana(c) || !c.is_alphanumeric())
}

/// How wide a line is, in columns: 2 for characters of full width.
fn columns(line: &str) -> usize {
    let narrow = |c: char| c.is_ascii() || matches!(c, '\u{ff61}'..='\u{ff9f}');
    line.chars().take(ITEM + 1).map(|c| if narrow(c) { 1 } else { 2 }).sum()
}
