//! Characters that were torn.

use kawara::is_blank;
use unicode_segmentation::UnicodeSegmentation;

/// Those of ascending bytes that lie inside a grapheme cluster of a text: in one sweep, whatever stands there.
pub(super) fn inside_clusters(text: &str, bytes: &[usize]) -> Vec<usize> {
    let mut inside = Vec::new();
    if text.is_ascii() && !text.contains('\r') {
        return inside;
    }
    let mut wanted = bytes.iter().copied().peekable();
    for (start, cluster) in text.grapheme_indices(true) {
        let end = start + cluster.len();
        while let Some(byte) = wanted.next_if(|byte| *byte < end) {
            if byte > start {
                inside.push(byte);
            }
        }
        if wanted.peek().is_none() {
            break;
        }
    }
    inside
}

/// How many U+FFFD a text has that its source does not have there.
pub(super) fn replaced(text: &str, source: &str) -> usize {
    let count = |text: &str| text.matches(char::REPLACEMENT_CHARACTER).count();
    count(text).saturating_sub(count(source))
}

/// Whether a text begins with punctuation that ends something: it belongs to the chunk before.
pub(super) fn begins_with_an_end(text: &str) -> bool {
    let mut chars = text.trim_start_matches(is_blank).chars();
    let Some(first) = chars.next() else { return false };
    match first {
        '。' | '！' | '？' | '，' | '、' | '；' | '：' | '」' | '』' | '）' | '】' | '》' | '〉' | '〕'
        | '…' | '”' | '’' | '｡' | '､' | '．' => true,
        // A dot may begin a name, a bracket a face.
        '.' | '!' | '?' | ',' | ';' | ':' => chars.next().is_none_or(char::is_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_of_every_kind() {
        for (text, torn) in [
            ("ab\r\nc", vec![3]),
            ("e\u{301}e", vec![1]),
            ("กี่ข", vec![3, 6]),
            ("👨‍👩‍👧", vec![4, 7, 11, 14]),
            ("🇯🇵🇹🇭", vec![4, 12]),
            ("각", vec![]),
            ("\u{1100}\u{1161}\u{11a8}", vec![3, 6]),
            ("plain", vec![]),
            ("水泵", vec![]),
        ] {
            let all: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            assert_eq!(inside_clusters(text, &all), torn, "{text:?}");
        }
    }

    #[test]
    fn what_stands_for_torn_characters() {
        assert_eq!(replaced("\u{fffd}b\u{fffd}", "abc"), 2);
        assert_eq!(replaced("a\u{fffd}", "a\u{fffd}"), 0);
    }

    #[test]
    fn ends_at_the_beginning() {
        for (text, is_end) in [
            ("。没有人", true),
            (" . Nobody", true),
            (".gitignore", false),
            ("...and", false),
            ("」と", true),
            ("「と", false),
            ("", false),
            ("- item", false),
            (".", true),
        ] {
            assert_eq!(begins_with_an_end(text), is_end, "{text:?}");
        }
    }
}
