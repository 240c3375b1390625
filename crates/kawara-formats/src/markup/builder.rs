//! Pieces in the making: what each joint is, and what is taken out.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use crate::lines::{is_blank, is_lead_in, lines, trim, trim_lines, with_its_lines};
use crate::mode::{Mode, Newline};
use crate::outline::{Outline, Piece, Removal, Section};

/// Takes the blocks of a document in order.
pub(super) struct Builder<'t> {
    text: &'t str,
    mode: Mode,
    outline: Outline,
    /// Where the last piece ends.
    end: usize,
    /// Whether what was said last ends in a colon: it stays with what it announces.
    announced: bool,
    /// Whether the header of a table was said last: it stays with the first row.
    headed: bool,
    lead: Option<u32>,
    /// Whether there is a block that a reader of the page sees.
    seen: bool,
    /// Where the first heading that opens a section ends.
    title_end: Option<usize>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str, start: usize, mode: Mode) -> Self {
        Self {
            text,
            mode,
            outline: Outline::default(),
            end: start,
            announced: false,
            headed: false,
            lead: None,
            seen: false,
            title_end: None,
        }
    }

    /// Adds a block; its joint is told by the lines between it and the one before.
    pub(super) fn push(&mut self, range: Range<usize>, kind: BlockKind) {
        let joint = self.joint(trim(self.text, range.start.max(self.end)..range.end.max(self.end)).start);
        self.push_at(range, kind, joint);
    }

    /// Adds a block that hangs on the one before, whatever lies between them.
    pub(super) fn push_line(&mut self, range: Range<usize>, kind: BlockKind) {
        let joint = self.joint(trim(self.text, range.start.max(self.end)..range.end.max(self.end)).start);
        self.push_at(range, kind, joint.max(Joint::Line));
    }

    fn push_at(&mut self, range: Range<usize>, kind: BlockKind, joint: Joint) {
        let range = range.start.max(self.end)..range.end.max(self.end);
        let range =
            if kind == BlockKind::Code { trim_lines(self.text, range) } else { trim(self.text, range) };
        if range.is_empty() {
            return;
        }
        let said = &self.text[range.clone()];
        self.announced = kind == BlockKind::Prose && (is_lead_in(said) || said.ends_with("::"));
        self.headed = false;
        self.end = range.end;
        self.seen = true;
        self.outline.pieces.push(Piece::new(range, kind, joint).with_lead(self.lead));
    }

    /// Adds a heading that opens a section.
    pub(super) fn heading(&mut self, range: Range<usize>, level: u8, title: String) {
        self.lead = None;
        let count = self.outline.pieces.len();
        self.push_at(range, BlockKind::Heading, Joint::Section);
        if self.outline.pieces.len() > count
            && let Some(piece) = self.outline.pieces.last_mut()
        {
            piece.section = Some(Box::new(Section { level, title }));
            self.title_end = self.title_end.or(Some(self.end));
        }
    }

    /// Adds what no reader of the page sees: taken out of the plain text, opaque in the source.
    pub(super) fn unseen(&mut self, range: Range<usize>, why: &'static str) {
        self.unseen_as(range, BlockKind::Opaque, why);
    }

    /// The same, for what opens a container: in the source it stays with what follows.
    pub(super) fn unseen_head(&mut self, range: Range<usize>, why: &'static str) {
        self.unseen_as(range, BlockKind::Heading, why);
    }

    fn unseen_as(&mut self, range: Range<usize>, kind: BlockKind, why: &'static str) {
        let range = trim(self.text, range.start.max(self.end)..range.end.max(self.end));
        if range.is_empty() {
            return;
        }
        let (announced, headed, seen) = (self.announced, self.headed, self.seen);
        self.push(range.clone(), kind);
        self.announced = announced && self.mode.plain;
        self.headed = headed && self.mode.plain;
        self.seen = seen;
        self.take_out(with_its_lines(self.text, range), why);
    }

    /// Takes a range out of the plain text.
    pub(super) fn take_out(&mut self, range: Range<usize>, why: &'static str) {
        if self.mode.plain && !range.is_empty() {
            self.outline.removed.push(Removal { range, why });
        }
    }

    /// What the next blocks bring along unless they start before `body`.
    pub(super) fn lead(&mut self, said: impl Into<String>, body: usize) {
        self.lead = self.outline.lead(said, body);
    }

    /// The same for the header of a table that was added last: no chunk ends with it.
    pub(super) fn header(&mut self, said: impl Into<String>, body: usize) {
        self.lead(said, body);
        self.headed = true;
    }

    pub(super) fn end_lead(&mut self) {
        self.lead = None;
        self.headed = false;
    }

    pub(super) fn title(&mut self, title: String) {
        if self.outline.title.is_none() && !title.is_empty() {
            self.outline.title = Some(title);
        }
    }

    pub(super) fn field(&mut self, name: &str, value: &str) {
        self.outline.fields.push((name.to_owned(), value.to_owned()));
    }

    /// Whether there is nothing yet that a reader of the page sees.
    pub(super) fn is_head(&self) -> bool {
        !self.seen
    }

    /// Whether the last block is the heading of the first section.
    pub(super) fn is_below_title(&self) -> bool {
        self.title_end == Some(self.end)
    }

    /// What was added last counts as part of the first heading.
    pub(super) fn stay_below_title(&mut self) {
        self.title_end = Some(self.end);
    }

    fn joint(&self, start: usize) -> Joint {
        let gap = &self.text[self.end..start.max(self.end)];
        if self.headed {
            Joint::Word
        } else if self.announced {
            Joint::Sentence
        } else if self.outline.pieces.is_empty() || gap.bytes().filter(|b| *b == b'\n').nth(1).is_some() {
            Joint::Paragraph
        } else {
            Joint::Line
        }
    }

    /// All blocks, prose line by line if every line break counts.
    pub(super) fn finish(mut self) -> Outline {
        if self.mode.newline == Newline::Hard {
            let whole = std::mem::take(&mut self.outline.pieces);
            for piece in whole {
                if piece.kind == BlockKind::Prose {
                    self.split(&piece);
                } else {
                    self.outline.pieces.push(piece);
                }
            }
        }
        self.outline
    }

    fn split(&mut self, piece: &Piece) {
        let mut joint = piece.joint;
        for line in lines(self.text, piece.range.clone()) {
            if !is_blank(line.of(self.text)) {
                let range = trim(self.text, line.start..line.end);
                self.outline.pieces.push(Piece::new(range, piece.kind, joint).with_lead(piece.lead));
                joint = Joint::Line;
            }
        }
    }
}

/// The columns of white space before the words of a line; a tab goes to the next eighth.
pub(super) fn indent(line: &str) -> usize {
    let mut columns = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns = columns / 8 * 8 + 8,
            _ => break,
        }
    }
    columns
}
