use std::ops::Range;

/// How far apart known places are, in bytes.
const STEP: usize = 256;

/// The way between the bytes and the characters of a text, in either direction, without counting from its start each time.
///
/// ```
/// use kawara_evidence::Chars;
///
/// let text = "瓦 is a roof tile";
/// let chars = Chars::of(text);
/// assert_eq!((chars.char_at(text, 3), chars.byte_at(text, 1)), (1, Some(3)));
/// assert_eq!(chars.bytes(text, 2..4), Some(4..6));
/// assert_eq!(chars.len(), 16);
/// ```
#[derive(Clone, Debug)]
pub struct Chars {
    /// How many characters begin before each multiple of `STEP` bytes; empty where each character is one byte.
    before: Vec<u32>,
    len: usize,
}

impl Chars {
    /// Looks through a text once.
    pub fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { before: Vec::new(), len: text.len() };
        }
        let (mut before, mut len) = (Vec::with_capacity(text.len() / STEP + 1), 0u32);
        for piece in text.as_bytes().chunks(STEP) {
            before.push(len);
            len += piece.iter().filter(|byte| begins(**byte)).count() as u32;
        }
        Self { before, len: len as usize }
    }

    /// How many characters the text has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many characters begin before byte `at` of the text that this was made of; all of them past its end.
    pub fn char_at(&self, text: &str, at: usize) -> usize {
        let at = at.min(text.len());
        let Some(before) = self.before.get(at / STEP) else { return at.min(self.len) };
        let rest = text.as_bytes().get(at - at % STEP..at).unwrap_or_default();
        *before as usize + rest.iter().filter(|byte| begins(**byte)).count()
    }

    /// The byte at which a character begins, or the text's end; `None` past that.
    pub fn byte_at(&self, text: &str, nth: usize) -> Option<usize> {
        if nth > self.len {
            return None;
        }
        if self.before.is_empty() || nth == self.len {
            return Some(if self.before.is_empty() { nth } else { text.len() });
        }
        let step = self.before.partition_point(|before| *before as usize <= nth) - 1;
        let mut left = nth - self.before[step] as usize;
        let from = step * STEP;
        let bytes = text.as_bytes().get(from..)?;
        let begin = bytes.iter().position(|byte| {
            let is_it = begins(*byte) && left == 0;
            left -= usize::from(begins(*byte) && left > 0);
            is_it
        })?;
        Some(from + begin)
    }

    /// The bytes of a range of characters; `None` where it runs backwards or past the text's end.
    pub fn bytes(&self, text: &str, chars: Range<usize>) -> Option<Range<usize>> {
        let bytes = self.byte_at(text, chars.start)?..self.byte_at(text, chars.end)?;
        (chars.start <= chars.end).then_some(bytes)
    }

    /// The characters of a range of bytes.
    pub fn chars(&self, text: &str, bytes: Range<usize>) -> Range<usize> {
        self.char_at(text, bytes.start)..self.char_at(text, bytes.end)
    }
}

/// Whether a byte begins a character.
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_both_ways() {
        for text in ["", "a", &"ab".repeat(700), &"瓦a".repeat(500), &"🀄é".repeat(300)] {
            let chars = Chars::of(text);
            assert_eq!(chars.len(), text.chars().count());
            for (nth, (at, _)) in text.char_indices().enumerate() {
                assert_eq!(chars.char_at(text, at), nth);
                assert_eq!(chars.byte_at(text, nth), Some(at));
            }
            assert_eq!(chars.byte_at(text, chars.len()), Some(text.len()));
            assert_eq!(chars.byte_at(text, chars.len() + 1), None);
            assert_eq!(chars.char_at(text, text.len() + 9), chars.len());
        }
    }
}
