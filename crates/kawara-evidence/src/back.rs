//! From a document's source to the text that was chunked.

use std::ops::Range;

use kawara::SourceMap;

use crate::span;

/// The way back of a [`SourceMap`].
#[derive(Clone, Debug)]
pub(crate) struct Back {
    /// Stretches by where they stand in the source: half-open bytes there, then of the text. Empty where the text is the source.
    stretches: Vec<(Range<usize>, Range<usize>)>,
    /// The last source byte of each stretch and those before it.
    reach: Vec<usize>,
}

impl Back {
    pub(crate) fn of(map: &SourceMap) -> Self {
        let there = map.spans().iter().filter(|span| span.source_len > 0);
        let mut stretches: Vec<(Range<usize>, Range<usize>)> = there
            .map(|span| (span.source..span.source + span.source_len, span.text..span.text + span.text_len))
            .collect();
        if map.is_scattered() {
            stretches.sort_by_key(|(source, text)| (source.start, source.end, text.start));
        }
        let mut most = 0;
        let reach = stretches.iter().map(|(source, _)| {
            most = source.end.max(most);
            most
        });
        Self { reach: reach.collect(), stretches }
    }

    fn is_identity(&self) -> bool {
        self.stretches.is_empty()
    }

    /// What the text has of a range of the source, in the order of the text; nothing where it was left out.
    pub(crate) fn ranges(&self, source: &Range<usize>) -> Vec<Range<usize>> {
        if self.is_identity() {
            return vec![source.clone()];
        }
        let first = self.reach.partition_point(|reach| *reach <= source.start);
        let last = self.stretches.partition_point(|(stretch, _)| stretch.start < source.end);
        let within = self.stretches.get(first..last).unwrap_or_default();
        let ranges =
            within.iter().filter(|(stretch, _)| stretch.end > source.start).map(|(stretch, text)| {
                if stretch.len() != text.len() {
                    return text.clone();
                }
                let clip = |at: usize| text.start + at.clamp(stretch.start, stretch.end) - stretch.start;
                clip(source.start)..clip(source.end)
            });
        span::union(ranges)
    }

    /// Where in the text something would stand that stands at byte `at` of the source.
    pub(crate) fn place(&self, at: usize) -> usize {
        if self.is_identity() {
            return at;
        }
        let behind = self.stretches.partition_point(|(stretch, _)| stretch.start < at);
        let before = behind.checked_sub(1).and_then(|nth| self.stretches.get(nth));
        before.map_or(0, |(_, text)| text.end)
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one range is meant")]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_from_the_source() {
        let mut map = SourceMap::default();
        map.copy(3..6); // text 0..3
        map.replace(6..11, 1); // text 3..4
        map.replace(11..11, 2); // text 4..6: in no source
        map.copy(20..24); // text 6..10
        let back = Back::of(&map);
        assert_eq!(back.ranges(&(0..30)), [0..4, 6..10]);
        assert_eq!(back.ranges(&(4..8)), [1..4], "half of an escape is all of it");
        assert_eq!(back.ranges(&(21..22)), [7..8]);
        assert!(back.ranges(&(12..20)).is_empty());
        assert_eq!([0, 3, 15, 24].map(|at| back.place(at)), [0, 0, 4, 10]);
    }

    #[test]
    fn the_way_back_to_a_text_in_another_order() {
        let mut map = SourceMap::default();
        map.copy(10..14);
        map.copy(0..3);
        map.copy(12..13);
        let back = Back::of(&map);
        assert_eq!(back.ranges(&(0..20)), [0..8]);
        assert_eq!(back.ranges(&(12..13)), [2..3, 7..8]);
        assert_eq!(back.place(5), 7);
    }

    #[test]
    fn a_text_that_is_the_source_is_where_it_is() {
        let back = Back::of(&SourceMap::default());
        assert_eq!((back.ranges(&(2..5)), back.place(7)), (vec![2..5], 7));
    }
}
