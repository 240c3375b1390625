use std::ops::Range;

use crate::Laid;

/// The chunks of each document by where they start, so that those about a passage are found without looking at all of them.
#[derive(Clone, Debug)]
pub struct Holding {
    documents: Vec<Vec<Held>>,
}

#[derive(Clone, Debug)]
struct Held {
    chars: Range<usize>,
    piece: usize,
    /// The last end of this and all before, and whose it is.
    furthest: (usize, usize),
}

impl Holding {
    /// Looks through all chunks once.
    pub fn of(laid: &Laid) -> Self {
        let documents = laid.documents.iter().map(|document| {
            let pieces =
                document.pieces.clone().filter_map(|nth| Some((laid.pieces.get(nth)?.chars.clone(), nth)));
            let mut sorted: Vec<_> = pieces.collect();
            sorted.sort_by_key(|(chars, nth)| (chars.start, *nth));
            let mut furthest = (0, usize::MAX);
            let held = |(chars, piece): (Range<usize>, usize)| {
                if furthest.1 == usize::MAX || chars.end > furthest.0 {
                    furthest = (chars.end, piece);
                }
                Held { chars, piece, furthest }
            };
            sorted.into_iter().map(held).collect()
        });
        Self { documents: documents.collect() }
    }

    /// A chunk of a document that holds all of a range, by its place among [`Laid::pieces`].
    pub fn whole(&self, document: usize, range: &Range<usize>) -> Option<usize> {
        let held = self.documents.get(document)?;
        let before = held.partition_point(|held| held.chars.start <= range.start);
        let (end, piece) = held.get(before.checked_sub(1)?)?.furthest;
        (range.end <= end).then_some(piece)
    }

    /// All chunks of a document that hold all of a range, in ascending places.
    pub fn all_whole(&self, document: usize, range: &Range<usize>) -> Vec<usize> {
        let held = self.documents.get(document).map(Vec::as_slice).unwrap_or_default();
        let before = held.partition_point(|held| held.chars.start <= range.start);
        let near = held.get(..before).unwrap_or_default().iter().rev();
        let reaching = near.take_while(|held| held.furthest.0 >= range.end);
        let mut whole: Vec<usize> =
            reaching.filter(|held| held.chars.end >= range.end).map(|held| held.piece).collect();
        whole.sort_unstable();
        whole
    }

    /// The chunks of a document that have something in common with a range, by where they start.
    pub fn touching(&self, document: usize, range: &Range<usize>) -> Vec<usize> {
        let held = self.documents.get(document).map(Vec::as_slice).unwrap_or_default();
        let before = held.partition_point(|held| held.chars.start < range.end);
        let mut touching: Vec<usize> = held
            .get(..before)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|held| held.furthest.0 > range.start)
            .filter(|held| crate::span::overlap(&held.chars, range))
            .map(|held| held.piece)
            .collect();
        touching.reverse();
        touching
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one range is meant")]
mod tests {
    use super::*;
    use crate::metrics::testing::laid;

    #[test]
    fn it_finds_what_looking_at_all_finds() {
        let sets: [&[Range<usize>]; 5] = [
            &[0..10, 7..17, 14..24, 21..31],
            &[0..10, 10..20, 25..40],
            // As nobody should cut, but somebody may: out of order, one inside another, one twice.
            &[20..30, 0..40, 5..8, 5..8, 3..3],
            &[5..9],
            &[],
        ];
        for set in sets {
            let laid = laid(&[set]);
            let holding = Holding::of(&laid);
            for start in 0..41 {
                for end in start + 1..42 {
                    let range = start..end;
                    let mut touching = holding.touching(0, &range);
                    touching.sort_unstable();
                    let all = set.iter().enumerate();
                    let expected: Vec<usize> = all
                        .filter(|(_, piece)| piece.start.max(start) < piece.end.min(end))
                        .map(|(nth, _)| nth)
                        .collect();
                    assert_eq!(touching, expected, "{set:?} {range:?}");
                    let holds = |piece: &Range<usize>| piece.start <= start && end <= piece.end;
                    let all = set.iter().enumerate().filter(|(_, piece)| holds(piece));
                    let expected: Vec<usize> = all.map(|(nth, _)| nth).collect();
                    assert_eq!(holding.all_whole(0, &range), expected, "{set:?} {range:?}");
                    let whole = holding.whole(0, &range);
                    let is_whole = set.iter().any(|piece| piece.start <= start && end <= piece.end);
                    assert_eq!(whole.is_some(), is_whole, "{set:?} {range:?}");
                    assert!(whole.is_none_or(|nth| set[nth].start <= start && end <= set[nth].end));
                }
            }
        }
        assert_eq!(Holding::of(&Laid::default()).whole(3, &(0..1)), None);
    }
}
