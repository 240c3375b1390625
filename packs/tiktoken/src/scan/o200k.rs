use super::Pattern;
use super::classes::{
    CASELESS, LETTER, LOWER, MARK, NEWLINE, NUMBER, SYMBOL, Set, UPPER, class_at, thai_end,
};
use super::runs::{White, contraction, lower_end, run_end, short_run_end};

/// The pattern of `o200k_base`:
///
/// ```text
/// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// | [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// | \p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
/// ```
pub(crate) struct O200k;

/// Letters without case, and marks: they fit both halves of a word.
const EITHER: Set = CASELESS | MARK;

impl Pattern for O200k {
    #[inline]
    fn piece_end(text: &[u8], at: usize) -> usize {
        let (class, len) = class_at(text, at);
        if class & LETTER != 0 {
            return word(text, at);
        }
        match class {
            NUMBER => return short_run_end(text, at + len, NUMBER, 2),
            NEWLINE => return white(text, at),
            // A mark before a word is first tried as the character before it, then as a word of its own.
            MARK => return suffix(text, first_word(text, at + len).unwrap_or(at + len)),
            _ => {}
        }
        let (next, next_len) = class_at(text, at + len);
        if next & (LETTER | MARK) != 0 {
            word(text, at + len)
        } else if class & SYMBOL != 0 {
            symbols(text, at + len)
        } else if text[at] == b' ' && next & SYMBOL != 0 {
            symbols(text, at + len + next_len)
        } else {
            white(text, at)
        }
    }
}

/// The end of the word that begins at `at` with a letter or a mark, by the first alternative or else by the second.
#[inline]
fn word(text: &[u8], at: usize) -> usize {
    let end = first_word(text, at).unwrap_or_else(|| run_end(text, at, UPPER));
    suffix(text, end)
}

/// The end of `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` at `at`, if it matches.
#[inline]
fn first_word(text: &[u8], at: usize) -> Option<usize> {
    // The first half takes all it can. If nothing is left for the second, it gives back up to its last caseless character.
    let mut end = thai_end(text, at, EITHER);
    let mut caseless = (end > at).then_some(end);
    loop {
        let (class, len) = class_at(text, end);
        if class & LOWER != 0 {
            return Some(lower_end(text, end + len, LOWER | EITHER));
        }
        if class & (UPPER | EITHER) == 0 {
            return caseless;
        }
        end += len;
        if class & EITHER != 0 {
            caseless = Some(end);
        }
    }
}

#[inline]
fn suffix(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b'\'') => contraction(text, at + 1).unwrap_or(at),
        _ => at,
    }
}

fn symbols(text: &[u8], at: usize) -> usize {
    let mut end = run_end(text, at, SYMBOL);
    while matches!(text.get(end), Some(b'\r' | b'\n' | b'/')) {
        end += 1;
    }
    end
}

fn white(text: &[u8], at: usize) -> usize {
    let run = White::at(text, at);
    if run.newline != 0 { run.newline } else { run.without_last(text, at) }
}
