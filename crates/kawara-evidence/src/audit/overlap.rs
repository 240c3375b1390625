//! What neighbouring chunks share.

use std::ops::Range;

use kawara::is_blank;

use super::sentences::{Sentence, inside, within};
use super::tiles::Tile;

/// Two chunks that follow one another in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    /// The chunk behind it.
    pub(super) nth: usize,
    /// What both have, in half-open bytes of the source without the blanks around it; empty where that is nothing.
    pub(super) shared: Range<usize>,
    /// Whole sentences in it.
    pub(super) sentences: usize,
    /// Whether it begins inside a sentence.
    pub(super) begins_inside: bool,
}

impl Boundary {
    /// Whether anything is shared.
    pub(super) fn carries(&self) -> bool {
        !self.shared.is_empty()
    }
}

/// The boundaries of one document, between tiles that each reach beyond those before.
pub(super) fn boundaries(text: &str, sentences: &[Sentence], onward: &[&Tile]) -> Vec<Boundary> {
    let boundary = |pair: &[&Tile]| {
        let [before, behind] = pair else { return None };
        let (start, end) = (behind.bytes.start, before.bytes.end.max(behind.bytes.start));
        let slice = text.get(start..end).unwrap_or_default();
        let trimmed = slice.trim_start_matches(is_blank);
        let start = start + slice.len() - trimmed.len();
        let shared = start..start + trimmed.trim_end_matches(is_blank).len();
        let begins_inside = !shared.is_empty() && inside(sentences, shared.start).is_some();
        Some(Boundary {
            nth: behind.nth,
            sentences: if shared.is_empty() { 0 } else { within(sentences, &shared) },
            begins_inside,
            shared,
        })
    };
    onward.windows(2).filter_map(boundary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared() {
        let text = "One two. Three four. Five six. Seven.";
        let sentences: Vec<Sentence> = [0..7, 9..19, 21..29, 31..36]
            .map(|bytes| Sentence { whole: bytes.clone(), bytes, language: "en".into() })
            .into();
        let tile =
            |nth, bytes: Range<usize>| Tile { nth, stretches: vec![bytes.clone()], bytes, is_exact: true };
        let tiles = [tile(0, 0..20), tile(1, 9..30), tile(2, 24..36), tile(3, 36..37)];
        let found = boundaries(text, &sentences, &tiles.iter().collect::<Vec<_>>());
        let shown: Vec<_> =
            found.iter().map(|b| (b.nth, b.shared.clone(), b.sentences, b.begins_inside)).collect();
        assert_eq!(shown, [(1, 9..20, 1, false), (2, 24..30, 0, true), (3, 36..36, 0, false)]);
        assert!(found[0].carries() && !found[2].carries());
    }
}
