//! Values written as text that a person can read.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Note};

use super::escape::{Said, said};
use super::tape::{Kind, Node};
use crate::draft::Draft;
use crate::lines::{lines, trim};

/// The text in the making, and what is told of it.
pub(super) struct Page<'t, 'b> {
    pub(super) source: &'t str,
    draft: Draft<'t>,
    pub(super) out: &'b mut Blocks,
    /// How strong the cut before the next block is at least.
    joint: Joint,
}

/// What was written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) range: Range<usize>,
    pub(super) kind: BlockKind,
}

/// The longest line that is a record's lead, in bytes.
const LEAD: usize = 120;
/// A value with more characters is running text, even without a mark at its end.
const RUNNING: usize = 80;

impl<'t, 'b> Page<'t, 'b> {
    pub(super) fn new(source: &'t str, out: &'b mut Blocks) -> Self {
        Self { source, draft: Draft::new(source, "syntax"), out, joint: Joint::Record }
    }

    /// A page for a document whose elements lie about in the source: what is not written is left out for this reason.
    pub(super) fn scattered(source: &'t str, out: &'b mut Blocks, why: &'static str) -> Self {
        Self { source, draft: Draft::new(source, why).scattered(), out, joint: Joint::Record }
    }

    /// Where the next block begins, but for the break before it.
    pub(super) fn len(&self) -> usize {
        self.draft.text().len()
    }

    pub(super) fn begin_record(&mut self) {
        self.joint = Joint::Record;
        self.out.end_lead();
    }

    pub(super) fn skip(&mut self, source: Range<usize>, why: &'static str) {
        self.draft.skip(source, why);
    }

    /// A line `name: value`, or as many as the value has. `chosen` to be text, a string without a name is prose, however short.
    pub(super) fn member(
        &mut self,
        name: Option<(&str, Range<usize>)>,
        value: &Node,
        chosen: bool,
    ) -> Written {
        let start = self.begin_line();
        let is_named = name.is_some();
        if let Some((outer, name)) = name {
            self.draft.insert(outer);
            self.string(name);
            self.draft.insert(": ");
        }
        let said = self.len();
        self.value(value);
        let is_prose = chosen && !is_named && value.kind == Kind::String || is_running(self.since(said));
        let kind = if is_prose { BlockKind::Prose } else { BlockKind::Row };
        // Elements of a list follow on each other, unless they are texts of their own.
        let is_text = kind == BlockKind::Prose && (is_named || self.draft.text()[said..].contains('\n'));
        self.keep_lines(start, kind, if is_text { Joint::Paragraph } else { Joint::Line });
        Written { range: start..self.len(), kind }
    }

    /// The title of a record: its first line, wherever it stands in the source, and the context of what follows.
    pub(super) fn title(&mut self, title: &str) {
        let start = self.begin_line();
        self.draft.insert(title);
        self.keep_lines(start, BlockKind::Heading, Joint::Line);
        self.out.lead(title, self.len());
    }

    /// A line that says the name of what follows.
    pub(super) fn name(&mut self, outer: &str, name: Range<usize>) {
        let start = self.begin_line();
        self.draft.insert(outer);
        self.string(name);
        self.draft.insert(":");
        self.keep_lines(start, BlockKind::Heading, Joint::Line);
    }

    /// Makes a line the context of what follows it in the record, if it is short.
    pub(super) fn lead(&mut self, written: &Written) -> bool {
        let line = self.draft.text()[written.range.clone()].trim();
        let fits = written.kind == BlockKind::Row && line.len() <= LEAD && !line.contains('\n');
        if fits {
            self.out.lead(line, written.range.end);
        }
        fits
    }

    /// A block, or one for each line, of an element of a document: prose, a heading, code.
    pub(super) fn block(&mut self, value: &Node, kind: BlockKind, joint: Joint) -> Range<usize> {
        let start = self.begin_block(joint);
        self.value(value);
        self.end_block(start, kind, joint);
        start..self.len()
    }

