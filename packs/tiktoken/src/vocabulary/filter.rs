//! A small set that answers at once.

/// A set of numbers that may also find some that were not put in; that costs time, never exactness.
pub(super) struct Filter {
    words: Vec<u64>,
    /// What is left of a hash when all but the bits of a place are shifted out.
    shift: u32,
}

impl Filter {
    /// A filter of `1 << bits` bits.
    pub(super) fn new(bits: u32) -> Self {
        Self { words: vec![0; 1 << (bits - 6)], shift: u64::BITS - bits }
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }

    pub(super) fn insert(&mut self, key: u64) {
        let (word, bit) = self.place(key);
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
        }
    }

    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        let (word, bit) = self.place(key);
        self.words.get(word).is_none_or(|word| word & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_that_was_put_in_and_little_else() {
        // Keys as they come: two numbers of 16 bits in one.
        let key = |n: u64| ((n * 40_503 % 65_521) << 18) | (n * 30_011 % 65_519);
        let mut filter = Filter::new(16);
        (0..1000).for_each(|n| filter.insert(key(n)));
        assert!((0..1000).all(|n| filter.contains(key(n))));
        let wrong = (1000..11_000).filter(|n| filter.contains(key(*n))).count();
        assert!(wrong < 400, "{wrong} of 10,000 wrongly found");
    }
}
