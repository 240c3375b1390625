//! Looking at text by byte offset, without a way to fail.

use kawara_core::is_blank;
use unicode_segmentation::UnicodeSegmentation;

/// The character that starts at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at byte `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// The first byte at or after `at` whose character is not one of these.
pub(crate) fn skip(text: &str, at: usize, is_passed: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start_matches(is_passed).len())
}

/// Where a piece that ends in punctuation or white space at byte `at` really ends: behind the white space, which belongs to it, and
/// behind all marks that belong to its last grapheme cluster. Every cut of the pack goes through here.
pub(crate) fn settle(text: &str, at: usize) -> usize {
    let mut at = at;
    loop {
        at = skip(text, at, is_blank);
        // Nothing before punctuation or white space joins what follows it, so the cluster may be looked at alone: asking for the clusters
        // of the whole text at each cut would take quadratic time.
        let start = at - char_before(text, at).map_or(0, char::len_utf8);
        let cluster = text.get(start..).and_then(|rest| rest.graphemes(true).next()).map_or(0, str::len);
        if start + cluster <= at {
            return at;
        }
        at = start + cluster;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_waits_for_white_space_and_marks() {
        assert_eq!(settle("a. \r\n b", 2), 6);
        assert_eq!(settle("a.\u{301} b", 2), 5, "an accent on a full stop");
        assert_eq!(settle("a. \u{301}b", 2), 5, "an accent on a space");
        assert_eq!(settle("a.", 2), 2);
    }
}
