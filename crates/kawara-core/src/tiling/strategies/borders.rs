//! Where windows may end.

use std::collections::VecDeque;
use std::ops::Range;

use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation};

/// The ends of pieces from some place on, in order. Those that are not asked for are not kept: a text of 50 MB has as many clusters.
pub(super) struct Borders<'t> {
    ahead: VecDeque<u32>,
    more: More<'t>,
}

enum More<'t> {
    Listed(std::vec::IntoIter<u32>),
    Clusters { from: usize, rest: GraphemeIndices<'t> },
}

/// Borders that are looked for at a time.
const STRIDE: usize = 64;

impl<'t> Borders<'t> {
    /// Listed ends, which ascend.
    pub(super) fn at(ends: Vec<u32>) -> Self {
        Self { ahead: VecDeque::new(), more: More::Listed(ends.into_iter()) }
    }

    /// The end of every grapheme cluster of a range of `text` that begins and ends between clusters.
    pub(super) fn clusters(text: &'t str, range: Range<usize>) -> Self {
        let from = range.start;
        let rest = text[range].grapheme_indices(true);
        Self { ahead: VecDeque::new(), more: More::Clusters { from, rest } }
    }

    /// Forgets the borders up to byte `at`: the nth is counted from there.
    pub(super) fn begin(&mut self, at: usize) {
        while self.nth(1).is_some_and(|end| end <= at) {
            self.ahead.pop_front();
        }
    }

    /// The end of the nth piece, from 1; `None` past the last.
    pub(super) fn nth(&mut self, nth: usize) -> Option<usize> {
        while self.ahead.len() < nth {
            self.ahead.push_back(self.more.next()?);
        }
        let at = self.ahead.get(nth.checked_sub(1)?)?;
        Some(*at as usize)
    }

    /// How many of the pieces, from the first, end where `is_near` says yes: it says no of all behind one of which it does.
    pub(super) fn count_near(&mut self, mut is_near: impl FnMut(usize) -> bool) -> usize {
        while self.ahead.back().is_none_or(|end| is_near(*end as usize)) {
            let before = self.ahead.len();
            self.ahead.extend(std::iter::from_fn(|| self.more.next()).take(STRIDE));
            if self.ahead.len() == before {
                break;
            }
        }
        self.ahead.partition_point(|end| is_near(*end as usize))
    }
}

impl More<'_> {
    fn next(&mut self) -> Option<u32> {
        match self {
            Self::Listed(ends) => ends.next(),
            Self::Clusters { from, rest } => {
                rest.next().map(|(at, cluster)| (*from + at + cluster.len()) as u32)
            }
        }
    }
}

/// The most of `most` pieces that fit, near a guess: by growing steps, then by halves. Where more can fit than fewer, as joined counts
/// may have it, a number that fits while one more does not; 0 where not even one does.
pub(super) fn longest<E>(
    guess: usize,
    most: usize,
    mut fits: impl FnMut(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let most = most.min(usize::MAX - 1);
    let (mut good, mut bad) = (0, most + 1);
    let (mut at, mut step) = (guess.clamp(1, most.max(1)), 1);
    while good + 1 < bad {
        if fits(at)? {
            good = at;
        } else {
            bad = at;
        }
        at = match (good, bad) {
            (0, _) => at.saturating_sub(step).max(1),
            (_, bad) if bad > most => good.saturating_add(step).min(most),
            _ => good + (bad - good) / 2,
        };
        step = step.saturating_mul(2);
    }
    Ok(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_counted_from_where_one_begins() {
        let text = "a👨‍👩‍👧bc\r\nd";
        let mut borders = Borders::clusters(text, 0..text.len());
        assert_eq!(borders.nth(2), Some(19));
        assert_eq!(borders.count_near(|end| end < 21), 3);
        borders.begin(19);
        assert_eq!((borders.nth(1), borders.nth(3), borders.nth(5)), (Some(20), Some(23), None));
        borders.begin(24);
        assert_eq!((borders.nth(1), borders.count_near(|_| true)), (None, 0));
    }

    #[test]
    fn the_longest_is_found_from_any_guess() {
        for most in 0..20 {
            for limit in 0..25 {
                for guess in 0..25 {
                    let found = longest(guess, most, |n| {
                        assert!((1..=most).contains(&n));
                        Ok::<_, ()>(n <= limit)
                    });
                    assert_eq!(found, Ok(limit.min(most)), "{guess} {most}");
                }
            }
        }
    }

    #[test]
    fn a_good_guess_takes_two_tries() {
        let mut tried = Vec::new();
        longest(500, usize::MAX, |n| {
            tried.push(n);
            Ok::<_, ()>(n <= 500)
        })
        .unwrap();
        assert_eq!(tried, [500, 501]);
    }
}
