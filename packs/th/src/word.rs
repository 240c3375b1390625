//! Word grain: the last resort before single characters.

use std::sync::OnceLock;

use icu_segmenter::WordSegmenterBorrowed;
use icu_segmenter::options::WordBreakInvariantOptions;
use unicode_segmentation::UnicodeSegmentation;

use crate::chars::{is_blank, is_closer, is_dependent, is_digit, is_leading, is_mark, is_opener, is_thai};

/// Replaces `ends`, the ends of the clauses of `text`, by the ends of its words: all of those and more. ๆ, ฯ, marks that close and
/// white space belong to the word before, marks that open to the word after.
pub(crate) fn ends(text: &str, ends: &mut Vec<usize>) {
    let clauses = std::mem::take(ends);
    let mut clauses = clauses.into_iter().peekable();
    let mut breaks = breaks(text).peekable();
    let mut before = '\n';
    let mut letter = '\n';
    let mut open = false;
    for (at, cluster) in text.grapheme_indices(true) {
        while breaks.next_if(|b| *b < at).is_some() {}
        let here = breaks.next_if_eq(&at).is_some();
        let first = cluster.chars().next().unwrap_or(' ');
        let opens = if first == '"' { !open } else { is_opener(first) };
        let joined = trails(first) && !opens || leads(before, open) || holds(letter, before, first);
        let torn = is_consonant(cluster) && is_thai(before) && breaks.peek() == Some(&(at + cluster.len()));
        let word = at > 0 && here && !joined && !torn;
        if clauses.next_if_eq(&at).is_some() || word {
            ends.push(at);
        }
        open ^= first == '"';
        before = cluster.chars().next_back().unwrap_or(' ');
        letter = if is_blank(before) { letter } else { before };
    }
}

/// Where words may begin in `text`, in order, its end included.
pub(crate) fn breaks(text: &str) -> impl Iterator<Item = usize> {
    dictionary().segment_str(text)
}

/// The dictionary lies in the binary; it is looked at when words are first asked for.
fn dictionary() -> &'static WordSegmenterBorrowed<'static> {
    static DICTIONARY: OnceLock<WordSegmenterBorrowed<'static>> = OnceLock::new();
    DICTIONARY
        .get_or_init(|| icu_segmenter::WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()))
}

/// A consonant alone is no word, though the dictionary may leave one over; but ณ is.
fn is_consonant(cluster: &str) -> bool {
    let mut characters = cluster.chars();
    matches!(characters.next(), Some('ก'..='ฮ')) && characters.next().is_none() && cluster != "ณ"
}

/// Stays with the word before it, even behind a space.
fn trails(c: char) -> bool {
    let ends = matches!(c, '.' | ',' | '!' | '?' | ';' | ':' | '…' | '"' | '。' | '！' | '？');
    ends || is_blank(c)
        || is_closer(c)
        || is_mark(c)
        || is_dependent(c)
        || matches!(c, '%' | '‰' | '°' | '/' | '=' | '&')
}

/// Stays with the word after it; `open`: an odd number of straight quotation marks has been passed.
fn leads(before: char, open: bool) -> bool {
    let prefix = matches!(before, '฿' | '$' | '€' | '£' | '¥' | '#' | '№');
    if before == '"' { open } else { is_opener(before) || prefix }
}

/// Whether nothing may come between the two: `letter` is the last character that was not blank, `before` the last of all.
fn holds(letter: char, before: char, after: char) -> bool {
    let glue = |c| matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2060}' | '\u{feff}' | '\u{2011}');
    // พ.ศ.
    let abbreviated = before == '.' && matches!(after, 'ก'..='ฮ');
    // 2,500 is the dictionary's own; ๒.๕ is not.
    let decimal = matches!(before, '.' | ',') && is_digit(after);
    is_leading(letter)
        || glue(letter)
        || glue(before)
        || glue(after)
        || abbreviated
        || decimal
        || before == after && matches!(after, '-' | '—' | '…' | '+')
}
