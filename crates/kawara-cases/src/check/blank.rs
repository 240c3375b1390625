//! What counts as blank: Unicode's white space, the byte order mark, the zero-width space.

use std::ops::Range;

pub(super) fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200b}' | '\u{2028}' | '\u{2029}'
            | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The range without blanks at its ends; empty where all of it is blank.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let slice = &text[range.clone()];
    let start = range.start + (slice.len() - slice.trim_start_matches(is_blank).len());
    let end = range.end - (slice.len() - slice.trim_end_matches(is_blank).len());
    start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_go_at_both_ends() {
        let text = "\u{feff} 雨\u{3000}が\u{200b}\n";
        let range = trim(text, 0..text.len());
        assert_eq!(&text[range], "雨\u{3000}が");
        assert!(trim(" \n\u{85}", 0..4).is_empty());
        assert_eq!(trimmed("\u{a0}x\u{2060}"), "x\u{2060}", "the word joiner is no blank");
    }
}
