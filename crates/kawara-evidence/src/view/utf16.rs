use std::ops::Range;

/// How far apart known places are, in bytes.
const STEP: usize = 256;

/// From bytes of a text to what JavaScript counts strings in: a character beyond the first plane is two of them.
#[derive(Debug)]
pub(super) struct Utf16<'t> {
    text: &'t str,
    /// How many begin before each multiple of `STEP` bytes.
    before: Vec<u32>,
}

impl<'t> Utf16<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut sum = 0;
        let step = |piece: &[u8]| {
            let before = sum;
            sum += units(piece);
            before
        };
        let before = text.as_bytes().chunks(STEP).map(step).collect();
        Self { text, before }
    }

    /// How many stand before byte `at`, which is on the border of a character, or the end.
    pub(super) fn at(&self, at: usize) -> u32 {
        let at = at.min(self.text.len());
        let Some(step) = at.checked_sub(1).map(|last| last / STEP) else { return 0 };
        let rest = self.text.as_bytes().get(step * STEP..at).unwrap_or_default();
        self.before.get(step).copied().unwrap_or(0) + units(rest)
    }

    pub(super) fn range(&self, bytes: &Range<usize>) -> (u32, u32) {
        (self.at(bytes.start), self.at(bytes.end))
    }
}

/// A byte that begins a character counts one, that of a pair of surrogates two.
fn units(bytes: &[u8]) -> u32 {
    let of = |byte: &u8| u32::from(byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0);
    bytes.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_javascript_are_counted() {
        for text in ["", "plain", &"瓦葺き🀄é".repeat(100), &"👩‍👩‍👧".repeat(90), &"ก็🏳️‍🌈".repeat(77)]
        {
            let utf16 = Utf16::of(text);
            let mut expected = 0;
            for (at, c) in text.char_indices() {
                assert_eq!(utf16.at(at), expected, "byte {at} of {text}");
                expected += c.len_utf16() as u32;
            }
            assert_eq!(utf16.at(text.len()), expected);
            assert_eq!(utf16.at(text.len() + 1), expected, "past the end");
        }
    }
}
