use std::ops::Range;

use kawara::SourceMap;

/// How far apart known places are, in bytes.
const STEP: usize = 256;

/// From bytes of a text to what JavaScript counts strings in: a character beyond the first plane is two of them.
#[derive(Debug)]
pub(super) struct Utf16<'t> {
    text: &'t str,
    /// How many begin before each multiple of `STEP` bytes.
    before: Vec<u32>,
}

impl<'t> Utf16<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut sum = 0;
        let step = |piece: &[u8]| {
            let before = sum;
            sum += units(piece);
            before
        };
        let before = text.as_bytes().chunks(STEP).map(step).collect();
        Self { text, before }
    }

    /// How many stand before byte `at`, which is on the border of a character, or the end.
    pub(super) fn at(&self, at: usize) -> u32 {
        let at = at.min(self.text.len());
        let Some(step) = at.checked_sub(1).map(|last| last / STEP) else { return 0 };
        let rest = self.text.as_bytes().get(step * STEP..at).unwrap_or_default();
        self.before.get(step).copied().unwrap_or(0) + units(rest)
    }

    pub(super) fn range(&self, bytes: &Range<usize>) -> (u32, u32) {
        (self.at(bytes.start), self.at(bytes.end))
    }
}

/// A byte that begins a character counts one, that of a pair of surrogates two.
fn units(bytes: &[u8]) -> u32 {
    let of = |byte: &u8| u32::from(byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0);
    bytes.iter().map(of).sum()
}

/// The way from a document's source to the text that was chunked.
#[derive(Debug)]
pub(super) struct Back {
    /// Stretches by where they stand in the source: half-open bytes there, then of the text. Empty where the text is the source.
    stretches: Vec<(Range<usize>, Range<usize>)>,
    /// The last source byte of each stretch and those before it.
    reach: Vec<usize>,
}

impl Back {
    pub(super) fn of(map: &SourceMap) -> Self {
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
    pub(super) fn ranges(&self, source: &Range<usize>) -> Vec<Range<usize>> {
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
        crate::span::union(ranges)
    }

    /// Where in the text something would stand that stands at byte `at` of the source.
    pub(super) fn place(&self, at: usize) -> usize {
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
    fn strings_of_javascript_are_counted() {
        for text in ["", "plain", &"瓦葺き🀄é".repeat(100), &"👩‍👩‍👧".repeat(90), &"ก็🏳️‍🌈".repeat(77)]
        {
            let utf16 = Utf16::of(text);
            let mut expected = 0;
            for (at, c) in text.char_indices() {
                assert_eq!(utf16.at(at), expected, "byte {at} of {text}");
                expected += c.len_utf16() as u32;
            }
            assert_eq!(utf16.at(text.len()), expected);
            assert_eq!(utf16.at(text.len() + 1), expected, "past the end");
        }
    }

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
