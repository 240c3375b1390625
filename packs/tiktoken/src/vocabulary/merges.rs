//! The file format of a vocabulary: its merges.
//!
//! Every token of a byte-pair encoding is either one byte or the merge of two tokens made before it, so a vocabulary is
//! stored as those pairs, in the order of their ranks, each half in as many bits as the rank itself needs. No token's bytes
//! are stored, and no decompressor is needed: the 100,256 tokens of `cl100k_base`, 644 kB, take 393 kB.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | the first token described here, little-endian: 0, or the length of the vocabulary that this file extends |
//! | 4 | one past the last token described here |
//! | 256 | the byte that each of the tokens 0..256 is; only in a file that begins at 0 |
//! | rest | for every further token its left and its right half; bits from the lowest up |

/// Tokens 0..256 are single bytes.
pub(crate) const BYTES: u32 = 256;

/// The number of bits in which halves of the token `rank` are stored.
fn width(rank: u32) -> u32 {
    u32::BITS - (rank - 1).leading_zeros()
}

/// A file taken apart.
pub(crate) struct Merges<'a> {
    /// The byte that each of the first 256 tokens is, where the file begins a vocabulary.
    pub(crate) bytes: Option<&'a [u8; BYTES as usize]>,
    next: u32,
    end: u32,
    bits: &'a [u8],
    /// Bits taken from `bits` and not yet used, the next one lowest.
    held: u64,
    count: u32,
}

impl<'a> Merges<'a> {
    /// Reads the head of a file; `None` if it is too short or its numbers make no sense.
    pub(crate) fn read(file: &'a [u8]) -> Option<Self> {
        let (first, file) = file.split_first_chunk::<4>()?;
        let (end, file) = file.split_first_chunk::<4>()?;
        let (first, end) = (u32::from_le_bytes(*first), u32::from_le_bytes(*end));
        let (bytes, bits) = match first {
            0 => file.split_first_chunk::<{ BYTES as usize }>().map(|(bytes, rest)| (Some(bytes), rest))?,
            _ => (None, file),
        };
        let next = first.max(BYTES);
        (next <= end).then_some(Self { bytes, next, end, bits, held: 0, count: 0 })
    }

    /// The token that the next pair makes.
    pub(crate) fn next_token(&self) -> u32 {
        self.next
    }

    /// One past the last token described here.
    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    fn take(&mut self, width: u32) -> Option<u32> {
        while self.count < width {
            let (word, rest) = match self.bits.split_first_chunk::<4>() {
                Some((word, rest)) => (u64::from(u32::from_le_bytes(*word)), rest),
                None => self.bits.split_first().map(|(byte, rest)| (u64::from(*byte), rest))?,
            };
            self.held |= word << self.count;
            self.count += 8 * (self.bits.len() - rest.len()) as u32;
            self.bits = rest;
        }
        let value = self.held & ((1 << width) - 1);
        self.held >>= width;
        self.count -= width;
        Some(value as u32)
    }
}

impl Iterator for Merges<'_> {
    /// The halves of the next token; `None` at the end, or where the file is cut short.
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        if self.next == self.end {
            return None;
        }
        let width = width(self.next);
        let pair = (self.take(width)?, self.take(width)?);
        self.next += 1;
        Some(pair)
    }
}

/// Writes a file that [`Merges::read`] reads: tokens from `first` on, or a whole vocabulary with its `bytes`.
#[cfg(any(test, feature = "generate"))]
#[cfg_attr(not(test), allow(dead_code, reason = "the generator takes this file in by its path"))]
pub(crate) fn write(first: u32, bytes: Option<&[u8; BYTES as usize]>, pairs: &[(u32, u32)]) -> Vec<u8> {
    let next = first.max(BYTES);
    let mut file = first.to_le_bytes().to_vec();
    file.extend((next + pairs.len() as u32).to_le_bytes());
    file.extend(bytes.into_iter().flatten());
    let (mut held, mut count) = (0u64, 0);
    for (rank, &(left, right)) in (next..).zip(pairs) {
        for half in [left, right] {
            held |= u64::from(half) << count;
            count += width(rank);
            while count >= 8 {
                file.push(held as u8);
                held >>= 8;
                count -= 8;
            }
        }
    }
    if count > 0 {
        file.push(held as u8);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let bytes = std::array::from_fn(|i| 255 - i as u8);
        let pairs: Vec<_> = (0..1000).map(|i| (i % 256, (i * 7) % (256 + i))).collect();
        let file = write(0, Some(&bytes), &pairs);
        let merges = Merges::read(&file).unwrap();
        assert_eq!(merges.bytes, Some(&bytes));
        assert_eq!(merges.collect::<Vec<_>>(), pairs);
    }

    #[test]
    fn an_extension_begins_where_its_base_ends() {
        let file = write(50_256, None, &[(220, 220), (50_256, 3)]);
        let merges = Merges::read(&file).unwrap();
        assert_eq!((merges.next_token(), merges.bytes), (50_256, None));
        assert_eq!(merges.collect::<Vec<_>>(), [(220, 220), (50_256, 3)]);
    }

    #[test]
    fn a_damaged_file_ends_early() {
        let file = write(0, Some(&[0; 256]), &[(1, 2), (3, 4), (5, 6)]);
        assert!(Merges::read(&file[..200]).is_none());
        assert_eq!(Merges::read(&file[..file.len() - 2]).unwrap().count(), 2);
    }
}
