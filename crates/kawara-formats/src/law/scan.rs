//! The lines of a law and what their layout shows.

use std::ops::Range;

use kawara_core::BlockKind;

use super::mark::{Form, form};
use crate::lines::{lines, trim};
use crate::outline::Piece;

/// A line of running text or a heading.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Without white space at its ends.
    pub(super) range: Range<usize>,
    /// The piece that it lies in.
    pub(super) piece: usize,
    /// Whether nothing, or a blank line, stands before it.
    pub(super) apart: bool,
    /// The level of a heading of Markdown.
    pub(super) heading: Option<u8>,
    /// Where its words begin, behind signs of Markdown.
    pub(super) words: usize,
    /// What it has the form of.
    pub(super) form: Option<Form>,
}

impl Line {
    /// What it says, without signs of Markdown.
    pub(super) fn said<'t>(&self, text: &'t str) -> &'t str {
        text[self.words..self.range.end].trim_end_matches(['*', '_', '#', ' '])
    }

    /// What stands behind the number.
    pub(super) fn rest<'t>(&self, text: &'t str) -> &'t str {
        let from = self.form.as_ref().map_or(0, |form| form.end);
        self.said(text).get(from..).unwrap_or_default().trim_start_matches(is_filler)
    }
}

/// What may stand between a number and a title.
pub(super) fn is_filler(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '.' | ':' | '：' | '—' | '–' | '-')
}

/// The lines of the pieces that are text.
pub(super) fn scan(text: &str, pieces: &[Piece]) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut end = 0;
    for (nth, piece) in pieces.iter().enumerate() {
        if !matches!(piece.kind, BlockKind::Prose | BlockKind::Heading) {
            end = piece.range.end;
            continue;
        }
        for line in lines(text, piece.range.clone()) {
            let range = trim(text, line.start..line.end);
            if range.is_empty() {
                continue;
            }
            let said = &text[range.clone()];
            let signs = said.len()
                - said
                    .trim_start_matches(|c: char| matches!(c, '#' | '*' | '_' | '>') || c.is_whitespace())
                    .len();
            let words = range.start + signs;
            found.push(Line {
                apart: end == 0 || text[end..range.start].matches('\n').count() > 1,
                piece: nth,
                heading: piece.section.as_ref().map(|section| section.level),
                words,
                form: form(&text[words..range.end]),
                range: range.clone(),
            });
            end = range.end;
        }
    }
    found
}

/// The width in columns: letters of East Asia take two.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

/// Whether a line ends as a sentence, an item or a lead-in does.
pub(super) fn is_closed(said: &str) -> bool {
    said.trim_end_matches(['*', '_', '"', '”', '」', ')', '）'])
        .ends_with(['.', ';', ':', '!', '?', ',', '。', '；', '：', '！', '？', '，', '—'])
        || said.ends_with(['）', ')', '】', ']'])
}

/// Whether words have the form of a title: one short line that no sentence ends in or goes through.
pub(super) fn is_title(said: &str) -> bool {
    let is_sentence = said.ends_with(['.', ';', ':', ',', '!', '?', '。', '；', '：', '，', '、'])
        || said.contains(['。', '；', '，'])
        || said.contains(". ");
    !said.is_empty() && !is_sentence && columns(said) <= 64
}
