//! A text by what its characters are called in the lexicon and the model: read once, so that what asks for them again and again
//! needs neither decode nor tell them apart.

use std::ops::Range;

use crate::chars::{code, is_blank, is_dependent, is_digit, is_mark, is_thai, near_code};

/// A character of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter {
    /// The byte where it begins.
    at: u32,
    /// Its `code`, or a kind of white space.
    code: u8,
}

/// White space that parts stretches of text.
const GAP: u8 = 0x80;
/// White space of no width, which only says where a word may end.
const ZERO_WIDTH: u8 = 0x81;
/// White space as the lexicon and the model see it: a character like any other that has no code of its own.
const BLANK: u8 = near_code(' ');

impl Letter {
    /// The byte where it begins.
    pub(crate) fn start(self) -> usize {
        self.at as usize
    }

    /// What the lexicon and the model call it.
    pub(crate) fn code(self) -> u8 {
        if self.is_blank() { BLANK } else { self.code }
    }

    pub(crate) fn is_blank(self) -> bool {
        self.code >= GAP
    }

    pub(crate) fn is_gap(self) -> bool {
        self.code == GAP
    }

    pub(crate) fn is_thai(self) -> bool {
        self.is(THAI)
    }

    pub(crate) fn is_dependent(self) -> bool {
        self.is(DEPENDENT)
    }

    pub(crate) fn is_mark(self) -> bool {
        self.is(MARK)
    }

    /// ๆ
    pub(crate) fn is_repetition(self) -> bool {
        self.code == near_code('ๆ')
    }

    /// The sign that makes the letter under it silent.
    pub(crate) fn silences(self) -> bool {
        self.code == near_code('\u{e4c}')
    }

    pub(crate) fn is_digit(self) -> bool {
        self.is(DIGIT)
    }

    pub(crate) fn is_foreign(self) -> bool {
        self.is(FOREIGN)
    }

    /// Quotation marks and brackets, and some that are none.
    pub(crate) fn may_pair(self) -> bool {
        self.is(PAIRED)
    }

    /// Marks that end a sentence without white space, and some that do not.
    pub(crate) fn may_end(self) -> bool {
        self.is(LOUD)
    }

    /// The first letters of connectives that a clause may begin with, and more.
    pub(crate) fn may_connect(self) -> bool {
        self.is(CONNECTING)
    }

    fn is(self, kind: u8) -> bool {
        KINDS.get(usize::from(self.code)).is_some_and(|kinds| kinds & kind != 0)
    }
}

const THAI: u8 = 1;
const DEPENDENT: u8 = 1 << 1;
const MARK: u8 = 1 << 2;
const DIGIT: u8 = 1 << 3;
const FOREIGN: u8 = 1 << 4;
const PAIRED: u8 = 1 << 5;
const LOUD: u8 = 1 << 6;
const CONNECTING: u8 = 1 << 7;

/// What the characters of each code are.
static KINDS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut letter = 0xe01;
    while letter <= 0xe5b {
        if let Some(c) = char::from_u32(letter) {
            kinds[near_code(c) as usize] |= (is_thai(c) as u8 * THAI)
                | (is_dependent(c) as u8 * DEPENDENT)
                | (is_mark(c) as u8 * MARK)
                | (is_digit(c) as u8 * DIGIT);
        }
        letter += 1;
    }
    kinds[near_code('a') as usize] |= FOREIGN;
    let pairs = ['"', '“', '”', '(', ')', '{'];
    let mut nth = 0;
    while nth < pairs.len() {
        kinds[near_code(pairs[nth]) as usize] |= PAIRED;
        nth += 1;
    }
    let connecting = ['น', 'ด', 'เ', 'จ', 'แ', 'ไ', 'ถ'];
    nth = 0;
    while nth < connecting.len() {
        kinds[near_code(connecting[nth]) as usize] |= CONNECTING;
        nth += 1;
    }
    kinds[near_code('!') as usize] |= LOUD;
    kinds[near_code('?') as usize] |= LOUD;
    kinds[near_code('。') as usize] |= LOUD;
    kinds
};

