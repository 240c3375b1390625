//! What the patterns have in common.

use super::classes::{NEWLINE, Set, WHITE, class_at, thai_end};

/// The end of the run of characters in `set` from `at` on.
#[inline]
pub(super) fn run_end(text: &[u8], at: usize, set: Set) -> usize {
    let mut at = thai_end(text, at, set);
    loop {
        let (class, len) = class_at(text, at);
        if class & set == 0 {
            return at;
        }
        at += len;
    }
}

/// The end of the run of characters in `set`, among them all letters of ASCII, from `at` on.
#[inline]
pub(super) fn letters_end(text: &[u8], at: usize, set: Set) -> usize {
    run_end(text, skip_lower(text, at, EACH * 0x20), set)
}

/// The end of the run of characters in `set`, among them the lower-case letters of ASCII, from `at` on.
#[inline]
pub(super) fn lower_end(text: &[u8], at: usize, set: Set) -> usize {
    run_end(text, skip_lower(text, at, 0), set)
}

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Goes over bytes that are lower-case letters of ASCII once the bits of `fold` are set in them, eight at a time. Most words
/// end among the first eight, so that no branch depends on their length. The last eight bytes of a text are left alone.
#[inline]
fn skip_lower(text: &[u8], mut at: usize, fold: u64) -> usize {
    while let Some(bytes) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*bytes);
        let low = (word | fold) & (EACH * 0x7F);
        // The high bit of a byte of these says: from `a` on, behind `z`, not ASCII.
        let (from, behind, beyond) =
            (low + EACH * u64::from(0x80 - b'a'), low + EACH * u64::from(0x7F - b'z'), word);
        let letters = from & !behind & !beyond;
        let count = (!letters & (EACH * 0x80)).trailing_zeros() as usize / 8;
        at += count;
        if count < 8 {
            break;
        }
    }
    at
}

/// The end of at most `most` characters in `set` from `at` on.
#[inline]
pub(super) fn short_run_end(text: &[u8], mut at: usize, set: Set, most: usize) -> usize {
    for _ in 0..most {
        let (class, len) = class_at(text, at);
        if class & set == 0 {
            break;
        }
        at += len;
    }
    at
}

/// A run of white space.
pub(super) struct White {
    /// Where it ends.
    pub(super) end: usize,
    /// Where its last character begins.
    pub(super) last: usize,
    /// Where its last carriage return or line feed ends; 0 if it has none.
    pub(super) newline: usize,
}

impl White {
    /// The run that begins at `at` with a character of white space.
    pub(super) fn at(text: &[u8], at: usize) -> Self {
        let mut run = Self { end: at, last: at, newline: 0 };
        loop {
            let (class, len) = class_at(text, run.end);
            if class & WHITE == 0 {
                return run;
            }
            run.last = run.end;
            run.end += len;
            if class == NEWLINE {
                run.newline = run.end;
            }
        }
    }

    /// The end of `\s+(?!\S)|\s`: all of it at the end of the text, else all but the last character, else the only one.
    pub(super) fn without_last(&self, text: &[u8], at: usize) -> usize {
        if self.end == text.len() || self.last == at { self.end } else { self.last }
    }
}

/// The end of `(?i:s|t|re|ve|m|ll|d)` at `at`, or `None`. `ſ` is a small `s`.
#[inline]
pub(super) fn contraction(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    match *rest {
        [b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => Some(at + 1),
        [b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [b'l' | b'L', b'l' | b'L', ..] => Some(at + 2),
        [0xC5, 0xBF, ..] => Some(at + 2),
        _ => None,
    }
}
