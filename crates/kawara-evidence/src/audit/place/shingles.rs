//! Where stretches of text stand among all documents.

use std::collections::VecDeque;

use super::fold::Folded;

/// Every text of so many characters has a shingle that is remembered.
pub(super) const SURE: usize = SHINGLE + WINDOW - 1;
/// Characters of a shingle.
pub(super) const SHINGLE: usize = 8;
/// Of so many neighbouring shingles one is remembered, so that every stretch of `SHINGLE + WINDOW - 1` characters has one.
const WINDOW: usize = 4;

/// Some shingles of every document: in each window the one whose hash is least, so that equal stretches have equal ones wherever they stand.
#[derive(Debug, Default)]
pub(super) struct Shingles {
    entries: Vec<Entry>,
}

/// Ordered by hash, then by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    hash: u32,
    pub(super) document: u32,
    pub(super) at: u32,
}

impl Shingles {
    pub(super) fn of(documents: &[Folded]) -> Self {
        let mut entries = Vec::new();
        for (document, folded) in (0u32..).zip(documents) {
            least(&folded.chars, |hash, at| entries.push(Entry { hash, document, at: at as u32 }));
        }
        entries.sort_unstable();
        Self { entries }
    }

    /// All places of a shingle, document after document, in the order of the text.
    pub(super) fn places(&self, hash: u32) -> &[Entry] {
        let start = self.entries.partition_point(|entry| entry.hash < hash);
        let rest = self.entries.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|entry| entry.hash == hash)).unwrap_or_default()
    }

    /// Those of them in one document.
    pub(super) fn within(places: &[Entry], document: usize) -> &[Entry] {
        let start = places.partition_point(|entry| (entry.document as usize) < document);
        let rest = places.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|entry| entry.document as usize == document)).unwrap_or_default()
    }
}

/// The shingles of a chunk to look for: those that any text has remembered, and of a short one all, since its windows are cut off.
pub(super) fn seeds(chars: &[char]) -> Vec<(u32, usize)> {
    let mut seeds = Vec::new();
    if chars.len() < SHORT {
        hashes(chars, |hash, at| seeds.push((hash, at)));
    } else {
        least(chars, |hash, at| seeds.push((hash, at)));
    }
    seeds
}

const SHORT: usize = 8 * (SHINGLE + WINDOW);

fn least(chars: &[char], mut each: impl FnMut(u32, usize)) {
    // Ascending hashes that may yet be the least of a window, each behind the one before.
    let mut waiting: VecDeque<(u32, usize)> = VecDeque::new();
    let mut last = None;
    hashes(chars, |hash, at| {
        while waiting.back().is_some_and(|(other, _)| *other > hash) {
            waiting.pop_back();
        }
        waiting.push_back((hash, at));
        while waiting.front().is_some_and(|(_, first)| first + WINDOW <= at) {
            waiting.pop_front();
        }
        if at + 1 >= WINDOW
            && let Some((hash, first)) = waiting.front().filter(|front| last != Some(front.1))
        {
            last = Some(*first);
            each(*hash, *first);
        }
    });
    // A text that is less than a window has its least, too.
    if let Some((hash, first)) = waiting.front().filter(|_| last.is_none()) {
        each(*hash, *first);
    }
}

fn hashes(chars: &[char], mut each: impl FnMut(u32, usize)) {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let highest = (1..SHINGLE).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0u64;
    for (at, c) in chars.iter().enumerate() {
        if let Some(gone) = at.checked_sub(SHINGLE).and_then(|gone| chars.get(gone)) {
            hash = hash.wrapping_sub(mixed(*gone).wrapping_mul(highest));
        }
        hash = hash.wrapping_mul(BASE).wrapping_add(mixed(*c));
        if at + 1 >= SHINGLE {
            let spread = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            each((spread >> 32) as u32, at + 1 - SHINGLE);
        }
    }
}

fn mixed(c: char) -> u64 {
    let spread = (u64::from(u32::from(c)) + 1).wrapping_mul(0x94d0_49bb_1331_11eb);
    spread ^ (spread >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_stretches_have_equal_shingles() {
        let text = "The pump stopped at noon, and nobody noticed it until the tank ran dry. 水泵在中午停了,没有人注意到。";
        let folded = Folded::of(text);
        let index = Shingles::of(&[Folded::of("something else altogether, and longer"), folded.clone()]);
        for start in 0..folded.len() {
            for end in start + SURE..=folded.len() {
                let part = &folded.chars[start..end];
                let found = seeds(part).into_iter().any(|(hash, at)| {
                    let places = Shingles::within(index.places(hash), 1);
                    places.iter().any(|entry| entry.at as usize == start + at)
                });
                assert!(found, "{start}..{end}");
            }
        }
    }

    #[test]
    fn too_little_has_none() {
        assert!(seeds(&['a'; SHINGLE - 1]).is_empty());
        assert!(Shingles::of(&[Folded::of("short"), Folded::of("")]).places(0).is_empty());
    }
}
