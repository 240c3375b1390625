//! When a single `.` or `．` ends a sentence: only where nothing else can be meant.

use crate::chars::{char_at, char_before, is_closer, is_digit, is_han, is_latin, is_opener, skip_blank};
use crate::script::{listed, simplified};

/// How a block writes its full stops, as far as dots need to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The block has `。`, `！` or `？`.
    pub(crate) full: bool,
    /// A dot between two Han characters is a full stop here, not the dot of 哈利.波特.
    pub(crate) dots_stop: bool,
}

/// Whether the dot at `start..end` ends the sentence that begins at `sentence`.
pub(crate) fn ends(text: &str, start: usize, end: usize, sentence: usize, style: Style) -> bool {
    let Some(before) = char_before(text, start) else { return false };
    if is_reference(text, sentence) {
        return false;
    }
    let Some(after) = char_at(text, end) else { return true };
    let far = skip_blank(text, end);
    let spaced = far > end;
    let Some(next) = char_at(text, far) else { return true };
    if is_digit(before) {
        return spaced && (is_upper(next) || is_han(next)) && ends_after_number(text, start, sentence);
    }
    if is_latin(before) {
        return !is_abbreviation(text, start)
            && starts_after_latin(next, after, spaced || matches!(next, 'Ａ'..='Ｚ'));
    }
    if is_han(before) {
        let label = is_label(text, start, sentence);
        return !label
            && (spaced || is_closer(after) || style.dots_stop || parts_sentences(text, start, end));
    }
    (spaced || is_closer(after)) && (is_upper(next) || is_han(next) || is_opener(next) || is_closer(next))
}

/// `… in 1998. The …`: a number ends a sentence only after a Latin word; 步骤1. and a number that opens a sentence are labels.
fn ends_after_number(text: &str, dot: usize, sentence: usize) -> bool {
    let head = text.get(sentence..dot).unwrap_or_default();
    let words = head.trim_end_matches(|c| is_digit(c) || c == ',' || c == '.');
    let word = words.trim_end_matches(' ');
    word.len() < words.len()
        && word.ends_with(|c: char| c.is_ascii_lowercase())
        && !is_abbreviated_word(last_latin_word(word))
}

/// `spaced`: there is white space, or the letters are of full width and bring their own.
fn starts_after_latin(next: char, after: char, spaced: bool) -> bool {
    if is_han(next) {
        // No sentence begins with these; the dot belongs to a name or an abbreviation.
        return !matches!(next, '的' | '等' | '之' | '和' | '与' | '與' | '及' | '或');
    }
    is_closer(after) || spaced && (is_upper(next) || is_opener(next))
}

/// Whether the Latin word before the dot is one that is written with a dot: an initial, `e.g.`, `Inc.`.
fn is_abbreviation(text: &str, dot: usize) -> bool {
    is_abbreviated_word(last_latin_word(text.get(..dot).unwrap_or_default()))
}

fn is_abbreviated_word(word: &str) -> bool {
    if word.chars().count() < 2
        || word.contains(['.', '．']) && word.split(['.', '．']).all(|part| part.chars().count() < 3)
    {
        return true;
    }
    listed(ABBREVIATIONS).any(|known| known.eq_ignore_ascii_case(word))
}

/// The Latin letters and dots at the end of `head`; the longest word of interest is short.
fn last_latin_word(head: &str) -> &str {
    let mut start = head.len();
    for (at, c) in head.char_indices().rev().take(24) {
        if !is_latin(c) && c != '.' && c != '．' {
            break;
        }
        start = at;
    }
    head.get(start..).unwrap_or_default()
}

/// 他走了.我留下: a particle before the dot, or a word after it, that no name like 哈利.波特 has there.
fn parts_sentences(text: &str, start: usize, end: usize) -> bool {
    let particle = char_before(text, start).is_some_and(|c| "了的吗嗎吧呢啊呀嘛啦着著过過".contains(c));
    let after = simplified(text.get(end..).unwrap_or_default(), 2);
    let subject = after
        .starts_with(['我', '你', '您', '他', '她', '它', '这', '而', '也', '在', '是', '很', '就', '其']);
    particle || subject || listed(CONNECTIVES).any(|word| word == after)
}

const CONNECTIVES: &str = "但是 但也 但亦 可是 不过 所以 因为 因此 如果 虽然 后来 然后";

/// `[1] 王明. 桥梁史. 北京`: dots part the fields of an entry in a list of references.
fn is_reference(text: &str, sentence: usize) -> bool {
    let entry = text.get(sentence..).unwrap_or_default();
    entry.starts_with(['[', '［', '〔']) && entry.chars().nth(1).is_some_and(is_digit)
}

/// `一.` or `甲．` at the start of a sentence.
fn is_label(text: &str, dot: usize, sentence: usize) -> bool {
    if dot > sentence + 12 {
        return false;
    }
    let head = text.get(sentence..dot).unwrap_or_default();
    let is_numeral = |c: char| {
        matches!(
            c,
            '第' | '〇'
                | '一'
                | '二'
                | '三'
                | '四'
                | '五'
                | '六'
                | '七'
                | '八'
                | '九'
                | '十'
                | '百'
                | '甲'
                | '乙'
                | '丙'
                | '丁'
                | '戊'
        )
    };
    !head.is_empty() && head.chars().all(is_numeral)
}

fn is_upper(c: char) -> bool {
    c.is_uppercase()
}

const ABBREVIATIONS: &str = "
    al approx art ave cap cf ch chap co col corp dept dr ed eds eq esp est etc ext fig figs gen gov hon inc
    jr lt ltd max min mr mrs ms mt no nos op org para ph.d pp prof pt ref rep rev sec sect sen sgt sp sr st
    ste tab tel univ ver viz vol vols vs
";
