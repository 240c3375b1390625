//! Text without what splitters and converters change about it.

use kawara::is_blank;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The characters of a text that survive most treatment: no white space, no marks, no controls, no U+FFFD, one case, one normal form.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    pub(super) chars: Vec<char>,
    /// The byte at which the character begins that each comes from.
    at: Vec<u32>,
    /// The text's length.
    len: usize,
}

impl Folded {
    pub(super) fn of(text: &str) -> Self {
        let mut folded = Self { chars: Vec::with_capacity(text.len() / 2), at: Vec::new(), len: text.len() };
        folded.at.reserve(text.len() / 2);
        for (at, c) in text.char_indices() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            fold(c, |c| {
                folded.chars.push(c);
                folded.at.push(at);
            });
        }
        folded
    }

    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    /// The byte at which the character begins that the nth comes from; past the last, the text's end.
    pub(super) fn byte(&self, nth: usize) -> usize {
        self.at.get(nth).map_or(self.len, |at| *at as usize)
    }

    /// The first that comes from a byte or from behind it.
    pub(super) fn nth(&self, byte: usize) -> usize {
        self.at.partition_point(|at| (*at as usize) < byte)
    }
}

fn fold(c: char, mut push: impl FnMut(char)) {
    if c.is_ascii() {
        if c.is_ascii_graphic() {
            push(c.to_ascii_lowercase());
        }
        return;
    }
    if is_blank(c) || c.is_control() || is_ignored(c) {
        return;
    }
    for part in std::iter::once(c).nfkd() {
        if !is_blank(part) && !is_combining_mark(part) {
            part.to_lowercase().for_each(&mut push);
        }
    }
}

/// Joiners, marks of direction, soft hyphens, and what stands for torn characters.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treatment_changes_nothing() {
        let folded = |text: &str| Folded::of(text).chars.into_iter().collect::<String>();
        assert_eq!(folded("Caf\u{e9}\u{3000}\u{ff21}B\n\u{fffd}c"), folded("cafe\u{301} ABC"));
        assert_eq!(folded("がぎ ﾊﾝ"), folded("か\u{3099}ぎハン"));
        assert_eq!(folded(" \r\n\u{200b}"), "");
        assert_ne!(folded("水泵"), folded("水厂"));
    }

    #[test]
    fn places_lead_back() {
        let folded = Folded::of(" aé\u{fb01}水");
        assert_eq!(folded.chars, ['a', 'e', 'f', 'i', '水']);
        assert_eq!((0..6).map(|nth| folded.byte(nth)).collect::<Vec<_>>(), [1, 2, 4, 4, 7, 10]);
        assert_eq!((folded.nth(0), folded.nth(3), folded.nth(4), folded.nth(10)), (0, 2, 2, 5));
    }
}
