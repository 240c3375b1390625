//! What strings say: `\n`, `\u00e9` and the like undone, each with its place.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

/// A stretch of a string: the source as it is, or what an escape stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Copy(Range<usize>),
    Escape(Range<usize>, char),
}

/// The stretches of a string that was [read](super::tape::Tape::read). A surrogate without its other half stands for no character and
/// stays an escape.
pub(super) fn said(text: &str, inner: Range<usize>) -> impl Iterator<Item = Said> + '_ {
    let mut at = inner.start;
    std::iter::from_fn(move || {
        let rest = text.get(at..inner.end).filter(|rest| !rest.is_empty())?;
        let said = match memchr(b'\\', rest.as_bytes()) {
            Some(0) => escape(rest, at),
            Some(len) => Said::Copy(at..at + len),
            None => Said::Copy(at..inner.end),
        };
        at = match &said {
            Said::Copy(range) | Said::Escape(range, _) => range.end,
        };
        Some(said)
    })
}

/// The same as a text of its own.
pub(super) fn decoded(text: &str, inner: Range<usize>) -> Cow<'_, str> {
    let raw = &text[inner.clone()];
    if memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    for stretch in said(text, inner) {
        match stretch {
            Said::Copy(range) => out.push_str(&text[range]),
            Said::Escape(_, c) => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn escape(rest: &str, at: usize) -> Said {
    let short = |c: char| Said::Escape(at..at + 2, c);
    match rest.as_bytes().get(1) {
        Some(b'b') => short('\u{8}'),
        Some(b'f') => short('\u{c}'),
        Some(b'n') => short('\n'),
        Some(b'r') => short('\r'),
        Some(b't') => short('\t'),
        Some(b'u') => match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
                let c = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                c.map_or(Said::Copy(at..at + 12), |c| Said::Escape(at..at + 12, c))
            }
            (Some(one), _) => {
                char::from_u32(one).map_or(Said::Copy(at..at + 6), |c| Said::Escape(at..at + 6, c))
            }
            (None, _) => Said::Copy(at..at + rest.len()),
        },
        Some(&c) if c.is_ascii() => short(char::from(c)),
        _ => Said::Copy(at..at + rest.len()),
    }
}

/// The UTF-16 unit that `\uXXXX` stands for.
fn unit(rest: &str) -> Option<u32> {
    u32::from_str_radix(rest.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        let whole = |text: &'static str| decoded(text, 0..text.len());
        assert_eq!(whole(r#"a\"\\\/\n\t\u4e00\u00E9"#), "a\"\\/\n\t一é");
        assert_eq!(whole(r"\ud83d\ude00!"), "😀!");
        assert!(matches!(whole("plain é"), Cow::Borrowed(_)));
    }

    #[test]
    fn half_a_character_stays_an_escape() {
        let whole = |text: &'static str| decoded(text, 0..text.len());
        assert_eq!(whole(r"a\ud83d b"), r"a\ud83d b");
        assert_eq!(whole(r"\ude00\ud83d\ude00"), "\\ude00😀");
        assert_eq!(whole(r"\ud83d\n"), "\\ud83d\n");
    }

    #[test]
    fn stretches_follow_on_each_other() {
        let text = r"ab\u4e00c";
        let all: Vec<_> = said(text, 0..text.len()).collect();
        assert_eq!(all, [Said::Copy(0..2), Said::Escape(2..8, '一'), Said::Copy(8..9)]);
    }
}
