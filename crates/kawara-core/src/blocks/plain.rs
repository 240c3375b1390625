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
/// `auto` joins the lines of a paragraph that was wrapped: broken wherever the next word would have passed the width.
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
                let joint = if nth == 0 { Joint::Paragraph } else { Joint::Line };
                out.keep(line.clone(), BlockKind::Prose, joint);
            }
            true
        });
        Ok(Cow::Borrowed(piece))
    }
}

/// Hands over the lines of each paragraph, without their line breaks, until it is told to stop.
pub(super) fn each_paragraph(text: &str, mut each: impl FnMut(&[Range<usize>]) -> bool) {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        if !body.chars().all(is_blank) {
            lines.push(at..at + body.len());
        } else if !lines.is_empty() {
            if !each(&lines) {
                return;
            }
            lines.clear();
        }
        at += line.len();
    }
    if !lines.is_empty() {
        each(&lines);
    }
}

/// Whether a line begins like an item of a list: a dash, a bullet, a number with a stop.
pub(super) fn starts_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after_number = line[digits..].starts_with(['.', ')', '、', '．', '）']);
    (1..4).contains(&digits) && after_number
        || line.starts_with(['-', '*', '•', '・', '●', '○', '■', '–', '—'])
        || line.starts_with("> ")
}