    /// A heading and the section that it opens; headings that say nothing open none.
    pub(super) fn heading(&mut self, value: &Node, level: u8) -> Range<usize> {
        let start = self.begin_block(Joint::Section);
        self.value(value);
        let title = self.since(start).split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() {
            self.out.section(level, title, self.len());
        }
        self.end_block(start, BlockKind::Heading, Joint::Section);
        start..self.len()
    }

    /// Begins a block that is written by hand.
    pub(super) fn begin_block(&mut self, joint: Joint) -> usize {
        if self.len() > 0 {
            self.draft.insert(if joint < Joint::Line { "\n\n" } else { "\n" });
        }
        self.len()
    }

    /// Keeps what was written since; code and formulas as one block, else one for each line.
    pub(super) fn end_block(&mut self, start: usize, kind: BlockKind, joint: Joint) {
        self.joint = joint;
        if matches!(kind, BlockKind::Prose | BlockKind::Row) {
            return self.keep_lines(start, kind, joint);
        }
        let text = self.draft.text();
        let range = if kind == BlockKind::Code {
            crate::lines::trim_lines(text, start..text.len())
        } else {
            trim(text, start..text.len())
        };
        self.out.keep(range, kind, joint);
    }

    /// What stands in the text from a byte on.
    pub(super) fn since(&self, start: usize) -> &str {
        &self.draft.text()[start..]
    }

    pub(super) fn insert(&mut self, text: &str) {
        self.draft.insert(text);
    }

    pub(super) fn replace(&mut self, source: Range<usize>, text: &str) {
        self.draft.replace(source, text);
    }

    /// A value as it reads: strings without their escapes.
    pub(super) fn value(&mut self, value: &Node) {
        match value.kind {
            Kind::String => self.string(value.inner()),
            _ => self.draft.copy(value.range()),
        }
    }

    pub(super) fn string(&mut self, inner: Range<usize>) {
        for stretch in said(self.source, inner) {
            match stretch {
                Said::Copy(range) => self.draft.copy(range),
                Said::Escape(range, c) => self.draft.replace(range, c.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// A line that was there as it is in the source.
    pub(super) fn raw(&mut self, source: Range<usize>) {
        let start = self.begin_line();
        self.draft.copy(source);
        self.keep_lines(start, BlockKind::Row, Joint::Line);
    }

    pub(super) fn note(&mut self, range: Range<usize>, note: Note) {
        let range = trim(self.draft.text(), range);
        if !range.is_empty() {
            self.out.note(range, note);
        }
    }

    pub(super) fn finish(self) -> Cow<'t, str> {
        self.draft.finish(self.out)
    }

    fn begin_line(&mut self) -> usize {
        if self.len() > 0 {
            self.draft.insert(if self.joint == Joint::Record { "\n\n" } else { "\n" });
        }
        self.len()
    }

    fn keep_lines(&mut self, start: usize, kind: BlockKind, joint: Joint) {
        let text = self.draft.text();
        let mut joint = joint.min(self.joint);
        for line in lines(text, start..text.len()) {
            let range = trim(text, line.start..line.end);
            if range.is_empty() {
                joint = joint.min(Joint::Paragraph);
                continue;
            }
            self.out.keep(range, kind, joint);
            joint = Joint::Line;
            self.joint = Joint::Line;
        }
    }
}

/// Whether a value is made of sentences.
fn is_running(value: &str) -> bool {
    let value = value.trim();
    let words = value.contains(char::is_whitespace) || !value.is_ascii();
    let ends = value.ends_with(['.', '!', '?', '。', '！', '？', '…', '」', '”']);
    words && (ends || value.contains('\n') || value.chars().nth(RUNNING).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_from_values() {
        for text in ["It works.", "第一条。", "a\nb", "是".repeat(81).as_str()] {
            assert!(is_running(text), "{text}");
        }
        for text in ["", "4.5.", "a b", "東京", "x".repeat(200).as_str()] {
            assert!(!is_running(text), "{text}");
        }
    }
}
