//! When an ellipsis ends a sentence: only if what follows is sure to be a new one. In the middle of a sentence it is a pause.

use crate::chars::{char_at, is_han};
use crate::script::{listed, simplified};

/// Whether `after`, the text behind an ellipsis and its white space, starts a new sentence. `before` is the sentence so far.
pub(crate) fn new_sentence_follows(before: &str, after: &str) -> bool {
    let after = simplified(after, 8);
    let after = after.as_str();
    let starts = listed(OPENINGS).any(|opening| after.starts_with(opening)) || is_answer(after);
    starts || is_full_clause(before) && (is_address(after) || starts_with_subject(before, after))
}

/// Subject, verb and object take six characters; less than that before a pause is a faltering start.
fn is_full_clause(before: &str) -> bool {
    const LENGTH: usize = 6;
    before.chars().filter(|c| is_han(*c)).take(LENGTH).count() == LENGTH
}

/// 主席，… or 毫无疑问，…: an address or an adverb, set off by a comma.
fn is_address(after: &str) -> bool {
    let length = after.chars().take_while(|c| is_han(*c)).take(5).count();
    (2..5).contains(&length) && after.chars().nth(length) == Some('，')
}

/// 是的！ or 好，…
fn is_answer(after: &str) -> bool {
    let set_off = |rest: &str| rest.starts_with(['，', '。', '！', '？']);
    listed(ANSWERS).any(|answer| after.strip_prefix(answer).is_some_and(set_off))
}

const ANSWERS: &str = "是 是的 不 不是 对 好 好的 没错";

/// A pronoun that does not take up the words before the pause (那张……那张票).
fn starts_with_subject(before: &str, after: &str) -> bool {
    let Some(first) = char_at(after, 0) else { return false };
    matches!(first, '我' | '你' | '您' | '他' | '她' | '它' | '咱' | '这' | '那')
        && !before.trim_end_matches(['…', '⋯', '.']).ends_with(first)
}

/// What nothing but a new sentence starts with.
const OPENINGS: &str = "
    虽然 但是 可是 然而 不过 如果 假如 要是 倘若 因为 所以 因此 于是 那么 否则 另外 此外 而且 况且 总之
    后来 然后 接着 刚才 同时 难道 为什么 为何
";
