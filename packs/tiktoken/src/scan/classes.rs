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
static TABLE: &[u8] = include_bytes!("../../data/classes.bin");

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
    let (code, len) = decode(text, at);
    (class(code), len)
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
    let bits = |byte: u8| u32::from(byte & 0x3F);
    match text[at..] {
        [a @ 0xF0..=0xFF, b, c, d, ..] => {
            (u32::from(a & 7) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d), 4)
        }
        [a @ 0xE0..=0xEF, b, c, ..] => (u32::from(a & 15) << 12 | bits(b) << 6 | bits(c), 3),
        [a @ 0xC0..=0xDF, b, ..] => (u32::from(a & 31) << 6 | bits(b), 2),
        [a, ..] => (u32::from(a), 1),
        [] => (0, 1),
    }
}
