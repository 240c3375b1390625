//! When a single `.` or `．` ends a sentence: only where nothing else can be meant.

use crate::chars::{
    char_at, char_before, is_blank, is_closer, is_digit, is_hiragana, is_japanese, is_katakana, is_latin,
    is_numeral, is_opener, skip_blank,
};
use crate::words::listed;

/// Which dots are the full stops of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stops {
    /// Dots of any width.
    pub(crate) any: bool,
    /// `．`
    pub(crate) wide: bool,
}

/// Whether the dot at `start..end` ends the sentence that begins at `sentence`.
pub(crate) fn ends(text: &str, start: usize, end: usize, sentence: usize, stops: Stops) -> bool {
    let Some(before) = char_before(text, start) else { return false };
    let Some(after) = char_at(text, end) else { return start > sentence && !is_label(text, start, sentence) };
    let far = skip_blank(text, end);
    let spaced = far > end;
    let Some(next) = char_at(text, far) else { return !is_label(text, start, sentence) };
    if is_label(text, start, sentence) {
        return false;
    }
    if is_numeral(before)
        && (is_numeral(after) || is_digit(before) && !(spaced && is_latin_sentence(text, start, sentence)))
    {
        return false;
    }
    let wide = text.get(start..end) == Some("．");
    if wide && stops.wide && !is_numeral(before) && !crate::chars::goes_on(next) {
        return match before {
            _ if is_blank(before) || is_opener(before) => false,
            _ if is_latin(before) => ends_latin_wide(text, start, sentence, after),
            // ジョン．スミス is one name.
            _ => spaced || !(is_katakana(before) && is_katakana(after)),
        };
    }
    if is_latin(before) {
        return ends_latin(text, start, sentence, after, next, spaced);
    }
    if is_japanese(before) {
        // ジョン．スミス is one name, and 目次.html one file.
        let joins = is_katakana(before) && is_katakana(after) || after.is_ascii_alphanumeric();
        return spaced || is_closer(after) || !joins && (stops.any || is_hiragana(before) || wide);
    }
    spaced || is_closer(before) && (is_closer(after) || is_japanese(next))
}

/// Behind a Latin word where `．` is the full stop: `手法はRNN．次に`, but not `Node．js`.
fn ends_latin_wide(text: &str, dot: usize, sentence: usize, after: char) -> bool {
    if is_abbreviation(text, dot) || is_digit(after) || next_is_particle(text, dot) {
        return false;
    }
    !is_latin(after) || !after.is_lowercase() && has_hiragana(text, dot, sentence)
}

/// Whether the words before the dot are Japanese, and no reference as in `Smith，J．Appl．Phys．`.
fn has_hiragana(text: &str, dot: usize, sentence: usize) -> bool {
    text.get(sentence..dot).is_some_and(|head| head.chars().rev().take(80).any(is_hiragana))
}

/// Behind a Latin word: `See the manual. 次に`, but not `Dr. 山田`, `Inc.は` or `Node.js`.
fn ends_latin(text: &str, dot: usize, sentence: usize, after: char, next: char, spaced: bool) -> bool {
    if is_abbreviation(text, dot) || after.is_ascii_digit() || matches!(after, '/' | '-' | '_' | '@') {
        return false;
    }
    if is_japanese(next) {
        return (spaced || is_latin_sentence(text, dot, sentence)) && !next_is_particle(text, dot);
    }
    is_closer(after) || spaced && (next.is_uppercase() || is_opener(next) || is_digit(next))
}

/// No sentence begins with these; the dot belongs to a name.
fn next_is_particle(text: &str, dot: usize) -> bool {
    let after =
        text.get(dot..).unwrap_or_default().trim_start_matches(|c| matches!(c, '.' | '．') || is_blank(c));
    after.starts_with(['を', 'の', 'が', 'は', 'へ'])
        || ["に", "と", "で", "など", "から", "まで"].iter().any(|p| after.starts_with(p))
}

/// Whether what stands before the dot is more than one Latin word.
fn is_latin_sentence(text: &str, dot: usize, sentence: usize) -> bool {
    let head = text.get(sentence..dot).unwrap_or_default();
    let mut spaces = 0;
    for c in head.chars().rev().take(80) {
        spaces += usize::from(c == ' ');
        if is_japanese(c) {
            return spaces > 1;
        }
        if spaces > 1 {
            return true;
        }
    }
    spaces > 0 && head.len() < 80
}

/// `1.`, `Q.`, `ア．`, `第二．`, `手順3.` at the start of a sentence.
pub(crate) fn is_label(text: &str, dot: usize, sentence: usize) -> bool {
    let head = text.get(sentence..dot).unwrap_or_default();
    if head.is_empty() || head.len() > 24 {
        return head.is_empty();
    }
    let head = head.trim_start_matches(|c| is_opener(c) || is_blank(c));
    let head = head.strip_suffix(['章', '節', '条', '項', '号', '回', '話', '部']).unwrap_or(head);
    let bare = head.trim_end_matches(|c| is_numeral(c) || matches!(c, '.' | '．' | '-' | '－' | 'の'));
    let numbered = bare.len() < head.len();
    let word = bare.trim_end_matches(is_blank);
    let count = word.chars().count();
    let single =
        count == 1 && !numbered && word.chars().all(|c| is_latin(c) || is_katakana(c) || LETTERS.contains(c));
    let named = numbered
        && (count == 0 && !head.is_empty()
            || count < 5 && listed(NUMBERED).any(|known| known.eq_ignore_ascii_case(word)));
    single || named
}

/// Kana and signs that number the items of a list.
const LETTERS: &str = "あいうえおかきくけこイロハニホヘトいろはにほへと甲乙丙丁問答注";

/// Words before the number of an item.
const NUMBERED: &str = "
    第 手順 ステップ 図 表 例 注 問 答 質問 設問 式 項目 付録 別表 条 その ポイント 理由 方法 step q a no fig case part vol ch
";

/// Whether the Latin word before the dot is one that is written with a dot: an initial, `e.g.`, `Inc.`.
fn is_abbreviation(text: &str, dot: usize) -> bool {
    let word = last_latin_word(text.get(..dot).unwrap_or_default());
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

const ABBREVIATIONS: &str = "
    al approx art ave ca cap cf ch chap co col corp dept dr ed eds eq esp est etc ext fig figs gen gov hon inc
    jr lt ltd max min mr mrs ms mt no nos ｎｏ op org para ph.d pp prof pt ref rep rev sec sect sen sgt sp sr st
    ste tab tel univ ver viz vol vols vs plc llc bros messrs
";
