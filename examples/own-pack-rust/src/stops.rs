//! The full stop that ends no sentence.

use kawara_core::is_blank;

use crate::endings::surely_closes_sentence;
use crate::text::{char_at, char_before, skip};

/// A word is looked at this far back, in bytes: an abbreviation is shorter.
const WORD: usize = 24;
/// The bytes of an item's number with white space before it.
const ITEM: usize = 8;

/// Whether the full stop from `at` to `end` may end the sentence that began at `sentence`.
pub(crate) fn ends(text: &str, sentence: usize, at: usize, end: usize) -> bool {
    let head = text.get(..at).unwrap_or_default();
    let next = char_at(text, end);
    if let Some(next) = next.filter(|c| c.is_alphanumeric()) {
        // naver.com, 3.5, 2024.3.5, v2.1: but 했다.그리고 are two sentences.
        return is_hangul(next) && surely_closes_sentence(head);
    }
    let first = char_at(text, skip(text, end, is_blank));
    let sentence = skip(text, sentence, is_blank).min(at);
    let goes_on = match (char_before(text, at), first) {
        (_, None) => false,
        (Some(before), Some(first)) if before.is_ascii_digit() => first.is_ascii_digit() || ends_date(head),
        (Some(before), Some(first)) if before.is_ascii_alphabetic() => {
            first.is_ascii_lowercase() || is_abbreviated(head)
        }
        _ => false,
    };
    !goes_on && !is_item(text, sentence, at)
}

/// Whether the number at the end of `head` has another and its full stop before it. A date goes on with what happened that day:
/// 2024. 3. 5. 개정.
fn ends_date(head: &str) -> bool {
    let before = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let gap = before.trim_end_matches(' ');
    let is_near = head.len() - before.len() <= 2 && before.len() - gap.len() == 1;
    is_near && gap.strip_suffix('.').is_some_and(|year| year.ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether all that the sentence has is the number of an item: `1.`, `가.`, `a.`.
fn is_item(text: &str, sentence: usize, at: usize) -> bool {
    let number = text.get(sentence..at).unwrap_or_default();
    let mut chars = number.chars();
    let (first, second) = (chars.next(), chars.next());
    number.len() <= ITEM
        && (number.chars().all(|c| c.is_ascii_digit())
            || second.is_none()
                && first
                    .is_some_and(|c| "가나다라마바사아자차카타파하".contains(c) || c.is_ascii_alphabetic()))
}

/// Whether the Latin word at the end of `head` keeps its full stop: one letter of a name, U.S., or a known abbreviation.
fn is_abbreviated(head: &str) -> bool {
    let near = head.get(head.ceil_char_boundary(head.len().saturating_sub(WORD))..).unwrap_or_default();
    let word = near.rsplit(|c: char| !c.is_ascii_alphabetic() && c != '.').next().unwrap_or_default();
    let is_initial = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    is_initial || word.contains('.') || ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

const ABBREVIATIONS: [&str; 18] = [
    "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Jr", "Sr", "No", "vs", "Vol", "Fig", "pp", "p", "cf", "Inc",
    "Co", "Ltd",
];

/// A Hangul syllable.
pub(crate) fn is_hangul(c: char) -> bool {
    matches!(c, '가'..='힣')
}
