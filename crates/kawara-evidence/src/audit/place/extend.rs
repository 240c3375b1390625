//! How far a chunk agrees with a document from one place on, gaps allowed.

use std::cmp::Reverse;
use std::ops::Range;

use super::shingles::{SHINGLE, Shingles};

/// Stretches in which a chunk and a document agree, in the order of both; places count folded characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    pub(super) stretches: Vec<Stretch>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) chunk: Range<usize>,
    pub(super) source: Range<usize>,
}

impl Agreement {
    /// How many characters agree.
    pub(super) fn agreed(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.chunk.len()).sum()
    }

    /// The least is the best: most characters agree, then least of the document is left out between them.
    pub(super) fn rank(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.agreed()), self.hull().map_or(0, |hull| hull.source.len()))
    }

    pub(super) fn hull(&self) -> Option<Stretch> {
        let (first, last) = (self.stretches.first()?, self.stretches.last()?);
        Some(Stretch {
            chunk: first.chunk.start..last.chunk.end,
            source: first.source.start..last.source.end,
        })
    }
}

/// The most characters on both sides together that are passed over to agree again.
const SMALL: usize = 12;
/// So many characters have to agree behind a small gap.
const AGAIN: usize = 6;
/// The most characters of a document that are passed over beyond those of the chunk: tags, links, a table's markup.
const LARGE: usize = 1024;
/// The most shingles that are tried to get over one large gap.
const TRIED: usize = 32;

/// A chunk held against one document.
pub(super) struct Extension<'a> {
    pub(super) chunk: &'a [char],
    pub(super) source: &'a [char],
    pub(super) document: usize,
    pub(super) seeds: &'a [(u32, usize)],
    pub(super) index: &'a Shingles,
}

