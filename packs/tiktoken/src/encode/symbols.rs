//! Byte-pair encoding of a short stretch.

use crate::vocabulary::{NONE, Vocabulary};

/// The most tokens that are merged at once.
pub(crate) const MOST: usize = 256;

/// Places whose best candidate is kept together.
const BLOCK: usize = 8;
const BLOCKS: usize = MOST / BLOCK;
const NO_CANDIDATE: u64 = u64::MAX;

/// The tokens of a stretch while they are merged.
///
/// A token stays in the place where it was put and is linked to its neighbours. What it would merge into with the one behind
/// stands in `candidates`, the token above the place, so that the least of them is the next merge: of the lowest token the
/// first. For so few a search through blocks of them is faster than a heap.
pub(crate) struct Symbols {
    tokens: [u32; MOST],
    before: [u16; MOST],
    behind: [u16; MOST],
    candidates: [u64; MOST],
    best: [u64; BLOCKS],
    count: usize,
}

impl Symbols {
    pub(crate) fn new() -> Self {
        Self {
            tokens: [0; MOST],
            before: [0; MOST],
            behind: [0; MOST],
            candidates: [NO_CANDIDATE; MOST],
            best: [NO_CANDIDATE; BLOCKS],
            count: 0,
        }
    }

    /// Takes all tokens out.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// How many tokens were put in, even those beyond [`MOST`] that are lost.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Puts a token behind the others.
    #[inline]
    pub(crate) fn push(&mut self, token: u32) {
        if let Some(place) = self.tokens.get_mut(self.count) {
            *place = token;
        }
        self.count += 1;
    }

    /// Merges until nothing merges any more; the number of tokens left.
    #[inline]
    pub(crate) fn merge(&mut self, vocabulary: &Vocabulary) -> u32 {
        match self.count {
            0 | 1 => self.count as u32,
            2 => 2 - u32::from(vocabulary.merged(self.tokens[0], self.tokens[1]) != NONE),
            _ => {
                for place in 1..self.count.min(MOST) {
                    self.candidates[place - 1] = self.candidate(vocabulary, place - 1, place);
                }
                self.merge_candidates(vocabulary)
            }
        }
    }

    /// Puts in the bytes of a stretch, up to [`MOST`], and merges them; the number of tokens left.
    pub(crate) fn merge_bytes(&mut self, vocabulary: &Vocabulary, stretch: &[u8]) -> u32 {
        self.clear();
        let mut last = 0;
        for (place, &byte) in stretch.iter().enumerate().take(MOST) {
            self.push(vocabulary.byte(byte));
            if place > 0 {
                self.candidates[place - 1] = candidate(vocabulary.merged_bytes(last, byte), place - 1);
            }
            last = byte;
        }
        if self.count < 2 { self.count as u32 } else { self.merge_candidates(vocabulary) }
    }

    /// The tokens left by the last merge of two or more, and the places where they begin.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (u32, usize)> {
        let (end, mut next) = (self.count.min(MOST), 0);
        std::iter::from_fn(move || {
            let place = next;
            next = usize::from(*self.behind.get(place).filter(|_| place < end)?);
            Some((self.tokens[place], place))
        })
    }

    /// Merges two or more tokens whose candidates are there.
    fn merge_candidates(&mut self, vocabulary: &Vocabulary) -> u32 {
        let end = self.count.min(MOST);
        let blocks = end.div_ceil(BLOCK);
        self.candidates[end - 1..blocks * BLOCK].fill(NO_CANDIDATE);
        for place in 0..end {
            self.before[place] = place.wrapping_sub(1) as u16;
            self.behind[place] = place as u16 + 1;
        }
        for block in 0..blocks {
            self.refresh(block);
        }
        let mut left = end as u32;
        loop {
            let best = self.best[..blocks].iter().fold(NO_CANDIDATE, |best, &candidate| best.min(candidate));
            if best == NO_CANDIDATE {
                return left;
            }
            left -= 1;
            let place = best as usize % MOST;
            let gone = usize::from(self.behind[place]) % MOST;
            let behind = usize::from(self.behind[gone]);
            self.tokens[place] = (best >> 32) as u32;
            self.behind[place] = behind as u16;
            self.candidates[gone] = NO_CANDIDATE;
            self.candidates[place] = NO_CANDIDATE;
            if behind < end {
                self.before[behind % MOST] = place as u16;
                self.candidates[place] = self.candidate(vocabulary, place, behind % MOST);
            }
            if place > 0 {
                let before = usize::from(self.before[place]) % MOST;
                self.candidates[before] = self.candidate(vocabulary, before, place);
                if before / BLOCK != place / BLOCK {
                    self.refresh(before / BLOCK);
                }
            }
            self.refresh(place / BLOCK);
            if gone / BLOCK != place / BLOCK {
                self.refresh(gone / BLOCK);
            }
        }
    }

    #[inline]
    fn refresh(&mut self, block: usize) {
        let block = block % BLOCKS;
        let mut best = NO_CANDIDATE;
        for place in block * BLOCK..(block + 1) * BLOCK {
            best = best.min(self.candidates[place]);
        }
        self.best[block] = best;
    }

    #[inline]
    fn candidate(&self, vocabulary: &Vocabulary, place: usize, behind: usize) -> u64 {
        candidate(vocabulary.merged(self.tokens[place], self.tokens[behind]), place)
    }
}

#[inline]
fn candidate(token: u32, place: usize) -> u64 {
    if token == NONE { NO_CANDIDATE } else { u64::from(token) << 32 | place as u64 }
}
