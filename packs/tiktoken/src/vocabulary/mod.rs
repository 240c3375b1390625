//! A byte-pair vocabulary, ready to encode.

mod block;
mod characters;
mod edges;
mod filter;
pub(crate) mod merges;
mod pairs;
mod sight;

pub(crate) use characters::{Border, Character, Characters};
pub(crate) use pairs::NONE;

use edges::Edges;
use merges::{BYTES, Merges};
use pairs::{MOST, Pairs};

/// What byte-pair encoding needs to know: the tokens of single bytes, which tokens merge, and what that means for the
/// characters of text.
pub(crate) struct Vocabulary {
    bytes: [u32; BYTES as usize],
    pairs: Pairs,
    /// What two bytes of ASCII merge into: half of all that is asked of `pairs`, and smaller.
    ascii: Box<[u32; 1 << 14]>,
    characters: Characters,
}

impl Vocabulary {
    /// Builds a vocabulary from a file of merges and those that extend it; `None` if a file is damaged.
    pub(crate) fn load(files: &[&[u8]]) -> Option<Self> {
        let parts = files.iter().map(|file| Merges::read(file)).collect::<Option<Vec<_>>>()?;
        let order = parts.first()?.bytes?;
        let mut bytes = [NONE; BYTES as usize];
        for (token, &byte) in (0..).zip(order) {
            bytes[usize::from(byte)] = token;
        }
        let size = parts.last()?.end();
        if bytes.contains(&NONE) || size > MOST {
            return None;
        }
        let mut pairs = Pairs::with_capacity(size as usize);
        let mut edges = Edges::new(order, size);
        for mut part in parts {
            if part.next_token() != edges.next_token() {
                return None;
            }
            for (left, right) in &mut part {
                let token = edges.merge(left, right)?;
                pairs.insert(left, right, token);
            }
            if part.next_token() != part.end() {
                return None;
            }
        }
        let mut ascii = Box::new([NONE; 1 << 14]);
        for (pair, merged) in ascii.iter_mut().enumerate() {
            *merged = pairs.get(bytes[pair >> 7], bytes[pair & 0x7F]);
        }
        Some(Self { bytes, pairs, ascii, characters: edges.into_characters() })
    }

    /// The token of one byte.
    #[inline]
    pub(crate) fn byte(&self, byte: u8) -> u32 {
        self.bytes[usize::from(byte)]
    }

    /// What two neighbouring bytes merge into, or [`NONE`].
    #[inline]
    pub(crate) fn merged_bytes(&self, left: u8, right: u8) -> u32 {
        match (left | right) < 0x80 {
            true => self.ascii[usize::from(left & 0x7F) << 7 | usize::from(right & 0x7F)],
            false => self.merged(self.byte(left), self.byte(right)),
        }
    }

    /// What two neighbouring tokens merge into, or [`NONE`]. Lower numbers merge first.
    #[inline]
    pub(crate) fn merged(&self, left: u32, right: u32) -> u32 {
        self.pairs.get(left, right)
    }

    /// What the vocabulary means for characters.
    #[inline]
    pub(crate) fn characters(&self) -> &Characters {
        &self.characters
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    pub(crate) const CL100K: &[&[u8]] = &[include_bytes!("../../data/cl100k_base.merges")];
    pub(crate) const O200K: &[&[u8]] = &[include_bytes!("../../data/o200k_base.merges")];
    pub(crate) const R50K: &[&[u8]] = &[include_bytes!("../../data/r50k_base.merges")];
    const P50K: &[&[u8]] =
        &[include_bytes!("../../data/r50k_base.merges"), include_bytes!("../../data/p50k_base.merges")];

    /// The bytes of every token.
    pub(crate) fn token_bytes(files: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut tokens: Vec<Vec<u8>> = Vec::new();
        for file in files {
            let merges = Merges::read(file).unwrap();
            tokens.extend(merges.bytes.into_iter().flatten().map(|&byte| vec![byte]));
            for (left, right) in merges {
                tokens.push([tokens[left as usize].as_slice(), &tokens[right as usize]].concat());
            }
        }
        tokens
    }

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let bits =
                three.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte)) << (8 * (3 - three.len()));
            for digit in 0..4 {
                text.push(if digit > three.len() {
                    '='
                } else {
                    DIGITS[bits >> (18 - 6 * digit) & 63].into()
                });
            }
        }
        text
    }

    /// OpenAI publishes a vocabulary as a file of lines: a token in base64, and its rank.
    pub(crate) fn published_hash(files: &[&[u8]], rank: impl Fn(usize) -> usize) -> String {
        let lines = token_bytes(files).into_iter().enumerate();
        let file: String =
            lines.map(|(token, bytes)| format!("{} {}\n", base64(&bytes), rank(token))).collect();
        Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = CL100K[0];
        assert!(Vocabulary::load(&[&file[..file.len() - 1]]).is_none());
        assert!(Vocabulary::load(&[&file[..100]]).is_none());
        assert!(Vocabulary::load(&[P50K[1]]).is_none(), "an extension alone");
        assert!(Vocabulary::load(&[file, P50K[1]]).is_none(), "an extension of another vocabulary");
        assert!(Vocabulary::load(&[]).is_none());
    }
}
