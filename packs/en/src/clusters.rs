//! Extended grapheme clusters are never cut.

use unicode_segmentation::GraphemeCursor;

use crate::text::{char_at, char_before};

/// Whether a cut at byte `at` leaves every grapheme cluster whole.
pub(crate) fn is_cluster_edge(text: &str, at: usize) -> bool {
    match (char_before(text, at), char_at(text, at)) {
        (Some('\r'), Some('\n')) => false,
        (Some(before), Some(after)) if is_plain(before) && is_plain(after) => true,
        (Some(_), Some(_)) => GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(false),
        _ => text.is_char_boundary(at),
    }
}

/// Characters that never join a neighbour, so that the common case costs nothing.
fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{2ff}' | '‐'..='…' | '、'..='】' | '一'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_with_what_they_mark() {
        assert!(is_cluster_edge("a. B", 3));
        assert!(!is_cluster_edge("a. \u{301}B", 3), "an accent on a space");
        assert!(!is_cluster_edge("a.\u{fe0f}", 2), "a variation selector");
        assert!(!is_cluster_edge("a\r\nb", 2));
        assert!(!is_cluster_edge("🇯🇵", 4));
    }
}
