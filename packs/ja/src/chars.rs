//! What characters are to a Japanese reader.

use crate::marks::{Kind, classify};

/// A Han character, or a sign that is written like one.
pub(crate) fn is_kanji(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fd5}' | '々' | '〆' | '〇' | '\u{3021}'..='\u{3029}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

pub(crate) fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

/// Of full or half width, with the sign of a long vowel.
pub(crate) fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}')
}

/// A letter of Japanese.
pub(crate) fn is_japanese(c: char) -> bool {
    is_hiragana(c) || is_kanji(c) || is_katakana(c)
}

/// A digit, of half or full width.
pub(crate) fn is_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// A numeral of any script.
pub(crate) fn is_numeral(c: char) -> bool {
    is_digit(c) || "〇一二三四五六七八九十百千万".contains(c)
}

/// A Latin letter, of half or full width.
pub(crate) fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '\u{c0}'..='\u{24f}')
}

/// White space, or a character of no width that is written like it.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// White space that ends no line.
pub(crate) fn is_horizontal(c: char) -> bool {
    is_blank(c) && !matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Punctuation after which a sentence goes on, whatever stood before it.
pub(crate) fn goes_on(c: char) -> bool {
    matches!(c, '、' | '，' | '､' | ',' | ';' | '；' | ':' | '：' | '﹐' | '﹑' | '＝' | '=')
}

/// A mark that closes a pair.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(classify(c), Some(Kind::Close(_)))
}

/// A mark that opens a pair.
pub(crate) fn is_opener(c: char) -> bool {
    matches!(classify(c), Some(Kind::Open(_)))
}

/// A mark that ends a sentence wherever it stands outside brackets.
pub(crate) fn is_terminator(c: char) -> bool {
    classify(c).is_some_and(Kind::is_terminator)
}

/// The character that starts at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at byte `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// The first byte at or after `at` that is not white space.
pub(crate) fn skip_blank(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start_matches(is_blank).len())
}

/// The last `count` characters of `text`.
pub(crate) fn last_chars(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().take(count).last().map_or(text.len(), |(at, _)| at);
    text.get(start..).unwrap_or_default()
}

/// The first `count` characters of `text`.
pub(crate) fn first_chars(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_vertical_text_are_marks_everywhere() {
        assert!("︵〖﹁".chars().all(is_opener) && "︶〗﹂".chars().all(is_closer));
        assert!("︒︕︖".chars().all(is_terminator) && !"、a「".chars().any(is_terminator));
    }
}
