//! Sentence grain: one walk over the marks.

use kawara_core::{is_blank, settle};

use crate::marks::{is_closer, is_end, is_full_stop, is_opener, is_wide};
use crate::text::{char_at, char_before, skip};
use crate::words::Words;

/// The bytes that the number of an item takes at the most, with white space before it.
const ITEM: usize = 8;
/// A word may take more bytes as it is written than in lower case.
const MORE: usize = 8;

/// Collects where sentences end.
pub(crate) fn ends(text: &str, abbreviations: &Words, ends: &mut Vec<usize>) {
    let mut from = 0;
    let is_mark = |c| is_end(c) || is_full_stop(c);
    while let Some(mark) = text.get(from..).and_then(|rest| rest.find(is_mark)).map(|at| from + at) {
        // `?!`, `...` and what closes behind them is one end, looked at once.
        let run = skip(text, mark, is_mark);
        let end = skip(text, run, is_closer);
        from = end;
        let sentence = ends.last().copied().unwrap_or(0);
        if is_sentence_end(text, sentence, mark, run, end, abbreviations) {
            from = settle(text, end, is_blank);
            ends.push(from);
        }
    }
}

/// Whether the sentence that begins at `sentence` ends behind the marks from `mark` to `run`, which are closed until `end`.
fn is_sentence_end(
    text: &str,
    sentence: usize,
    mark: usize,
    run: usize,
    end: usize,
    abbreviations: &Words,
) -> bool {
    let Some(next) = char_at(text, end) else { return true };
    if !is_blank(next) {
        // Numbers, addresses, names of files; a language without spaces goes on at once.
        return char_before(text, run).is_some_and(is_wide);
    }
    let first = skip(text, skip(text, end, is_blank), is_opener);
    // A small letter goes on with the sentence: "Why?" she asked.
    if char_at(text, first).is_some_and(char::is_lowercase) {
        return false;
    }
    let is_lone = text.get(mark..end) == Some(".");
    !(is_lone && (is_item(text, sentence, mark) || is_abbreviated(text, mark, abbreviations)))
}

/// Whether all that the sentence has is the number of an item.
fn is_item(text: &str, sentence: usize, at: usize) -> bool {
    let number = text.get(sentence..at).unwrap_or_default();
    at - sentence <= ITEM && number.trim_start().chars().all(|c| c.is_ascii_digit())
}

/// Whether the word that ends at `at` keeps its full stop: a known abbreviation, or one letter of a name.
fn is_abbreviated(text: &str, at: usize, abbreviations: &Words) -> bool {
    let nearest = at.saturating_sub(abbreviations.longest() + MORE);
    let mut start = at;
    // No further back than the longest abbreviation is: a word of a million letters costs no more than one.
    for (byte, c) in text.get(..at).unwrap_or_default().char_indices().rev() {
        if is_blank(c) || is_opener(c) {
            break;
        }
        if byte < nearest {
            return false;
        }
        start = byte;
    }
    let word = text.get(start..at).unwrap_or_default();
    word.chars().count() == 1 && word.chars().all(char::is_uppercase) || abbreviations.has(word)
}
