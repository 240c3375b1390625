//! The text that is left when ranges of the source are taken out.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::SourceMap;

use crate::lines::is_blank;
use crate::outline::Removal;

/// Ranges to take out, and what they do to offsets.
#[derive(Debug)]
pub(crate) struct Projection {
    removed: Vec<Removal>,
    /// How many bytes are gone by the end of each removal. Empty where the text is the source.
    gone: Vec<usize>,
}

impl Projection {
    /// Overlapping ranges are taken out once. Where all of them lie outside of what is `kept`, the text can stay the source.
    pub(crate) fn new(mut removed: Vec<Removal>, kept: Range<usize>) -> Self {
        removed.sort_by_key(|removal| (removal.range.start, removal.range.end));
        let mut end = 0;
        removed.retain_mut(|removal| {
            removal.range.start = removal.range.start.max(end);
            end = end.max(removal.range.end);
            removal.range.start < removal.range.end
        });
        let inside = |removal: &Removal| removal.range.start < kept.end && removal.range.end > kept.start;
        let mut gone = Vec::new();
        if removed.iter().any(inside) {
            let total = removed.iter().scan(0, |total, removal| {
                *total += removal.range.len();
                Some(*total)
            });
            gone.extend(total);
        }
        Self { removed, gone }
    }

    /// Whether nothing but white space is left.
    pub(crate) fn says_nothing(&self, source: &str) -> bool {
        let mut from = 0;
        for removal in &self.removed {
            if !is_blank(&source[from..removal.range.start]) {
                return false;
            }
            from = removal.range.end;
        }
        is_blank(&source[from..])
    }

    /// The text; a changed one also fills the map.
    pub(crate) fn text<'t>(&self, source: &'t str, map: &mut SourceMap) -> Cow<'t, str> {
        if self.gone.is_empty() {
            return Cow::Borrowed(source);
        }
        let mut text = String::with_capacity(source.len());
        let mut from = 0;
        for removal in &self.removed {
            text.push_str(&source[from..removal.range.start]);
            map.copy(from..removal.range.start);
            from = removal.range.end;
        }
        text.push_str(&source[from..]);
        map.copy(from..source.len());
        Cow::Owned(text)
    }

    /// Where a byte of the source is in the text; one that is gone stands where it would have stood.
    pub(crate) fn to_text(&self, source: usize) -> usize {
        if self.gone.is_empty() {
            return source;
        }
        let before = self.removed.partition_point(|removal| removal.range.end <= source);
        let gone = if before == 0 { 0 } else { self.gone[before - 1] };
        match self.removed.get(before) {
            Some(removal) if removal.range.start < source => removal.range.start - gone,
            _ => source - gone,
        }
    }

    pub(crate) fn into_removed(self) -> Vec<Removal> {
        self.removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_removals_are_taken_out_once() {
        let removal = |range| Removal { range, why: "x" };
        let projection = Projection::new(vec![removal(4..8), removal(2..6), removal(3..4)], 0..10);
        let mut map = SourceMap::default();
        assert_eq!(projection.text("0123456789", &mut map), "0189");
        assert_eq!([0, 2, 5, 8, 9, 10].map(|at| projection.to_text(at)), [0, 2, 2, 2, 3, 4]);
        assert_eq!(map.source_range(1..3), 1..9);
    }
}