/// The codes of Thai characters and of ASCII, which nearly all are, and white space among them.
static SOON: [u8; 256] = {
    let mut codes = [0; 256];
    let mut nth = 0;
    while nth < 128 {
        codes[nth] = match nth as u8 {
            b'\t'..=b'\r' | b' ' => GAP,
            byte => near_code(byte as char),
        };
        codes[128 + nth] = match char::from_u32(0xe00 + nth as u32) {
            Some(c) if nth > 0 && nth <= 0x5b => near_code(c),
            _ => BLANK,
        };
        nth += 1;
    }
    codes
};

/// The characters of a text. One is kept a thread, for its memory.
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    letters: Vec<Letter>,
    /// The numbers of those that may pair or end a sentence: few.
    marks: Vec<u32>,
    /// Of the text, in bytes.
    len: usize,
}

impl Spelling {
    /// Reads a text of less than 4 GiB.
    pub(crate) fn read(&mut self, text: &str) {
        self.letters.clear();
        self.marks.clear();
        self.letters.reserve(text.len() / 3);
        self.len = text.len();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(first) = bytes.get(at) {
            let letter = |code| Letter { at: u32::try_from(at).unwrap_or(u32::MAX), code };
            let (letter, len) = match bytes.get(at..at + 3) {
                Some([0xe0, block @ (0xb8 | 0xb9), last]) => {
                    (letter(soon(0x80 | (block & 1) << 6 | last & 0x3f)), 3)
                }
                _ => {
                    let (code, len) = if *first < 0x80 { (soon(*first), 1) } else { other(text, at) };
                    if letter(code).is(PAIRED | LOUD) {
                        self.marks.push(u32::try_from(self.letters.len()).unwrap_or(u32::MAX));
                    }
                    (letter(code), len)
                }
            };
            self.letters.push(letter);
            at += len;
        }
    }

    /// All characters, by number.
    pub(crate) fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Those of the characters `range` that may pair or end a sentence.
    pub(crate) fn marks(&self, range: Range<usize>) -> impl Iterator<Item = Letter> {
        let [from, to] =
            [range.start, range.end].map(|at| self.marks.partition_point(|nth| (*nth as usize) < at));
        let marks = self.marks.get(from..to).unwrap_or_default();
        marks.iter().filter_map(|nth| self.letters.get(*nth as usize).copied())
    }

    /// The byte where character `nth` begins; the end of the text behind the last.
    pub(crate) fn start(&self, nth: usize) -> usize {
        self.letters.get(nth).map_or(self.len, |letter| letter.at as usize)
    }
}

fn soon(index: u8) -> u8 {
    SOON[usize::from(index)]
}

/// The code of the character at byte `at`, whatever it is, and its length.
fn other(text: &str, at: usize) -> (u8, usize) {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(c @ ('\u{200b}' | '\u{feff}')) => (ZERO_WIDTH, c.len_utf8()),
        Some(c) if is_blank(c) => (GAP, c.len_utf8()),
        Some(c) => (code(c), c.len_utf8()),
        None => (BLANK, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::Spelling;
    use crate::chars::{self, code};

    #[test]
    fn letters_are_what_their_characters_are() {
        let mut spelling = Spelling::default();
        let text: String = ('\0'..'\u{2ffff}').collect();
        spelling.read(&text);
        assert_eq!(spelling.letters().len(), text.chars().count());
        for ((at, c), (nth, letter)) in text.char_indices().zip(spelling.letters().iter().enumerate()) {
            assert_eq!(spelling.start(nth), at);
            assert_eq!(letter.code(), code(c), "{c:?}");
            assert_eq!(letter.is_blank(), chars::is_blank(c), "{c:?}");
            assert_eq!(letter.is_gap(), chars::is_blank(c) && !"\u{200b}\u{feff}".contains(c), "{c:?}");
            assert_eq!(letter.is_thai(), chars::is_thai(c), "{c:?}");
            assert_eq!(letter.is_dependent(), chars::is_dependent(c), "{c:?}");
            assert_eq!(letter.is_mark(), chars::is_mark(c), "{c:?}");
            assert_eq!(letter.is_digit(), chars::is_digit(c), "{c:?}");
            assert_eq!(letter.is_foreign(), chars::is_foreign(c), "{c:?}");
            assert!(letter.may_pair() || c != '"' && !chars::is_opener(c) && !chars::is_closer(c), "{c:?}");
            assert!(letter.may_end() || !"?!。？！".contains(c), "{c:?}");
        }
        assert_eq!(spelling.start(usize::MAX), text.len());
    }
}
