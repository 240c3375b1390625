//! Line by line, block by block.

use std::collections::BTreeMap;
use std::ops::Range;

use kawara_core::BlockKind::{self, Code, Heading, Opaque, Prose, Row};

use super::marks::{self, Fence};
use crate::lines::{Line, is_blank, line_at, lines};
use crate::markup::builder::Builder;
use crate::mode::Mode;
use crate::outline::Outline;

/// The longest line that is taken for a title, in bytes.
const MAX_TITLE: usize = 1_000;
/// How deep blocks may be in blocks; the lines that delimit deeper ones are lines.
const MAX_DEPTH: usize = 32;

pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) out: Builder<'t>,
    /// Where the next line starts.
    pub(super) at: usize,
    /// Delimiters of the blocks that are open.
    open: Vec<(u8, usize)>,
    /// Where each delimiter occurs last: one that opens a block has another behind it.
    last: BTreeMap<(u8, usize), usize>,
    /// Lines of attributes and block titles that wait for their block.
    pub(super) head: Option<Range<usize>>,
    /// Whether the next block hangs on the list item above.
    goes_on: bool,
    /// Whether a term stands above that nothing has been said of yet.
    is_described: bool,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, start: usize, mode: Mode) -> Self {
        let mut last = BTreeMap::new();
        for line in lines(text, start..text.len()) {
            if let Some((_, key)) = marks::fence(line.of(text).trim_end()) {
                last.insert(key, line.start);
            }
        }
        let out = Builder::new(text, start, mode);
        Self { text, out, at: start, open: Vec::new(), last, head: None, goes_on: false, is_described: false }
    }

    pub(super) fn outline(mut self) -> Outline {
        self.header();
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            if is_blank(line.of(self.text)) {
                self.at = line.next;
            } else {
                self.block(line);
            }
        }
        self.flush_head();
        self.out.finish()
    }

    /// The title of the document, its authors and attributes: up to the first blank line behind it.
    fn header(&mut self) {
        let mut is_below = false;
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            let said = self.said(line);
            if self.unseen_line(line) {
                continue;
            }
            if is_blank(said) && !is_below {
                self.at = line.next;
            } else if is_below
                && !is_blank(said)
                && marks::title(said).is_none()
                && marks::fence(said).is_none()
            {
                self.at = line.next;
                self.out.push(line.start..line.end, Row);
            } else if !is_below && let Some((1, words)) = marks::title(said) {
                self.at = line.next;
                let title = marks::clean(words);
                self.out.title(title.clone());
                self.out.heading(line.start..line.end, 1, title);
                is_below = true;
            } else {
                return;
            }
        }
    }

    fn block(&mut self, line: Line) {
        let said = self.said(line);
        let is_described = std::mem::take(&mut self.is_described);
        if let Some((fence, key)) = marks::fence(said)
            && self.fence(line, fence, key)
        {
            return;
        }
        if self.unseen_line(line) || self.title(line, said) {
            return;
        }
        if marks::is_attributes(said) || marks::is_block_title(said) {
            self.at = line.next;
            let start = self.head.take().map_or(line.start, |head| head.start);
            self.head = Some(start..line.end);
            return;
        }
        if said == "+" {
            self.at = line.next;
            self.flush_head();
            self.out.unseen(line.start..line.end, "markup");
            self.goes_on = true;
            return;
        }
        if marks::is_condition(said) {
            self.at = line.next;
            self.flush_head();
            return self.out.unseen(line.start..line.end, "markup");
        }
        if marks::is_macro(said) || marks::is_break(said) {
            self.at = line.next;
            let start = self.take_head().map_or(line.start, |head| head.start);
            return self.add(start..line.end, Opaque);
        }
        let is_source = self.head_says(|first| matches!(first, "source" | "listing" | "literal"));
        let is_indented = !is_described && line.of(self.text).starts_with([' ', '\t']);
        if is_source || is_indented && !marks::is_item(said.trim_start()) && marks::term(said).is_none() {
            let range = self.lines_from(line, |_| true);
            return self.code(range, line.start);
        }
        if self.head_says(|first| first == "verse") {
            let range = self.lines_from(line, |_| true);
            return self.verse(range);
        }
        self.flush_head();
        self.words(line);
    }

    /// A paragraph or a list item.
    fn words(&mut self, line: Line) {
        let said = self.said(line).trim_start();
        if let Some(end) = marks::term(said)
            && !marks::is_item(said)
        {
            if end == said.len() {
                self.at = line.next;
                self.is_described = true;
                return self.add(line.start..line.end, Heading);
            }
            let range = self.lines_from(line, |said| !starts_item(said));
            return self.add(range, Prose);
        }
        let range = if marks::is_item(said) {
            self.lines_from(line, |said| !starts_item(said))
        } else {
            self.lines_from(line, |_| true)
        };
        self.add(range, Prose);
    }

    /// Takes a line and those behind it up to a blank one, or one that begins another block; comments among them are taken out.
    fn lines_from(&mut self, first: Line, belongs: impl Fn(&str) -> bool) -> Range<usize> {
        let mut end = first.end;
        // Comments behind the last line are not among its words.
        let mut comments: Vec<Line> = Vec::new();
        self.at = first.next;
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            let said = self.said(line);
            let is_other = is_blank(said)
                || said == "+"
                || marks::is_condition(said)
                || marks::is_attributes(said)
                || marks::fence(said).is_some_and(|(_, key)| self.opens(line, key))
                || !belongs(said.trim_start());
            if is_other {
                break;
            }
            self.at = line.next;
            if is_comment(said) {
                comments.push(line);
                continue;
            }
            for comment in comments.drain(..) {
                self.out.take_out(comment.start..comment.next, "comment");
            }
            end = line.end;
        }
        if let Some(comment) = comments.first() {
            self.at = comment.start;
        }
        first.start..end
    }

    /// A comment or an attribute of the document.
    fn unseen_line(&mut self, line: Line) -> bool {
        let said = self.said(line);
        if is_comment(said) {
            self.at = line.next;
            self.flush_head();
            self.out.unseen(line.start..line.end, "comment");
        } else if let Some((name, value)) = marks::attribute(said) {
            let mut end = line;
            while self.said(end).ends_with(" \\") && end.next < self.text.len() {
                end = line_at(self.text, end.next);
            }
            self.at = end.next;
            self.flush_head();
            if self.out.is_head() || self.out.is_below_title() {
                self.out.field(name, value);
            }
            let is_title = self.out.is_below_title();
            self.out.unseen(line.start..end.end, "attribute");
            if is_title {
                self.out.stay_below_title();
            }
        } else if let Some((Fence::Comment, key)) = marks::fence(said)
            && self.opens(line, key)
        {
            self.flush_head();
            let (end, _) = self.through_close(line, key);
            self.out.unseen(line.start..end, "comment");
        } else {
            return false;
        }
        true
    }

    fn title(&mut self, line: Line, said: &'t str) -> bool {
        if said.len() > MAX_TITLE || line.of(self.text).starts_with([' ', '\t']) {
            return false;
        }
        let (level, words, end) = match marks::title(said) {
            Some((level, words)) => (level, words, line),
            None => {
                let below = line_at(self.text, line.next);
                let Some(level) = marks::underlined(said, self.said(below)) else { return false };
                if marks::is_attributes(said) || marks::is_block_title(said) {
                    return false;
                }
                (level, said, below)
            }
        };
        let is_discrete = self.head_says(|first| matches!(first, "discrete" | "float"));
        let start = self.take_head().map_or(line.start, |head| head.start);
        self.at = end.next;
        if is_discrete || !self.open.is_empty() {
            self.out.push(start..end.end, Heading);
        } else {
            self.out.heading(start..end.end, level, marks::clean(words));
        }
        true
    }

    /// A line that delimits a block; false if it does not.
    fn fence(&mut self, line: Line, fence: Fence, key: (u8, usize)) -> bool {
        if fence == Fence::Container {
            return self.container(line, key);
        }
        if !self.opens(line, key) {
            return false;
        }
        match fence {
            Fence::Comment => return false,
            Fence::Table => self.table(line, key),
            Fence::Opaque => {
                let (end, _) = self.through_close(line, key);
                let start = self.take_head().map_or(line.start, |head| head.start);
                self.add(start..end, Opaque);
            }
            _ => {
                let (end, _) = self.through_close(line, key);
                self.code(line.start..end, line.end);
            }
        }
        true
    }

    fn container(&mut self, line: Line, key: (u8, usize)) -> bool {
        if let Some(depth) = self.open.iter().rposition(|open| *open == key) {
            self.open.truncate(depth);
            self.flush_head();
            self.at = line.next;
            self.out.unseen(line.start..line.end, "markup");
            return true;
        }
        if !self.opens(line, key) || self.open.len() >= MAX_DEPTH {
            return false;
        }
        if self.head_says(|first| first == "verse") {
            let (end, inner) = self.through_close(line, key);
            self.flush_head();
            self.out.unseen_head(line.start..line.end, "markup");
            self.verse(inner.clone());
            self.out.unseen(inner.end..end, "markup");
            return true;
        }
        self.open.push(key);
        self.at = line.next;
        self.flush_head();
        self.out.unseen_head(line.start..line.end, "markup");
        true
    }

    /// Code with what stands above it; parts of it bring its language along.
    fn code(&mut self, range: Range<usize>, body: usize) {
        let head = self.take_head();
        let mut said: Vec<String> = Vec::new();
        for line in head.iter().flat_map(|head| lines(self.text, head.clone())) {
            let words = self.said(line);
            match words.strip_prefix('.') {
                Some(title) if marks::is_block_title(words) => said.insert(0, marks::clean(title)),
                _ if words.starts_with("[source") || words.starts_with("[,") => said.push(words.to_owned()),
                _ => {}
            }
        }
        if let Some(line) = lines(self.text, range.clone()).next()
            && self.text[line.start..line.end]
                .trim_end()
                .strip_prefix("```")
                .is_some_and(|info| !info.is_empty())
        {
            said.push(line.of(self.text).trim().to_owned());
        }
        if !said.is_empty() {
            self.out.lead(said.join(" "), body);
        }
        self.add(head.map_or(range.start, |head| head.start)..range.end, Code);
        self.out.end_lead();
    }

    /// Lines that are never joined.
    fn verse(&mut self, range: Range<usize>) {
        self.flush_head();
        for line in lines(self.text, range) {
            self.out.push(line.start..line.end, Prose);
        }
    }

    fn add(&mut self, range: Range<usize>, kind: BlockKind) {
        if std::mem::take(&mut self.goes_on) {
            self.out.push_line(range, kind);
        } else {
            self.out.push(range, kind);
        }
    }

    /// Whether another line like this one follows.
    fn opens(&self, line: Line, key: (u8, usize)) -> bool {
        let is_open = self.open.contains(&key);
        is_open || self.last.get(&key).is_some_and(|last| *last > line.start)
    }

    /// Takes all up to the line that closes a block: its end, and what lies between.
    pub(super) fn through_close(&mut self, line: Line, key: (u8, usize)) -> (usize, Range<usize>) {
        self.at = line.next;
        while self.at < self.text.len() {
            let close = line_at(self.text, self.at);
            self.at = close.next;
            if marks::fence(self.said(close)).is_some_and(|(_, other)| other == key) {
                return (close.end, line.next..close.start);
            }
        }
        (self.text.len(), line.next..self.text.len())
    }

    pub(super) fn take_head(&mut self) -> Option<Range<usize>> {
        self.head.take()
    }

    /// What stands above a block stays with it.
    pub(super) fn flush_head(&mut self) {
        if let Some(head) = self.head.take() {
            self.add(head, Heading);
        }
    }

    /// Whether a line of attributes above the block begins with such a word.
    fn head_says(&self, is: impl Fn(&str) -> bool) -> bool {
        self.head.iter().flat_map(|head| lines(self.text, head.clone())).any(|line| {
            let inner = self.said(line).strip_prefix('[').unwrap_or_default();
            let word = inner.split([',', ']', '.', '#', '%']).next().unwrap_or_default();
            is(word.trim()) || inner.starts_with(",") && is("source")
        })
    }

    pub(super) fn said(&self, line: Line) -> &'t str {
        self.text[line.start..line.end].trim_end()
    }
}

fn starts_item(said: &str) -> bool {
    marks::is_item(said) || marks::term(said).is_some()
}

fn is_comment(said: &str) -> bool {
    said.starts_with("//") && !said.starts_with("///")
}
