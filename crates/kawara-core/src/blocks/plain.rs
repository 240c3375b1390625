use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

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
        Ok(Box::new(PlainReading { lines, torn: false }))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Lines {
    Auto,
    Hard,
    Soft,
}

#[derive(Clone)]
struct PlainReading {
    lines: Lines,
    torn: bool,
}

impl Reading for PlainReading {
    /// A piece ends at the last blank line; in a paragraph that is longer than a frame, where a sentence seems to end.
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        self.torn = false;
        if last {
            return Some(head.len());
        }
        if let Some(end) = last_blank_line(head) {
            return Some(end);
        }
        self.torn = true;
        last_sentence_end(head)
    }

    fn torn(&self) -> bool {
        self.torn
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(self.clone()))
    }

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

/// The byte behind the last blank line, if what stands before it is not blank.
fn last_blank_line(head: &str) -> Option<usize> {
    let mut end = head.len();
    while let Some(feed) = head[..end].rfind('\n') {
        let before = head[..feed].trim_end_matches(is_blank);
        if head[before.len()..feed].contains('\n') {
            return (!before.is_empty()).then_some(feed + 1);
        }
        // What is no blank line is passed over at once.
        end = before.len();
    }
    None
}

/// The byte behind the last mark that ends sentences and the white space after it; else behind the last white space; else before the
/// last grapheme cluster. What follows at the end of `head` is not known, so it is no place to cut.
fn last_sentence_end(head: &str) -> Option<usize> {
    let is_full = |c: char| matches!(c, '。' | '！' | '？' | '।' | '။' | '។');
    let is_end = |(c, next): (char, char)| {
        is_full(c) && !is_full(next) || matches!(c, '.' | '!' | '?') && next.is_whitespace()
    };
    let is_space = |(c, next): (char, char)| c.is_whitespace() && !next.is_whitespace();
    let behind = last_pair(head, is_end).or_else(|| last_pair(head, is_space));
    let behind = behind.map(|at| head.len() - head[at..].trim_start().len());
    let is_border = |at: &usize| {
        *at < head.len() && GraphemeCursor::new(*at, head.len(), true).is_boundary(head, 0) == Ok(true)
    };
    behind
        .filter(is_border)
        .or_else(|| head.grapheme_indices(true).next_back().map(|(at, _)| at))
        .filter(|at| *at > 0)
}

/// The byte between the last two neighbouring characters that are as wanted.
fn last_pair(head: &str, is_wanted: impl Fn((char, char)) -> bool) -> Option<usize> {
    let mut next: Option<(usize, char)> = None;
    for (at, c) in head.char_indices().rev() {
        if let Some((border, next)) = next
            && is_wanted((c, next))
        {
            return Some(border);
        }
        next = Some((at, c));
    }
    None
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
    fn frames_end_at_blank_lines() {
        for (head, end) in [
            ("a\n\nb\nc", Some(3)),
            ("a\n \t\r\nb", Some(6)),
            ("a\n\n", Some(3)),
            ("a\nb", None),
            ("\n\na", None),
        ] {
            assert_eq!(last_blank_line(head), end, "{head:?}");
        }
    }

    #[test]
    fn in_a_long_paragraph_they_end_at_sentences() {
        for (head, end) in [
            ("One. Two. Thr", Some(10)),
            ("一。二！？三", Some(15)),
            ("one two thr", Some(8)),
            ("1.25", Some(3)),
            ("一。二。", Some(6)),
            ("a。\u{301}b", Some(6)),
            ("", None),
            ("a", None),
        ] {
            assert_eq!(last_sentence_end(head), end, "{head:?}");
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
