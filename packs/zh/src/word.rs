//! Word grain: the last resort before single characters.

use std::sync::OnceLock;

use icu_segmenter::WordSegmenterBorrowed;
use icu_segmenter::options::WordBreakInvariantOptions;
use unicode_segmentation::UnicodeSegmentation;

use crate::chars::{goes_on, is_blank, is_closer, is_latin, is_opener};

/// Replaces `ends`, the ends of the clauses of `text`, by the ends of its words: all of those and more. Punctuation that closes
/// and white space belong to the word before, punctuation that opens to the word after.
pub(crate) fn ends(text: &str, ends: &mut Vec<usize>) {
    let clauses = std::mem::take(ends);
    let mut clauses = clauses.into_iter().peekable();
    let mut breaks = dictionary().segment_str(text).peekable();
    let mut before = '\n';
    let mut open = false;
    for (at, cluster) in text.grapheme_indices(true) {
        while breaks.next_if(|b| *b < at).is_some() {}
        let first = cluster.chars().next().unwrap_or(' ');
        let opens = if first == '"' { !open } else { is_opener(first) || is_prefix(first) };
        let joined = trails(first) && !opens || leads(before, open) || holds(before, first);
        let word = at > 0 && breaks.peek() == Some(&at) && !joined;
        if clauses.next_if_eq(&at).is_some() || word {
            ends.push(at);
        }
        open ^= first == '"';
        before = cluster.chars().next_back().unwrap_or(' ');
    }
}

/// The dictionary lies in the binary; it is looked at when words are first asked for.
fn dictionary() -> &'static WordSegmenterBorrowed<'static> {
    static DICTIONARY: OnceLock<WordSegmenterBorrowed<'static>> = OnceLock::new();
    DICTIONARY
        .get_or_init(|| icu_segmenter::WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()))
}

/// Stays with the word before it.
fn trails(c: char) -> bool {
    let ends = matches!(
        c,
        '。' | '！' | '？' | '｡' | '.' | '．' | '!' | '?' | '…' | '⋯' | '‥' | '"' | '～' | '~' | '—'
    );
    ends || is_blank(c)
        || is_closer(c)
        || goes_on(c)
        || matches!(c, '%' | '％' | '‰' | '°' | '℃' | '℉' | '/' | '=' | '&')
}

/// Stays with the word after it; `open`: an odd number of straight quotation marks has been passed.
fn leads(before: char, open: bool) -> bool {
    if before == '"' { open } else { is_opener(before) || is_prefix(before) }
}

/// A sign that stands before its number.
fn is_prefix(c: char) -> bool {
    matches!(c, '$' | '￥' | '¥' | '€' | '£' | '＄' | '№' | '#')
}

/// Whether nothing may come between the two: a no-break space, the dot of 约翰·史密斯, a dash or an ellipsis, C++.
fn holds(before: char, after: char) -> bool {
    let glue = |c| {
        matches!(
            c,
            '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2060}' | '\u{feff}' | '\u{2011}' | '·' | '・' | '‧'
        )
    };
    let run = before == after && matches!(after, '—' | '─' | '…' | '⋯' | '-' | '+');
    glue(before) || glue(after) || run || is_latin(before) && matches!(after, '+' | '#')
}
