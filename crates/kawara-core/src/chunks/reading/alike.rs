//! Whether a text says what another has said already.

use std::collections::HashMap;
use std::hash::Hasher;

use crate::units::is_blank;

/// Characters of a shingle.
const WIDTH: usize = 8;

/// Texts that have said a shingle already and are remembered for it, and texts that are compared with the whole of another. Where more have it, it
/// says little.
const MOST: usize = 64;

/// Texts that were kept, looked up by the shingles in them.
#[derive(Default)]
pub(super) struct Said {
    by_shingle: HashMap<u64, Vec<u32>>,
    texts: Vec<Text>,
}

struct Text {
    document: String,
    /// Ascending.
    shingles: Vec<u64>,
}

impl Said {
    /// Which kept text of another document has at least this share of a text's shingles, and how many it has; the first with the most. If there
    /// is none, the text is kept under the next number.
    ///
    /// Two texts that share so much share one of the few shingles looked up first: as many as may be missing, and one.
    pub(super) fn find_or_keep(&mut self, document: &str, text: &str, share: f64) -> Option<(usize, f64)> {
        let shingles = shingles(text);
        let missing = ((1.0 - share).max(0.0) * shingles.len() as f64) as usize;
        let mut seen: HashMap<u32, u32> = HashMap::new();
        let mut candidates: Vec<u32> = Vec::new();
        for shingle in shingles.iter().take(missing + 1) {
            for kept in self.by_shingle.get(shingle).into_iter().flatten() {
                let times = seen.entry(*kept).or_insert(0);
                if *times == 0 {
                    candidates.push(*kept);
                }
                *times += 1;
            }
        }
        candidates.retain(|kept| self.texts[*kept as usize].document != document);
        candidates.sort_by_key(|kept| (std::cmp::Reverse(seen[kept]), *kept));
        candidates.truncate(MOST);
        let mut best: Option<(usize, f64)> = None;
        for kept in candidates {
            let common = common(&shingles, &self.texts[kept as usize].shingles);
            let has = common as f64 / shingles.len() as f64;
            let is_better =
                best.is_none_or(|(known, most)| has > most || (has == most && (kept as usize) < known));
            if has >= share && is_better {
                best = Some((kept as usize, has));
            }
        }
        if best.is_none() {
            let number = self.texts.len() as u32;
            for shingle in &shingles {
                let kept = self.by_shingle.entry(*shingle).or_default();
                if kept.len() < MOST {
                    kept.push(number);
                }
            }
            self.texts.push(Text { document: document.to_owned(), shingles });
        }
        best
    }
}

/// The shingles of a text: every run of so many characters that are not blank, by its hash, each once, ascending. A shorter text is one.
fn shingles(text: &str) -> Vec<u64> {
    let chars: Vec<char> = text.chars().filter(|c| !is_blank(*c)).collect();
    let mut shingles: Vec<u64> =
        if chars.len() < WIDTH { vec![hash(&chars)] } else { chars.windows(WIDTH).map(hash).collect() };
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// FNV-1a over characters, spread so that the lowest hashes are drawn evenly.
fn hash(chars: &[char]) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    chars.iter().for_each(|c| hash.write_u32(u32::from(*c)));
    hash.finish()
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}

/// How many numbers two ascending lists have in common.
fn common(one: &[u64], other: &[u64]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
        common += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_known_again() {
        let mut said = Said::default();
        let long = "The pump stopped in the night, and nobody noticed it before the tank ran dry at six.";
        assert_eq!(said.find_or_keep("a", long, 0.9), None);
        assert_eq!(
            said.find_or_keep("b", &long.replace(' ', "\n  "), 0.9),
            Some((0, 1.0)),
            "white space aside"
        );
        assert_eq!(said.find_or_keep("b", "nobody noticed it before", 0.9), Some((0, 1.0)), "a part of it");
        assert_eq!(said.find_or_keep("a", long, 0.9), None, "of the same document");
        let longer =
            format!("{long} The engineer came at eight, and it was too late for most of the fish by then.");
        assert_eq!(said.find_or_keep("b", &longer, 0.9), None, "it says more");
        let other = long.replace("six", "ten");
        let shares = common(&shingles(&other), &shingles(long)) as f64 / shingles(&other).len() as f64;
        assert!(shares > 0.9);
        assert_eq!(said.find_or_keep("c", &other, 0.9), Some((0, shares)));
        assert_eq!(said.find_or_keep("c", &other, 1.0), None);
    }

    #[test]
    fn short_texts_are_compared_as_they_are() {
        let mut said = Said::default();
        assert_eq!(said.find_or_keep("a", "屋根瓦。", 0.9), None);
        assert_eq!(said.find_or_keep("b", "屋根瓦。", 0.9), Some((0, 1.0)));
        assert_eq!(said.find_or_keep("b", "屋根", 0.9), None);
    }

    #[test]
    fn as_many_texts_as_there_are_take_no_longer_each() {
        // All share most of their text; without a bound each would be held against all before it.
        let body = "All of them begin with the same words, as forms do, and go on with these. ".repeat(8);
        let mut said = Said::default();
        let began = std::time::Instant::now();
        for nth in 0..1_000 {
            let own: String =
                (0..40).map(|i| format!("{} ", (nth * 7919 + i * 104_729) % 1_000_003)).collect();
            said.find_or_keep(&nth.to_string(), &format!("{body}{own}"), 0.9);
        }
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    }
}
