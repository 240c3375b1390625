use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::{BlockKind, Blocks, Joint, Reader, Reading};
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
/// `auto` joins the lines of a paragraph that looks wrapped: most of its lines are nearly as long as its longest, and that one
/// is long enough to have been wrapped.
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
        let mut paragraph: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        for line in piece.split_inclusive('\n') {
            let body = line.trim_end_matches(['\n', '\r']);
            if is_blank(body) {
                self.close(piece, &mut paragraph, out);
            } else {
                paragraph.push(at..at + body.len());
            }
            at += line.len();
        }
        self.close(piece, &mut paragraph, out);
        Ok(Cow::Borrowed(piece))
    }
}

impl PlainReading {
    fn close(&self, text: &str, lines: &mut Vec<Range<usize>>, out: &mut Blocks) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        let wrapped = match self.lines {
            Lines::Hard => false,
            Lines::Soft => true,
            Lines::Auto => looks_wrapped(text, lines),
        };
        if wrapped || lines.len() == 1 {
            out.keep(first.start..last.end, BlockKind::Prose, Joint::Paragraph);
        } else {
            for (nth, line) in lines.iter().enumerate() {
                let joint = if nth == 0 { Joint::Paragraph } else { Joint::Line };
                out.keep(line.clone(), BlockKind::Prose, joint);
            }
        }
        lines.clear();
    }
}

/// The shortest line, in columns, that a person or a program would wrap at.
const MIN_WRAP: usize = 40;

/// The longest: a line beyond it was left to the screen.
const MAX_WRAP: usize = 120;

/// Whether the lines of a paragraph were broken to fit a column, so that the breaks mean nothing: all but the last are filled
/// to within a long word of the longest, and none of the others looks like an item of its own.
fn looks_wrapped(text: &str, lines: &[Range<usize>]) -> bool {
    let Some((_, filled)) = lines.split_last() else { return false };
    let widths: Vec<usize> = filled.iter().map(|line| columns(&text[line.clone()])).collect();
    let Some(&longest) = widths.iter().max() else { return false };
    // A line broken for width could not have held the next word: without spaces that is one character, with them a long word.
    let slack = (longest / 4).clamp(4, 16);
    let full = widths.iter().filter(|width| **width + slack >= longest).count();
    (MIN_WRAP..=MAX_WRAP).contains(&longest)
        && full * 10 >= widths.len() * 8
        && !lines[1..].iter().any(|line| starts_item(text[line.clone()].trim_start()))
}

/// Display columns, roughly: East Asian letters take two.
fn columns(line: &str) -> usize {
    line.chars()
        .map(|c| {
            if ('\u{1100}'..='\u{115f}').contains(&c) || ('\u{2e80}'..='\u{ffef}').contains(&c) {
                2
            } else {
                1
            }
        })
        .sum()
}

/// Whether a line begins like an item of a list: a dash, a bullet, a number with a stop.
fn starts_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after_number = line[digits..].starts_with(['.', ')', '、', '．', '）']);
    (1..4).contains(&digits) && after_number
        || line.starts_with(['-', '*', '•', '・', '●', '○', '■', '–', '—'])
        || line.starts_with("> ")
}

fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || c == '\u{feff}')
}
