//! Characters by what they do in Thai text.

pub(crate) use kawara_core::is_blank;

/// Written above, below or behind a consonant: never the first of a piece.
pub(crate) const fn is_dependent(c: char) -> bool {
    matches!(c, '\u{e30}'..='\u{e3a}' | '\u{e45}' | '\u{e47}'..='\u{e4e}')
}

/// เแโใไ, which are written before the consonant they belong to: never the last of a piece.
pub(crate) fn is_leading(c: char) -> bool {
    matches!(c, '\u{e40}'..='\u{e44}')
}

/// ๆ, which repeats the word before it, and ฯ, which shortens it: they stay with that word, even behind a space.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, 'ๆ' | 'ฯ')
}

/// A letter of the Thai script: a consonant, a vowel or a tone mark.
pub(crate) const fn is_thai(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}') && c != 'ฯ'
}

/// A digit, Arabic or Thai.
pub(crate) const fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '๐'..='๙')
}

/// A letter of another script, as a rule Latin.
pub(crate) fn is_foreign(c: char) -> bool {
    // Letters of Thai are the last in the table of all letters that would be asked.
    !matches!(c, '\u{e00}'..='\u{e7f}') && c.is_alphabetic()
}

/// Closes what an opener opened.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '”' | '’' | '»' | '）' | '］' | '」' | '』' | '】' | '》')
}

/// Opens a quotation or an aside.
pub(crate) fn is_opener(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '“' | '‘' | '«' | '（' | '［' | '「' | '『' | '【' | '《')
}

/// A picture in running text.
pub(crate) const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b50}' | '\u{2b55}')
}

/// Goes on with the emoji before it: a joiner, a variation selector, a skin tone.
pub(crate) fn is_emoji_part(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// The character that begins at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at byte `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// What a character is called in the lexicon and the model, in seven bits: letters of Thai by themselves, others by their kind.
pub(crate) fn code(c: char) -> u8 {
    match near_code(c) {
        OTHER if is_foreign(c) => near_code('a'),
        code => code,
    }
}

/// The same for characters of Thai, of ASCII and of punctuation.
pub(crate) const fn near_code(c: char) -> u8 {
    match c {
        '๐'..='๙' | '0'..='9' => 1,
        '\u{e01}'..='\u{e5b}' => (c as u32 - 0xe00) as u8 + 8,
        'a'..='z' | 'A'..='Z' => 2,
        '.' => 3,
        ',' => 4,
        '-' | '–' | '—' | '−' => 5,
        '"' => 6,
        '“' | '‘' | '«' | '「' | '『' => 7,
        '”' | '’' | '»' | '」' | '』' => 8,
        '(' | '[' | '（' => 101,
        ')' | ']' | '）' => 102,
        '/' => 103,
        ':' => 104,
        ';' => 105,
        '!' | '！' => 106,
        '?' | '？' => 107,
        '%' => 108,
        '…' => 109,
        '\'' => 110,
        _ if is_emoji(c) => 111,
        _ => OTHER,
    }
}

const OTHER: u8 = 112;

#[cfg(test)]
mod tests {
    use super::{code, is_dependent, is_leading, is_thai};

    #[test]
    fn codes_fit_seven_bits_and_thai_letters_keep_apart() {
        let mut seen = std::collections::BTreeMap::new();
        for c in '\0'..'\u{ffff}' {
            assert!((1..128).contains(&code(c)), "{c:?}");
            if is_thai(c)
                && let Some(other) = seen.insert(code(c), c)
            {
                panic!("{c} and {other} have one code");
            }
        }
    }

    #[test]
    fn a_letter_is_not_both_ends_of_a_word() {
        assert!(('\u{e00}'..'\u{e7f}').all(|c| !(is_dependent(c) && is_leading(c))));
        assert!(is_dependent('ี') && is_dependent('่') && is_dependent('ำ') && is_leading('แ'));
    }
}
