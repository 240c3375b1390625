//! What is said in a line, and the marks in it: tags, overrides, entities.

use std::ops::Range;

use crate::entity::entity;

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bit<'t> {
    /// Said as it stands.
    Said(Range<usize>),
    /// Stands for a character.
    Stands(Range<usize>, char),
    /// Not said.
    Left(Range<usize>, &'static str),
    /// Who says what follows.
    Voice(Range<usize>, &'t str),
}

/// The stretches of a range of the text, a line; the ranges are bytes of the text. Unknown tags are marks only in WebVTT.
pub(super) fn bits<'t>(text: &'t str, line: Range<usize>, vtt: bool) -> Vec<Bit<'t>> {
    let mut bits = Vec::new();
    let (mut said, mut at) = (line.start, line.start);
    let end = line.end;
    while let Some(step) = text[at..end].find(['<', '{', '&']) {
        let start = at + step;
        let rest = &text[start..end];
        let Some((len, bit)) = mark(rest, start, vtt) else {
            at = start + 1;
            continue;
        };
        if said < start {
            bits.push(Bit::Said(said..start));
        }
        bits.push(bit);
        (said, at) = (start + len, start + len);
    }
    if said < end {
        bits.push(Bit::Said(said..end));
    }
    bits
}

/// The mark that a text begins with.
fn mark(rest: &str, at: usize, vtt: bool) -> Option<(usize, Bit<'_>)> {
    match rest.as_bytes().first()? {
        b'<' => {
            let close = closing(rest, '<', '>')?;
            let inner = &rest[1..close];
            if inner == "rt" {
                return Some(reading(rest, at, close + 1));
            }
            if !is_tag(inner, vtt) {
                return None;
            }
            let range = at..at + close + 1;
            let bit = match voice(inner) {
                Some(name) => Bit::Voice(range, name),
                None => Bit::Left(range, "markup"),
            };
            Some((close + 1, bit))
        }
        b'{' => {
            let close = closing(rest, '{', '}').filter(|_| rest.starts_with("{\\"))?;
            Some((close + 1, Bit::Left(at..at + close + 1, "markup")))
        }
        _ => {
            let (len, c) = entity(rest)?;
            Some((len, Bit::Stands(at..at + len, c)))
        }
    }
}

/// Where the mark at the start of a text is closed, unless another one opens before.
fn closing(rest: &str, open: char, close: char) -> Option<usize> {
    let found = rest[1..].find([open, close])? + 1;
    rest[found..].starts_with(close).then_some(found)
}

/// The reading that stands over a word: the word itself is what is said.
fn reading(rest: &str, at: usize, from: usize) -> (usize, Bit<'_>) {
    let len = rest[from..].find('<').map_or(from, |close| from + close);
    (len, Bit::Left(at..at + len, "reading"))
}

fn is_tag(inner: &str, vtt: bool) -> bool {
    const KNOWN: [&str; 13] =
        ["v", "c", "i", "b", "u", "s", "ruby", "rt", "lang", "font", "em", "strong", "span"];
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let is_time = name.contains(':') && name.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.'));
    let word = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let behind = name[word..].chars().next();
    let ends = behind.is_none_or(|c| c.is_whitespace() || matches!(c, '.' | '/'));
    let is_closing_bare = name.is_empty() && inner.starts_with('/');
    is_time
        || is_closing_bare
        || word > 0 && ends && (vtt || KNOWN.iter().any(|known| known.eq_ignore_ascii_case(&name[..word])))
}

/// The speaker in `v Name` or `v.loud Name`.
fn voice(inner: &str) -> Option<&str> {
    let rest = inner.strip_prefix('v')?;
    rest.starts_with(['.', ' ', '\t']).then_some(())?;
    let name = rest[rest.find([' ', '\t'])?..].trim();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said, with voices in brackets.
    fn said(line: &str, vtt: bool) -> String {
        bits(line, 0..line.len(), vtt)
            .into_iter()
            .map(|bit| match bit {
                Bit::Said(range) => line[range].to_owned(),
                Bit::Stands(_, c) => c.to_string(),
                Bit::Left(..) => String::new(),
                Bit::Voice(_, name) => format!("[{name}]"),
            })
            .collect()
    }

    #[test]
    fn marks_are_not_said() {
        for (line, expected) in [
            ("<v.loud Fay Bo>Hi</v> <i>there</i>", "[Fay Bo]Hi there"),
            ("one<00:00:01.000><c.x> two</c>", "one two"),
            ("{\\an8}up {so}", "up {so}"),
            ("a &lt; b &amp;&nbsp;c &#39;d&#x27; &copy; &", "a < b &\u{a0}c 'd' &copy; &"),
            ("I <3 you > me, x < y", "I <3 you > me, x < y"),
            ("<ruby>窯<rt>かま</rt></ruby>", "窯"),
            ("<<i>a", "<a"),
            ("é<b", "é<b"),
        ] {
            assert_eq!(said(line, true), expected, "{line:?}");
        }
        assert_eq!(said("press <Enter> <b>now</b>", false), "press <Enter> now");
        assert_eq!(said("press <Enter>", true), "press ");
    }
}
