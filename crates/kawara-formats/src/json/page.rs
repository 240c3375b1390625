//! Values written as text that a person can read.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Note};

use super::escape::{Said, decoded, said};
use super::tape::{Kind, Node};
use crate::draft::Draft;
use crate::lines::{lines, one_line, trim};

/// The text in the making, and what is told of it.
pub(super) struct Page<'t, 'b> {
    pub(super) source: &'t str,
    draft: Draft<'t>,
    pub(super) out: &'b mut Blocks,
    /// How strong the cut before the next block is at least.
    joint: Joint,
    /// Whether the line above is the name of what comes next.
    is_named: bool,
}

/// The bytes of the text that were written.
pub(super) type Written = Range<usize>;

/// The longest line that is a record's lead, in bytes.
const LEAD: usize = 120;
/// A value with more characters is running text, even without a mark at its end.
const RUNNING: usize = 80;

impl<'t, 'b> Page<'t, 'b> {
    pub(super) fn new(source: &'t str, out: &'b mut Blocks) -> Self {
        Self { source, draft: Draft::new(source, "syntax"), out, joint: Joint::Record, is_named: false }
    }

    /// A page for a document whose elements lie about in the source: what is not written is left out for this reason.
    pub(super) fn scattered(source: &'t str, out: &'b mut Blocks, why: &'static str) -> Self {
        let draft = Draft::new(source, why).scattered();
        Self { source, draft, out, joint: Joint::Record, is_named: false }
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
        let is_named = name.is_some();
        // An element of a list that has lines of its own.
        let has_lines = !is_named && value.kind == Kind::String && self.source[value.inner()].contains("\\n");
        let is_apart = has_lines && !self.is_named;
        self.is_named = false;
        let start = self.begin_line(is_apart);
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
        start..self.len()
    }

    /// A line that says the name of what follows.
    pub(super) fn name(&mut self, outer: &str, name: Range<usize>) {
        let start = self.begin_line(false);
        self.draft.insert(outer);
        self.string(name);
        self.draft.insert(":");
        self.keep_lines(start, BlockKind::Heading, Joint::Line);
        self.is_named = true;
    }

    /// Makes a member the context of what follows it in the record: its line, or where that is long its beginning.
    pub(super) fn lead(&mut self, written: &Written) {
        let line = self.draft.text()[written.clone()].trim();
        self.out.lead(beginning(line), written.end);
    }

    /// The title of a record: its first line, wherever it stands in the source, and the context of what follows. `node` says it, unless
    /// other text stands before that.
    pub(super) fn title(&mut self, node: Option<&Node>, title: &str) {
        let start = self.begin_line(false);
        match node {
            Some(node) if node.kind == Kind::Plain || decoded(self.source, node.inner()) == title => {
                self.value(node);
            }
            Some(node) => self.draft.replace(node.range(), title),
            None => self.draft.insert(title),
        }
        self.keep_lines(start, BlockKind::Heading, Joint::Line);
        self.out.lead(title, self.len());
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
        let title = one_line(self.since(start));
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
        let start = self.begin_line(false);
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

    /// Begins a line, below a blank one where it stands apart.
    fn begin_line(&mut self, is_apart: bool) -> usize {
        if self.len() > 0 {
            self.draft.insert(if is_apart || self.joint == Joint::Record { "\n\n" } else { "\n" });
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

/// A line, or the sentences that a long one begins with; none so short, what of it fits.
fn beginning(line: &str) -> Cow<'_, str> {
    let first = line.lines().next().unwrap_or_default().trim_end();
    if first.len() <= LEAD {
        return first.into();
    }
    let head = &first[..first.floor_char_boundary(LEAD)];
    let ends = |at: usize, c: char| {
        matches!(c, '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?') && first[at + 1..].starts_with(char::is_whitespace)
    };
    let sentences = head.char_indices().rfind(|(at, c)| ends(*at, *c));
    if let Some((at, c)) = sentences {
        return head[..at + c.len_utf8()].into();
    }
    let words = head.rfind(char::is_whitespace).filter(|at| *at >= LEAD / 2).unwrap_or(head.len());
    format!("{}…", head[..words].trim_end()).into()
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
    fn a_long_line_is_led_by_its_beginning() {
        assert_eq!(beginning("id: 7"), "id: 7");
        assert_eq!(beginning("q: How deep is it?\nAnd how wide?"), "q: How deep is it?");
        let long = format!("q: It is 4.5 m deep. How wide{}?", " is it".repeat(30));
        assert_eq!(beginning(&long), "q: It is 4.5 m deep.");
        let words = format!("q: how wide{}", " is it".repeat(30));
        assert_eq!(beginning(&words), format!("q: how wide{}…", " is it".repeat(18)));
        let said = beginning(&"水".repeat(50)).into_owned();
        assert_eq!(said, format!("{}…", "水".repeat(40)));
    }

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
