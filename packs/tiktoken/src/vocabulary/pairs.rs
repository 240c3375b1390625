//! Which two tokens merge, and into what.

/// Bits of a token's number; vocabularies of up to 262,143 tokens.
const BITS: u32 = 18;
const MASK: u64 = (1 << (2 * BITS)) - 1;
const EMPTY: u64 = u64::MAX;

/// The most tokens a vocabulary may have: the last number is kept for the empty place.
pub(crate) const MOST: u32 = (1 << BITS) - 1;

/// No token.
pub(crate) const NONE: u32 = u32::MAX;

/// A hash table of pairs with open addressing, behind a filter.
///
/// Most pairs that are asked for do not merge. The filter, with four bits for every eight bytes of the table, says so without a
/// look at the table, and is small enough to stay near the processor.
pub(crate) struct Pairs {
    /// Left, right and merged token of a pair in one word. The length is a power of two.
    places: Vec<u64>,
    /// A bit for each hash of a pair. The length is a power of two.
    filter: Vec<u64>,
    /// What is left of a hash when all but the bits of a place in the filter are shifted out.
    shift: u32,
}

/// Places in the filter for each in the table, as a power of two.
const FINER: u32 = 2;

impl Pairs {
    /// Room for `count` pairs.
    pub(crate) fn with_capacity(count: usize) -> Self {
        // At most 40 % full, so that a search ends at once.
        let bits = (count * 5 / 2).next_power_of_two().trailing_zeros().max(6);
        Self {
            places: vec![EMPTY; 1 << bits],
            filter: vec![0; 1 << (bits + FINER - 6)],
            shift: u64::BITS - bits - FINER,
        }
    }

    /// Adds a pair; the numbers are below [`MOST`]. Of the same pair added twice the first stays.
    pub(crate) fn insert(&mut self, left: u32, right: u32, merged: u32) {
        let key = key(left, right);
        let hash = self.hash(key);
        let (words, places) = (self.filter.len(), self.places.len());
        self.filter[(hash / 64) & (words - 1)] |= 1 << (hash % 64);
        let mut place = hash >> FINER;
        while self.places[place & (places - 1)] != EMPTY {
            place += 1;
        }
        self.places[place & (places - 1)] = u64::from(merged) << (2 * BITS) | key;
    }

    /// The token that `left` and `right` merge into, or [`NONE`].
    #[inline]
    pub(crate) fn get(&self, left: u32, right: u32) -> u32 {
        let key = key(left, right);
        let hash = self.hash(key);
        if self.filter[(hash / 64) & (self.filter.len() - 1)] >> (hash % 64) & 1 == 0 {
            return NONE;
        }
        let mut place = hash >> FINER;
        loop {
            let found = self.places[place & (self.places.len() - 1)];
            if found & MASK == key {
                return (found >> (2 * BITS)) as u32;
            }
            if found == EMPTY {
                return NONE;
            }
            place += 1;
        }
    }

    #[inline]
    fn hash(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

#[inline]
fn key(left: u32, right: u32) -> u64 {
    u64::from(left) << BITS | u64::from(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_and_nothing_else() {
        let mut pairs = Pairs::with_capacity(1000);
        for i in 0..1000 {
            pairs.insert(i, MOST - 1 - i, i + 7);
        }
        pairs.insert(3, MOST - 4, 99);
        for i in 0..1000 {
            assert_eq!(pairs.get(i, MOST - 1 - i), i + 7);
            assert_eq!(pairs.get(i, MOST - 2 - i), NONE);
        }
    }
}
