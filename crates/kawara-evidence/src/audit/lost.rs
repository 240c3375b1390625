//! What of the sources is in no chunk.

use std::ops::Range;

use kawara::is_blank;

use super::tiles::Tile;
use crate::span::{length, union};

/// A stretch of a source that no chunk has, without the blanks around it: half-open bytes.
pub(super) type Hole = Range<usize>;

/// The holes between tiles, where there is something that is not blank.
pub(super) fn holes(text: &str, tiles: &[Tile]) -> Vec<Hole> {
    let held = union(tiles.iter().flat_map(|tile| tile.stretches.iter().cloned()));
    let mut holes = Vec::new();
    let mut from = 0;
    let ends = held.iter().map(|held| held.end);
    for (until, next) in held.iter().map(|held| held.start).zip(ends).chain([(text.len(), text.len())]) {
        holes.extend(trimmed(text, from..until));
        from = next;
    }
    holes
}

/// Those parts of holes that `kept` has too: what a reader leaves out, such as markup, is not lost.
pub(super) fn kept(text: &str, holes: &[Hole], kept: &[Tile]) -> Vec<Hole> {
    let kept = union(kept.iter().flat_map(|tile| tile.stretches.iter().cloned()));
    let both = crate::span::intersection(&union(holes.iter().cloned()), &kept);
    both.into_iter().filter_map(|hole| trimmed(text, hole)).collect()
}

/// Bytes in holes that are not blank.
pub(super) fn bytes(text: &str, holes: &[Hole]) -> usize {
    let blank = |hole: &Hole| {
        let chars = text.get(hole.clone()).unwrap_or_default().chars();
        chars.filter(|c| is_blank(*c)).map(char::len_utf8).sum::<usize>()
    };
    length(holes) - holes.iter().map(blank).sum::<usize>()
}

/// Whether a hole has a letter or a digit in it.
pub(super) fn has_letters(text: &str, hole: &Hole) -> bool {
    text.get(hole.clone()).unwrap_or_default().contains(char::is_alphanumeric)
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Hole> {
    let start = text.ceil_char_boundary(range.start);
    let slice = text.get(start..text.floor_char_boundary(range.end))?;
    let trimmed = slice.trim_start_matches(is_blank);
    let start = start + slice.len() - trimmed.len();
    let trimmed = trimmed.trim_end_matches(is_blank);
    (!trimmed.is_empty()).then(|| start..start + trimmed.len())
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one range is meant")]
mod tests {
    use super::*;

    fn tile(stretches: Vec<Range<usize>>) -> Tile {
        Tile { nth: 0, bytes: 0..0, stretches, is_exact: true }
    }

    #[test]
    fn holes_are_what_nobody_has() {
        let text = "ab  cd\n水ef gh ";
        assert_eq!(holes(text, &[tile(vec![0..2]), tile(vec![3..5, 10..12])]), [5..10, 13..15]);
        assert_eq!(bytes(text, &[5..10, 13..15]), 6);
        assert!(holes(text, &[tile(vec![0..15])]).is_empty());
        assert_eq!(holes(text, &[]), [0..15]);
        assert_eq!(kept(text, &[0..15], &[tile(vec![1..5, 12..14])]), [1..5, 13..14]);
        assert!(has_letters(text, &(7..10)) && !has_letters("a。", &(1..4)));
        assert!(holes("", &[]).is_empty() && holes(" \n", &[]).is_empty());
    }
}
