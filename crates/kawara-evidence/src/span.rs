//! Ranges on a line: half-open, so that those that touch do not overlap.

use std::ops::Range;

/// The union of ranges: sorted, none empty, none touching the next.
///
/// ```
/// use kawara_evidence::span::union;
///
/// assert_eq!(union([4..6, 0..2, 2..4, 9..9]), [0..6]);
/// ```
pub fn union(ranges: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut sorted: Vec<Range<usize>> = ranges.into_iter().filter(|range| range.start < range.end).collect();
    sorted.sort_unstable_by_key(|range| (range.start, range.end));
    let mut union: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match union.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => union.push(range),
        }
    }
    union
}

/// The sum of the lengths.
pub fn length(ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(ExactSizeIterator::len).sum()
}

/// What two [unions](union) have in common.
///
/// ```
/// use kawara_evidence::span::intersection;
///
/// assert_eq!(intersection(&[0..4, 6..9], &[2..7]), [2..4, 6..7]);
/// assert!(intersection(&[0..4], &[4..7]).is_empty(), "touching is not overlapping");
/// ```
pub fn intersection(one: &[Range<usize>], other: &[Range<usize>]) -> Vec<Range<usize>> {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
        let both = a.start.max(b.start)..a.end.min(b.end);
        if both.start < both.end {
            common.push(both);
        }
        if a.end < b.end { i += 1 } else { j += 1 }
    }
    common
}

/// From the first start to the last end; `None` of nothing.
pub fn hull(ranges: &[Range<usize>]) -> Option<Range<usize>> {
    let start = ranges.iter().map(|range| range.start).min()?;
    let end = ranges.iter().map(|range| range.end).max()?;
    Some(start..end)
}

/// Whether one range holds all of another.
pub fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Whether two ranges have something in common.
pub fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start.max(other.start) < one.end.min(other.end)
}
