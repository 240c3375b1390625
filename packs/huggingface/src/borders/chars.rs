//! Characters at which borders may lie.

use unicode_segmentation::UnicodeSegmentation;

/// White space that every normalizer leaves white, and every pre-tokenizer takes for it.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\n' | '\t' | '\r' | '\u{3000}')
}

/// Whether a character is one that no normalizer joins with what stands before it: white space, or punctuation in ASCII or of
/// East Asia. None of them combines, or composes with a character before it.
pub(super) fn is_mild(c: char) -> bool {
    is_blank(c) || is_punctuation(c)
}

/// Punctuation by Unicode's general category, in ASCII (where symbols count as well) and of East Asia.
pub(super) fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    matches!(c,
        '、'..='〃' | '〈'..='】' | '〔'..='〟' | '！'..='＃' | '％'..='＊' | '，'..='／' | '：' | '；' | '？' | '＠'
        | '［'..='］' | '｛' | '｝' | '｟'..='､' | '…' | '—' | '“' | '”')
}

/// Han characters as BERT has them: it puts spaces around each.
pub(super) fn is_han(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x2_0000..=0x2_A6DF | 0x2_A700..=0x2_B73F | 0x2_B740..=0x2_B81F
        | 0x2_B920..=0x2_CEAF | 0xF900..=0xFAFF | 0x2_F800..=0x2_FA1F)
}

/// Letters and digits of common scripts by Unicode's general category, without the marks that Rust calls alphabetic too.
pub(super) fn is_letter_or_digit(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (is_han(c) && c.is_alphabetic())
        || matches!(c,
            'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{24f}' | 'Α'..='Ρ' | 'Σ'..='Ω' | 'α'..='ω' | 'Ѐ'..='\u{481}' | '\u{48a}'..='\u{52f}'
            | 'ก'..='ะ' | 'า' | 'เ'..='ๆ' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '가'..='힣')
}

/// What is no white space and turns into none, whatever the normalizer.
pub(super) fn is_solid(c: char) -> bool {
    is_letter_or_digit(c) || is_punctuation(c)
}

/// What begins anew: no mark, nothing that composes with a character before it.
pub(super) fn is_starter(c: char) -> bool {
    c.is_ascii() || is_mild(c) || is_letter_or_digit(c)
}

/// Whether two neighbours, of which the second is mild or a letter, are one grapheme cluster: `\r\n`, and the few signs that are
/// put before others.
pub(super) fn clings(before: char, after: char) -> bool {
    match u32::from(before) {
        0..0x600 => before == '\r' && after == '\n',
        // No such sign lies between the scripts of India and those beyond the first plane.
        0xE00..0x1_1000 => false,
        _ => {
            let mut pair = [0; 8];
            let len = before.encode_utf8(&mut pair).len();
            let end = len + after.encode_utf8(&mut pair[len..]).len();
            std::str::from_utf8(&pair[..end]).is_ok_and(|pair| pair.graphemes(true).nth(1).is_none())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    #[test]
    fn what_clings_is_what_unicode_says() {
        for c in all() {
            for after in [' ', '.', '。', 'a', '中'] {
                let clusters = format!("{c}{after}").graphemes(true).count();
                assert_eq!(clings(c, after), clusters == 1, "{c:?} before {after:?}");
            }
        }
        assert!(clings('\r', '\n'));
    }

    #[test]
    fn starters_begin_a_cluster() {
        for c in all().filter(|c| is_starter(*c) && *c != '\n') {
            assert_eq!(format!("a{c}").graphemes(true).count(), 2, "{c:?}");
        }
    }

    #[test]
    fn classes_keep_apart() {
        for c in all() {
            assert!(!(is_letter_or_digit(c) && is_mild(c)), "{c:?}");
            assert!(!is_blank(c) || c.is_whitespace(), "{c:?}");
            assert!(!is_solid(c) || !c.is_whitespace(), "{c:?}");
            assert!(!is_letter_or_digit(c) || c.is_alphanumeric(), "{c:?}");
        }
    }
}
