use super::Pattern;
use super::classes::{LETTER, NUMBER, SYMBOL, WHITE, class_at};
use super::runs::{White, run_end};

/// The pattern of `r50k_base` and `p50k_base`:
///
/// ```text
/// '(?:[sdmt]|ll|ve|re) |  ?\p{L}++ |  ?\p{N}++ |  ?[^\s\p{L}\p{N}]++ | \s++$ | \s+(?!\S) | \s
/// ```
pub(crate) struct R50k;

impl Pattern for R50k {
    #[inline]
    fn piece_end(text: &[u8], at: usize) -> usize {
        if let [b'\'', rest @ ..] = &text[at..] {
            match rest {
                [b's' | b'd' | b'm' | b't', ..] => return at + 2,
                [b'l', b'l', ..] | [b'v' | b'r', b'e', ..] => return at + 3,
                _ => {}
            }
        }
        let (mut class, mut len) = class_at(text, at);
        let mut end = at + len;
        if text[at] == b' ' {
            (class, len) = class_at(text, end);
            end += len;
        }
        for set in [LETTER, NUMBER, SYMBOL] {
            if class & set != 0 {
                return run_end(text, end, set);
            }
        }
        debug_assert!(class_at(text, at).0 & WHITE != 0);
        White::at(text, at).without_last(text, at)
    }
}