impl Extension<'_> {
    /// From where the chunk's start would stand at `diagonal` of the document, which may lie before its start.
    pub(super) fn along(&self, diagonal: i64) -> Agreement {
        let Some(anchor) = self.anchor(diagonal) else { return Agreement::default() };
        let mut stretches = self.back(&anchor);
        stretches.reverse();
        stretches.push(anchor.clone());
        self.on(anchor, &mut stretches);
        Agreement { stretches }
    }

    /// The first stretch on the diagonal that is long enough not to be chance, or all there is of the chunk.
    fn anchor(&self, diagonal: i64) -> Option<Stretch> {
        let first = usize::try_from(-diagonal).unwrap_or(0);
        let wanted = SHINGLE.min(self.chunk.len());
        let mut start = first;
        for at in first..=self.chunk.len() {
            let other = usize::try_from(at as i64 + diagonal).ok()?;
            let agrees = self.chunk.get(at).is_some_and(|c| self.source.get(other) == Some(c));
            if agrees {
                continue;
            }
            if at - start >= wanted {
                let shifted = usize::try_from(start as i64 + diagonal).ok()?;
                return Some(Stretch { chunk: start..at, source: shifted..other });
            }
            start = at + 1;
        }
        None
    }

    fn on(&self, anchor: Stretch, stretches: &mut Vec<Stretch>) {
        let (mut at, mut other) = (anchor.chunk.end, anchor.source.end);
        while at < self.chunk.len() {
            let Some((next, shifted)) = self.small(at, other).or_else(|| self.large(at, other)) else {
                break;
            };
            let more = self.chunk[next..]
                .iter()
                .zip(self.source.get(shifted..).unwrap_or_default())
                .take_while(|(a, b)| a == b)
                .count();
            if more == 0 {
                break;
            }
            stretches.push(Stretch { chunk: next..next + more, source: shifted..shifted + more });
            (at, other) = (next + more, shifted + more);
        }
    }

    /// Over a gap of a few characters.
    fn small(&self, at: usize, other: usize) -> Option<(usize, usize)> {
        (1..=SMALL).find_map(|both| {
            (0..=both).find_map(|mine| {
                let (next, shifted) = (at + mine, other + both - mine);
                let ahead = AGAIN.min(self.chunk.len().saturating_sub(next));
                let agrees = ahead >= AGAIN.min(3)
                    && self.chunk.get(next..next + ahead) == self.source.get(shifted..shifted + ahead);
                agrees.then_some((next, shifted))
            })
        })
    }

    /// Over a gap that the next shingles leap.
    fn large(&self, at: usize, other: usize) -> Option<(usize, usize)> {
        let first = self.seeds.partition_point(|(_, seed)| *seed < at);
        self.seeds.get(first..)?.iter().take(TRIED).find_map(|(hash, seed)| {
            let places = Shingles::within(self.index.places(*hash), self.document);
            let place = places.get(places.partition_point(|entry| (entry.at as usize) < other))?.at as usize;
            let agrees = self.chunk.get(*seed..seed + SHINGLE) == self.source.get(place..place + SHINGLE);
            if !agrees || place - other > seed - at + LARGE {
                return None;
            }
            // What stands right before the shingle may agree too.
            let before = (0..(seed - at).min(place - other))
                .take_while(|back| self.chunk[seed - 1 - back] == self.source[place - 1 - back])
                .count();
            Some((seed - before, place - before))
        })
    }

    /// Stretches before the anchor, the nearest first.
    fn back(&self, anchor: &Stretch) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        let (mut at, mut other) = (anchor.chunk.start, anchor.source.start);
        while at > 0 {
            let Some((end, shifted)) = self.small_back(at, other).or_else(|| self.large_back(at, other))
            else {
                break;
            };
            let less = (0..end.min(shifted))
                .take_while(|back| self.chunk[end - 1 - back] == self.source[shifted - 1 - back])
                .count();
            if less == 0 {
                break;
            }
            stretches.push(Stretch { chunk: end - less..end, source: shifted - less..shifted });
            (at, other) = (end - less, shifted - less);
        }
        stretches
    }

    fn small_back(&self, at: usize, other: usize) -> Option<(usize, usize)> {
        (1..=SMALL).find_map(|both| {
            (0..=both).find_map(|mine| {
                let (end, shifted) = (at.checked_sub(mine)?, other.checked_sub(both - mine)?);
                let behind = AGAIN.min(end);
                let agrees = behind >= AGAIN.min(3)
                    && self.chunk.get(end - behind..end)
                        == self.source.get(shifted.checked_sub(behind)?..shifted);
                agrees.then_some((end, shifted))
            })
        })
    }

    fn large_back(&self, at: usize, other: usize) -> Option<(usize, usize)> {
        let last = self.seeds.partition_point(|(_, seed)| seed + SHINGLE <= at);
        self.seeds.get(..last)?.iter().rev().take(TRIED).find_map(|(hash, seed)| {
            let places = Shingles::within(self.index.places(*hash), self.document);
            let behind = places.partition_point(|entry| entry.at as usize + SHINGLE <= other);
            let place = places.get(behind.checked_sub(1)?)?.at as usize;
            let agrees = self.chunk.get(*seed..seed + SHINGLE) == self.source.get(place..place + SHINGLE);
            let (mine, theirs) = (at - seed - SHINGLE, other - place - SHINGLE);
            if !agrees || theirs > mine + LARGE {
                return None;
            }
            let more = (0..mine.min(theirs))
                .take_while(|on| self.chunk[seed + SHINGLE + on] == self.source[place + SHINGLE + on])
                .count();
            Some((seed + SHINGLE + more, place + SHINGLE + more))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold::Folded;
    use super::super::shingles::seeds;
    use super::*;

    fn agreement(chunk: &str, source: &str, diagonal: i64) -> (Vec<String>, usize) {
        let (chunk, source) = (Folded::of(chunk), Folded::of(source));
        let index = Shingles::of(std::slice::from_ref(&source));
        let seeds = seeds(&chunk.chars);
        let agreement = Extension {
            chunk: &chunk.chars,
            source: &source.chars,
            document: 0,
            seeds: &seeds,
            index: &index,
        }
        .along(diagonal);
        let text = |stretch: &Stretch| chunk.chars[stretch.chunk.clone()].iter().collect();
        for stretch in &agreement.stretches {
            assert_eq!(chunk.chars[stretch.chunk.clone()], source.chars[stretch.source.clone()]);
        }
        let ordered = |pair: &[Stretch]| {
            pair[0].chunk.end <= pair[1].chunk.start && pair[0].source.end <= pair[1].source.start
        };
        assert!(agreement.stretches.windows(2).all(ordered), "{agreement:?}");
        (agreement.stretches.iter().map(text).collect(), agreement.agreed())
    }

    #[test]
    fn gaps_are_passed_over() {
        let source = "The pump stopped at noon. Nobody noticed it until the tank ran dry.";
        assert_eq!(agreement("pump stopped at noon. Nobody", source, 3).0, ["pumpstoppedatnoon.nobody"]);
        assert_eq!(
            agreement("stopped at no\u{fffd}. Nobody noticed", source, 7).0,
            ["stoppedatno", ".nobodynoticed"]
        );
        let tagged = format!(
            "The old water pump <b class=\"{}\">stopped at noon.</b> Nobody noticed it.",
            "x".repeat(300)
        );
        let diagonal = "<b class=\"\">".len() as i64 - 1 + 300;
        let (parts, _) =
            agreement("The old water pump stopped at noon. Nobody noticed it.", &tagged, diagonal);
        assert_eq!(parts, ["theoldwaterpump", "stoppedatnoon.", "nobodynoticedit."]);
    }

    #[test]
    fn nothing_agrees_by_chance() {
        assert_eq!(agreement("something else", "The pump stopped at noon.", 0).1, 0);
        assert_eq!(agreement("The pump stopped", "The pump stopped at noon.", 99).1, 0);
        assert_eq!(agreement("", "The pump", 0).1, 0);
    }
}
