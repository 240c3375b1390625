//! Lists of words that are asked at every gap.

/// Some words. Most that are not among them are told so at a glance, by their length and two of their letters.
#[derive(Debug)]
pub(crate) struct Words<const N: usize> {
    words: [&'static str; N],
    /// A bit for each glance that some word gives.
    glances: [u64; GLANCES / 64],
}

const GLANCES: usize = 512;

impl<const N: usize> Words<N> {
    pub(crate) const fn new(words: [&'static str; N]) -> Self {
        let mut glances = [0; GLANCES / 64];
        let mut nth = 0;
        while nth < N {
            let glance = glance(words[nth].as_bytes());
            glances[glance / 64] |= 1 << (glance % 64);
            nth += 1;
        }
        Self { words, glances }
    }

    /// Whether `word` is one of them.
    pub(crate) fn has(&self, word: &str) -> bool {
        let glance = glance(word.as_bytes());
        let may_be = self.glances.get(glance / 64).is_some_and(|bits| bits >> (glance % 64) & 1 != 0);
        may_be && self.words.contains(&word)
    }
}

/// A number from the length, the first letter and the last.
const fn glance(word: &[u8]) -> usize {
    let len = word.len();
    if len < 3 {
        return len;
    }
    (word[2] as usize * 9 + word[len - 1] as usize * 35 + len * 5) % GLANCES
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn has_its_words_and_no_others() {
        let words = Words::new(["ณ", "และ", "จนกระทั่ง", "to"]);
        assert!(["ณ", "และ", "จนกระทั่ง", "to"].into_iter().all(|word| words.has(word)));
        assert!(!["", "ๆ", "แล", "แและ", "จนกระทั้ง", "ot"].into_iter().any(|word| words.has(word)));
    }
}
