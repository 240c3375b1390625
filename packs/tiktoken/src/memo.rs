//! Counts of short pieces, remembered.

/// The longest piece that is remembered, in bytes.
pub(crate) const LONGEST: usize = 15;

/// Sets of places in the table: a power of two. The whole table is 256 kB, so that it stays near the processor.
const SETS: usize = 1 << 13;

/// A short piece of text as two numbers: its bytes, the first lowest, and its length in bits 56..60 of the second.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key([u64; 2]);

/// The bits of the count in the second number of a place. A piece has at most one token per byte, so four are enough.
const COUNT: u64 = 0xF << 60;

/// For each length the bits that the bytes of a piece take, and the length itself.
static MASKS: [[u64; 3]; LONGEST + 1] = masks();

const fn masks() -> [[u64; 3]; LONGEST + 1] {
    let mut masks = [[0; 3]; LONGEST + 1];
    let mut len = 1;
    while len <= LONGEST {
        let bits = (1u128 << (8 * len)) - 1;
        masks[len] = [bits as u64, (bits >> 64) as u64, (len as u64) << 56];
        len += 1;
    }
    masks
}

impl Key {
    /// The key of `text[start..end]`, which has at most [`LONGEST`] bytes.
    #[inline]
    pub(crate) fn new(text: &[u8], start: usize, end: usize) -> Self {
        let [low, high, len] = MASKS[(end - start) & LONGEST];
        let bytes = match text[start..].first_chunk::<16>() {
            Some(chunk) => u128::from_le_bytes(*chunk),
            None => text[start..end].iter().rev().fold(0, |bytes, &byte| bytes << 8 | u128::from(byte)),
        };
        Self([bytes as u64 & low, (bytes >> 64) as u64 & high | len])
    }

    #[inline]
    fn set(self) -> usize {
        let [low, high] = self.0;
        let mixed = (low ^ high.wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - SETS.trailing_zeros())) as usize
    }
}

/// A table of two places per hash, the one used last in front; a new piece takes the place of the other.
///
/// A place is a [`Key`] with the count in its highest bits.
pub(crate) struct Memo(Vec<[[u64; 2]; 2]>);

impl Memo {
    pub(crate) fn new() -> Self {
        Self(vec![[[0; 2]; 2]; SETS])
    }

    /// The count remembered for `key`.
    #[inline]
    pub(crate) fn get(&mut self, key: Key) -> Option<u32> {
        let set = self.0.get_mut(key.set())?;
        let is_here = |[low, high]: [u64; 2]| (low ^ key.0[0]) | (high & !COUNT ^ key.0[1]) == 0;
        if is_here(set[0]) {
            return Some((set[0][1] >> 60) as u32);
        }
        if is_here(set[1]) {
            set.swap(0, 1);
            return Some((set[0][1] >> 60) as u32);
        }
        None
    }

    /// Remembers the count of `key`, which [`Memo::get`] did not find.
    #[inline]
    pub(crate) fn put(&mut self, key: Key, count: u32) {
        if let Some(set) = self.0.get_mut(key.set()) {
            set[1] = set[0];
            set[0] = [key.0[0], key.0[1] | u64::from(count) << 60];
        }
    }
}

/// The longest stretch that is remembered, in bytes.
const LONGEST_OF_ALL: usize = 47;

/// Places in the table of long stretches: a power of two.
const PLACES: usize = 1 << 12;

/// A longer stretch of text: its bytes and, in the last, its length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LongKey([u64; 6]);

impl LongKey {
    /// The key of a stretch; `None` if it is too long, or so short that there is a [`Key`].
    #[inline]
    pub(crate) fn new(stretch: &[u8]) -> Option<Self> {
        if !(LONGEST + 1..=LONGEST_OF_ALL).contains(&stretch.len()) {
            return None;
        }
        let mut bytes = [0; LONGEST_OF_ALL + 1];
        bytes.get_mut(..stretch.len())?.copy_from_slice(stretch);
        bytes[LONGEST_OF_ALL] = stretch.len() as u8;
        let mut words = [0; 6];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Some(Self(words))
    }

    #[inline]
    fn place(&self) -> usize {
        let mixed = self
            .0
            .iter()
            .fold(0, |mixed: u64, word| (mixed ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
        (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (u64::BITS - PLACES.trailing_zeros())) as usize
    }
}

/// A table of one place per hash, for what stands between 16 and 47 bytes: such as clauses of Thai, which share no space with short
/// pieces so as not to drive them out.
pub(crate) struct LongMemo(Vec<([u64; 6], u64)>);

impl LongMemo {
    pub(crate) fn new() -> Self {
        Self(vec![([0; 6], 0); PLACES])
    }

    /// The count remembered for `key`.
    #[inline]
    pub(crate) fn get(&self, key: &LongKey) -> Option<u32> {
        let (own, count) = self.0.get(key.place())?;
        (*own == key.0).then_some(*count as u32)
    }

    /// Remembers the count of `key` in place of another.
    #[inline]
    pub(crate) fn put(&mut self, key: LongKey, count: u32) {
        if let Some(place) = self.0.get_mut(key.place()) {
            *place = (key.0, count.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(piece: &[u8]) -> Key {
        Key::new(piece, 0, piece.len())
    }

    #[test]
    fn a_key_is_its_bytes_wherever_they_stand() {
        let text = "the roof, the roof, the roof of tiles".as_bytes();
        assert!(Key::new(text, 4, 8) == Key::new(text, 14, 18));
        assert!(Key::new(text, 32, 37) == key(b"tiles"), "near the end of the text");
        assert!(key(b"a") != key(b"a\0"));
        assert!(key(b"123456789012345") != key(b"12345678901234"));
        assert!(key(b"12345678a") != key(b"12345678b"));
    }

    #[test]
    fn long_stretches_are_remembered_by_all_their_bytes() {
        let text = "the roof, the roof, the roof of tiles, and a roof".as_bytes();
        let mut memo = LongMemo::new();
        assert!(LongKey::new(&text[..LONGEST]).is_none() && LongKey::new(&text[..48]).is_none());
        for len in LONGEST + 1..=LONGEST_OF_ALL {
            let key = LongKey::new(&text[..len]).unwrap();
            assert_eq!(memo.get(&key), None, "{len}");
            memo.put(key, len as u32);
            assert_eq!(memo.get(&key), Some(len as u32));
            let mut other = text[..len].to_vec();
            other[len - 1] ^= 1;
            assert_eq!(memo.get(&LongKey::new(&other).unwrap()), None, "{len}");
        }
    }

    #[test]
    fn counts_are_remembered_until_two_others_take_their_place() {
        let mut memo = Memo::new();
        assert_eq!(memo.get(key(b"tiles")), None);
        memo.put(key(b"tiles"), 2);
        memo.put(key(b"123456789012345"), 15);
        assert_eq!((memo.get(key(b"tiles")), memo.get(key(b"123456789012345"))), (Some(2), Some(15)));
        let alike: Vec<Vec<u8>> = (0..u64::MAX)
            .map(|n| n.to_string().into_bytes())
            .filter(|piece| key(piece).set() == key(b"tiles").set())
            .take(2)
            .collect();
        memo.put(key(&alike[0]), 7);
        assert_eq!((memo.get(key(&alike[0])), memo.get(key(b"tiles"))), (Some(7), Some(2)));
        memo.put(key(&alike[1]), 9);
        assert_eq!(
            (memo.get(key(&alike[1])), memo.get(key(&alike[0])), memo.get(key(b"tiles"))),
            (Some(9), None, Some(2))
        );
    }
}
