//! The classes of characters that the patterns speak of.

/// A set of classes, one bit each. Every character is in exactly one.
pub(crate) type Set = u8;

/// Neither white space, letter, number nor mark: punctuation, symbols, controls, unassigned.
pub(crate) const OTHER: Set = 1;
/// `\s` but for carriage return and line feed.
pub(crate) const SPACE: Set = 1 << 1;
/// Carriage return and line feed.
pub(crate) const NEWLINE: Set = 1 << 2;
/// `\p{N}`
pub(crate) const NUMBER: Set = 1 << 3;
/// `[\p{Lu}\p{Lt}]`
pub(crate) const UPPER: Set = 1 << 4;
/// `\p{Ll}`
pub(crate) const LOWER: Set = 1 << 5;
/// `[\p{Lm}\p{Lo}]`
pub(crate) const CASELESS: Set = 1 << 6;
/// `\p{M}`
pub(crate) const MARK: Set = 1 << 7;

/// `\p{L}`
pub(crate) const LETTER: Set = UPPER | LOWER | CASELESS;
/// `\s`
pub(crate) const WHITE: Set = SPACE | NEWLINE;
/// `[^\s\p{L}\p{N}]`
pub(crate) const SYMBOL: Set = OTHER | MARK;

/// Code points to a block.
pub(crate) const BLOCK: usize = 128;
/// Blocks of all code points.
const BLOCKS: usize = 0x11_0000 / BLOCK;

/// For each block of code points the number of its classes, then the classes of each distinct block. Written by the
/// generator from the tables of `regex-syntax`, of Unicode 16.0.
const TABLE: &[u8] = include_bytes!("../../data/classes.bin");

static ASCII: [Set; 128] = ascii();

const fn ascii() -> [Set; 128] {
    let mut classes = [OTHER; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => NEWLINE,
            b'\t' | 0x0B | 0x0C | b' ' => SPACE,
            b'0'..=b'9' => NUMBER,
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
}

/// For what a character of three bytes begins with, without the bits that all have, where in [`TABLE`] the classes begin of the 64
/// characters that begin so.
static THREE: [u16; 1 << 10] = {
    let mut first = [0; 1 << 10];
    let mut two = 0;
    while two < 1 << 10 {
        let block = TABLE[two * 64 / BLOCK] as usize;
        first[two] = (BLOCKS + block * BLOCK + two * 64 % BLOCK) as u16;
        two += 1;
    }
    first
};

/// The class of the character that begins at `at`, and its length; `(0, 0)` at the end of the text.
#[inline]
pub(crate) fn class_at(text: &[u8], at: usize) -> (Set, usize) {
    match text.get(at) {
        None => (0, 0),
        Some(&byte) if byte < 0x80 => (ASCII[usize::from(byte)], 1),
        Some(_) => class_beyond_ascii(text, at),
    }
}

#[inline]
fn class_beyond_ascii(text: &[u8], at: usize) -> (Set, usize) {
    if let Some(&[a @ 0xE0..=0xEF, b, c]) = text.get(at..at + 3) {
        let first = THREE[usize::from(a & 0x0F) << 6 | usize::from(b & 0x3F)];
        return (TABLE.get(usize::from(first) + usize::from(c & 0x3F)).copied().unwrap_or(OTHER), 3);
    }
    let (code, len) = decode(text, at);
    (class(code), len)
}

/// The classes of the block of Thai, whose letters stand in long runs without spaces.
static THAI: [Set; 128] = {
    let mut classes = [OTHER; 128];
    let mut letter = 0;
    while letter < 128 {
        classes[letter] = TABLE[THREE[0xE00 / 64 + letter / 64] as usize + letter % 64];
        letter += 1;
    }
    classes
};

/// Where in the block of Thai the character is that begins at `at`; `None` if it is of another, or of the last of the text.
#[inline]
pub(crate) fn thai_at(text: &[u8], at: usize) -> Option<usize> {
    let word = u32::from_le_bytes(*text.get(at..)?.first_chunk()?);
    (word & 0xFEFF == 0xB8E0).then_some((word >> 2 & 0x40 | word >> 16 & 0x3F) as usize)
}

/// The end of the run of characters of Thai in `set` from `at` on, or before the last of the text.
#[inline]
pub(crate) fn thai_end(text: &[u8], mut at: usize, set: Set) -> usize {
    while let Some(letter) = thai_at(text, at)
        && THAI[letter % 128] & set != 0
    {
        at += 3;
    }
    at
}

/// The class of a code point.
#[inline]
pub(crate) fn class(code: u32) -> Set {
    let block = TABLE.get(code as usize / BLOCK).map_or(0, |&block| usize::from(block));
    TABLE.get(BLOCKS + block * BLOCK + code as usize % BLOCK).copied().unwrap_or(OTHER)
}

/// The character that begins at `at`, which is inside the text, and its length.
#[inline]
pub(crate) fn decode(text: &[u8], at: usize) -> (u32, usize) {
    // Most that are asked for.
    if let Some(&[a @ 0xE0..=0xEF, b, c]) = text.get(at..at + 3) {
        return (u32::from(a & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F), 3);
    }
    decode_other(text, at)
}

#[inline(never)]
fn decode_other(text: &[u8], at: usize) -> (u32, usize) {
    let bits = |byte: u8| u32::from(byte & 0x3F);
    match text[at..] {
        [a @ 0xF0..=0xFF, b, c, d, ..] => {
            (u32::from(a & 7) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d), 4)
        }
        [a @ 0xC0..=0xDF, b, ..] => (u32::from(a & 31) << 6 | bits(b), 2),
        [a, ..] => (u32::from(a), 1),
        [] => (0, 1),
    }
}
