use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::wrapped::Wrapping;
use super::{BlockKind, Blocks, Joint, Reader, Reading};
use crate::units::is_blank;
use crate::{Options, Pack, ReaderEntry, Result};

/// Plain text as a pack.
pub(crate) static PLAIN: Pack =
    Pack::new("plain-text", env!("CARGO_PKG_VERSION")).readers(&[ReaderEntry::new(
        "text",
        &["text/plain"],
        |_| Ok(Arc::new(PlainText)),
    )
    .extensions(&["txt", "text"])]);

/// The reader of plain text: blank lines separate paragraphs; what a single line break means is the option `newline`.
///
/// `auto` joins the lines of a paragraph that was wrapped: broken wherever the next word would have passed the width. Where the
/// layout does not show it, the language of the text decides for each line ([`Joint::Wrap`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainText;

impl Reader for PlainText {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let lines = match options.str("newline") {
            Some("hard") => Lines::Hard,
            Some("soft") => Lines::Soft,
            _ => Lines::Auto,
        };
        Ok(Box::new(PlainReading { lines }))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Lines {
    Auto,
    Hard,
    Soft,
}

struct PlainReading {
    lines: Lines,
}

impl Reading for PlainReading {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let wrapping = if self.lines == Lines::Auto { Wrapping::of(piece) } else { Wrapping::default() };
        each_paragraph(piece, |lines| {
            let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return true };
            let joined = lines.len() == 1
                || match self.lines {
                    Lines::Hard => false,
                    Lines::Soft => true,
                    Lines::Auto => wrapping.joins(piece, lines),
                };
            if joined {
                out.keep(first.start..last.end, BlockKind::Prose, Joint::Paragraph);
                return true;
            }
            for (nth, line) in lines.iter().enumerate() {
                let joint = match nth {
                    0 => Joint::Paragraph,
                    _ if self.lines == Lines::Hard || begins_anew(&piece[line.clone()]) => Joint::Line,
                    _ => Joint::Wrap,
                };
                out.keep(line.clone(), BlockKind::Prose, joint);
            }
            true
        });
        Ok(Cow::Borrowed(piece))
    }
}

/// Whether a line shows by its beginning that it does not go on from the line before.
fn begins_anew(line: &str) -> bool {
    line.starts_with(char::is_whitespace) || starts_item(line)
}

/// Hands over the lines of each paragraph, without their line breaks, until it is told to stop.
pub(super) fn each_paragraph(text: &str, mut each: impl FnMut(&[Range<usize>]) -> bool) {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let line = if only_line_feeds(text) { line_to_feed } else { line };
    while at < text.len() {
        let (len, terminator) = line(&text[at..]);
        if !text[at..at + len].chars().all(is_blank) {
            lines.push(at..at + len);
        } else if !lines.is_empty() {
            if !each(&lines) {
                return;
            }
            lines.clear();
        }
        at += len + terminator;
    }
    if !lines.is_empty() {
        each(&lines);
    }
}

/// The bytes of the first line and of what ends it: a line feed, a carriage return, both, or a separator of Unicode (UAX #14's
/// mandatory breaks but for form feed, which is white space inside a line here).
fn line(text: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let terminator = match byte {
            b'\n' => 1,
            b'\r' => 1 + usize::from(bytes.get(at + 1) == Some(&b'\n')),
            0xc2 if text[at..].starts_with('\u{85}') => 2,
            0xe2 if text[at..].starts_with(['\u{2028}', '\u{2029}']) => 3,
            _ => continue,
        };
        return (at, terminator);
    }
    (bytes.len(), 0)
}

/// Whether a line feed, with or without a carriage return before it, is all that ends lines in a text, as in nearly any.
fn only_line_feeds(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).step_by(STRETCH).all(|at| {
        let rest = &bytes[at..];
        let mut last = [0; STRETCH + 2];
        let seen = rest.first_chunk().unwrap_or_else(|| {
            last[..rest.len()].copy_from_slice(rest);
            &last
        });
        !has_other_break(seen)
    })
}

/// Bytes that are looked at at once.
const STRETCH: usize = 64;

/// Whether another line break begins in the first [`STRETCH`] bytes. No branch depends on a byte, so that a processor can look at many at
/// once.
fn has_other_break(bytes: &[u8; STRETCH + 2]) -> bool {
    let mut found = 0;
    for at in 0..STRETCH {
        let (a, b, c) = (bytes[at], bytes[at + 1], bytes[at + 2]);
        let separator = (a == 0xe2) & (b == 0x80) & (c | 1 == 0xa9);
        found |= u8::from((a == b'\r') & (b != b'\n') | (a == 0xc2) & (b == 0x85) | separator);
    }
    found != 0
}

/// [`line`], where [`only_line_feeds`] end lines.
fn line_to_feed(text: &str) -> (usize, usize) {
    let Some(feed) = text.find('\n') else { return (text.len(), 0) };
    let has_return = text[..feed].ends_with('\r');
    (feed - usize::from(has_return), 1 + usize::from(has_return))
}

/// Whether a line begins like an item of a list: a dash, a bullet, a number with a stop.
pub(super) fn starts_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after_number = line[digits..].starts_with(['.', ')', '、', '．', '）']);
    (1..4).contains(&digits) && after_number
        || line.starts_with(['-', '*', '•', '・', '●', '○', '■', '–', '—'])
        || line.starts_with("> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_line_breaks_are_found_wherever_they_stand() {
        for before in 0..140 {
            let text = |end: &str| format!("{}{end}", "é".repeat(before / 2) + &"x".repeat(before % 2));
            assert!(
                ["", "a", "\r\n", "\n", "\u{c}", "\u{2026}"].iter().all(|end| only_line_feeds(&text(end)))
            );
            for end in ["\r", "\ra", "\u{85}", "\u{2028}", "\u{2029}\n"] {
                assert!(!only_line_feeds(&text(end)), "{end:?} behind {before} bytes");
            }
        }
    }

    #[test]
    fn lines_end_at_any_line_break() {
        let text = "a\r\nb\rc\u{85}d\u{2028}e\u{2029}f\n\ng\r\rh\u{c}i";
        let mut paragraphs = Vec::new();
        each_paragraph(text, |lines| {
            paragraphs.push(lines.iter().map(|line| &text[line.clone()]).collect::<Vec<_>>());
            true
        });
        assert_eq!(paragraphs, [vec!["a", "b", "c", "d", "e", "f"], vec!["g"], vec!["h\u{c}i"]]);
    }
}
