use super::Pattern;
use super::classes::{LETTER, NEWLINE, NUMBER, SYMBOL, class_at};
use super::runs::{White, contraction, letters_end, run_end, short_run_end};

/// The pattern of `cl100k_base`:
///
/// ```text
/// '(?i:[sdmt]|ll|ve|re) | [^\r\n\p{L}\p{N}]?+\p{L}++ | \p{N}{1,3}+ |  ?[^\s\p{L}\p{N}]++[\r\n]*+
/// | \s++$ | \s*[\r\n] | \s+(?!\S) | \s
/// ```
pub(crate) struct Cl100k;

impl Pattern for Cl100k {
    #[inline]
    fn piece_end(text: &[u8], at: usize) -> usize {
        let (class, len) = class_at(text, at);
        if class & LETTER != 0 {
            return letters_end(text, at + len, LETTER);
        }
        match class {
            NUMBER => return short_run_end(text, at + len, NUMBER, 2),
            NEWLINE => return white(text, at),
            _ => {}
        }
        if text[at] == b'\''
            && let Some(end) = contraction(text, at + 1)
        {
            return end;
        }
        let (next, next_len) = class_at(text, at + len);
        if next & LETTER != 0 {
            letters_end(text, at + len + next_len, LETTER)
        } else if class & SYMBOL != 0 {
            symbols(text, at + len)
        } else if text[at] == b' ' && next & SYMBOL != 0 {
            symbols(text, at + len + next_len)
        } else {
            white(text, at)
        }
    }
}

fn symbols(text: &[u8], at: usize) -> usize {
    run_end(text, run_end(text, at, SYMBOL), NEWLINE)
}

fn white(text: &[u8], at: usize) -> usize {
    let run = White::at(text, at);
    if run.newline != 0 && run.end != text.len() { run.newline } else { run.without_last(text, at) }
}
