use crate::tokenizer::Tally;

/// Short words that were counted before: in most languages with spaces nine of ten have been.
pub(super) struct Memo {
    /// By a hash of the word; a word takes the place of another.
    slots: Box<[(u128, Tally)]>,
}

/// The length of a word is kept in the byte that is left over.
const LONGEST: usize = 15;
const SLOTS: usize = 1 << 13;

impl Default for Memo {
    fn default() -> Self {
        Self { slots: vec![(0, Tally::default()); SLOTS].into_boxed_slice() }
    }
}

impl Memo {
    /// The word as a number, if it is short: no two words have the same, and none has 0.
    pub(super) fn key(word: &str) -> Option<u128> {
        if word.len() > LONGEST {
            return None;
        }
        let mut bytes = [0; 16];
        bytes[..word.len()].copy_from_slice(word.as_bytes());
        bytes[LONGEST] = word.len() as u8;
        Some(u128::from_le_bytes(bytes)).filter(|key| *key != 0)
    }

    pub(super) fn get(&self, key: u128) -> Option<Tally> {
        let (known, tally) = self.slots[slot(key)];
        (known == key).then_some(tally)
    }

    pub(super) fn put(&mut self, key: u128, tally: Tally) {
        self.slots[slot(key)] = (key, tally);
    }
}

fn slot(key: u128) -> usize {
    // Fibonacci hashing; the high bits are the best mixed.
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
        let words = ["a", "a\0", "\0", "\0\0", "▁the", "▁then", "水", "123456789012345"];
        let mut memo = Memo::default();
        for (word, tokens) in words.iter().zip(1..) {
            let key = Memo::key(word).unwrap();
            assert_eq!(memo.get(key), None, "{word:?}");
            memo.put(key, Tally { tokens, unknown: 0 });
            assert_eq!(memo.get(key).map(|tally| tally.tokens), Some(tokens), "{word:?}");
        }
        assert_eq!(Memo::key("1234567890123456"), None);
        assert_eq!(Memo::key(""), None);
    }
}
