//! Line by line, block by block. Indentation is looked at where it matters and never kept on a stack, so depth costs nothing.

use std::ops::Range;

use kawara_core::BlockKind::{Code, Heading, Opaque, Prose, Row};

use super::directive::{self, Use};
use super::{marks, title};
use crate::lines::{Line, is_blank, line_at};
use crate::markup::builder::{Builder, indent};
use crate::mode::Mode;
use crate::outline::Outline;

/// The longest line that is taken for a title, in bytes.
const MAX_TITLE: usize = 1_000;
/// Fields below the title of a document that say where it comes from; what others say is text.
const ORIGIN: [&str; 9] =
    ["author", "authors", "organization", "contact", "version", "revision", "status", "date", "copyright"];

pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) out: Builder<'t>,
    /// Where the next line starts.
    pub(super) at: usize,
    /// Adornments in the order in which they appeared, and whether there is a line above, too.
    styles: Vec<(u8, bool)>,
    /// Where the text starts of a paragraph that ended in `::`: deeper lines are literal.
    literal: Option<usize>,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, start: usize, mode: Mode) -> Self {
        let out = Builder::new(text, start, mode);
        Self { text, out, at: start, styles: Vec::new(), literal: None }
    }

    pub(super) fn outline(mut self) -> Outline {
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            if self.is_blank(line) {
                self.at = line.next;
            } else {
                self.block(line);
            }
        }
        self.out.finish()
    }

    fn block(&mut self, line: Line) {
        let (columns, said) = (indent(line.of(self.text)), self.said(line));
        if let Some(from) = self.literal.take()
            && self.literal(line, columns, from)
        {
            return;
        }
        if columns == 0 && self.section(line) {
            return;
        }
        if marks::adornment(said).is_some() && said.len() >= 4 {
            self.take(line.next);
            self.out.push(line.start..line.end, Opaque);
        } else if said == ".." || said.starts_with(".. ") || said.starts_with("..\t") {
            self.explicit(line, columns, said);
        } else if said.starts_with("__ ") {
            self.take(line.next);
            self.out.push(line.start..line.end, Row);
        } else if said.starts_with(">>> ") {
            let range = self.run(line, |_, said| !is_blank(said));
            self.out.push(range, Code);
        } else if marks::is_grid_border(said) {
            self.grid(line);
        } else if marks::is_simple_border(said) {
            self.simple(line);
        } else if marks::is_verse(said) {
            let range = self.run(line, |deeper, said| deeper > columns && !is_blank(said));
            self.out.push(range, Prose);
        } else if let Some((name, value)) = marks::field(said) {
            self.field(line, columns, name, value);
        } else if let Some(width) = marks::item(said) {
            let is_own = |deeper, said: &str| deeper > columns && marks::bullet(said.trim()).is_none();
            let range = self.run(line, |deeper, said| !is_blank(said) && is_own(deeper, said));
            self.prose(range, columns + width);
        } else {
            self.paragraph(line, columns);
        }
    }

    /// The indented block behind a paragraph that ends in `::`, or lines that begin with the same mark.
    fn literal(&mut self, line: Line, columns: usize, from: usize) -> bool {
        if columns > from {
            let range = self.indented(line, from);
            self.out.push(range, Code);
            return true;
        }
        let mark = self.said(line).bytes().next();
        let is_quoted = mark.is_some_and(|b| matches!(b, b'>' | b'$' | b'|' | b'%' | b'"'));
        if is_quoted && columns == from {
            let range = self.run(line, |_, said| said.trim_start().bytes().next() == mark);
            self.out.push(range, Code);
        }
        is_quoted && columns == from
    }

    /// A title with its adornments.
    fn section(&mut self, first: Line) -> bool {
        let over = marks::adornment(self.said(first)).filter(|_| first.next < self.text.len());
        let line = if over.is_some() { line_at(self.text, first.next) } else { first };
        let said = self.said(line);
        let is_text = !is_blank(said)
            && said.len() <= MAX_TITLE
            && marks::adornment(said).is_none_or(|_| over.is_some())
            && !said.starts_with(".. ")
            && !marks::is_verse(said)
            && !marks::is_grid_border(said)
            && marks::field(said).is_none()
            && marks::bullet(said).is_none();
        if !is_text || line.next >= self.text.len() {
            return false;
        }
        let below = line_at(self.text, line.next);
        let under = self.text[below.start..below.end].trim_end();
        let Some(mark) = marks::adornment(under) else { return false };
        let is_long = under.len() >= 4 || under.len() >= said.chars().count() && under != "::";
        if !is_long || over.is_some_and(|over| over != mark) {
            return false;
        }
        let style = (mark, over.is_some());
        let nth = self.styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        let level = u8::try_from(nth + 1).unwrap_or(u8::MAX);
        self.take(below.next);
        self.out.heading(first.start..below.end, level, title::clean(said));
        true
    }

    /// What begins with two dots.
    fn explicit(&mut self, line: Line, columns: usize, said: &'t str) {
        let inner = said[2..].trim_start();
        if let Some((name, words)) = directive::parse(said) {
            self.directive(line, columns, name, words);
        } else if inner.starts_with('[') && inner.contains(']') {
            let range = self.run(line, |deeper, said| deeper > columns && !is_blank(said));
            self.out.push(range, Prose);
        } else if inner.starts_with(['_', '|']) {
            let range = self.run(line, |deeper, said| deeper > columns && !is_blank(said));
            self.out.push(range, Row);
        } else {
            let next = line.next < self.text.len() && !self.is_blank(line_at(self.text, line.next));
            let range = if inner.is_empty() && !next {
                self.take(line.next);
                line.start..line.end
            } else {
                self.indented(line, columns)
            };
            self.out.unseen(range, "comment");
        }
    }

    fn directive(&mut self, line: Line, columns: usize, name: &str, words: &str) {
        let what = Use::of(name);
        match what {
            Use::Code => {
                self.out.lead(self.said(line), line.end);
                let range = self.indented(line, columns);
                self.out.push(range, Code);
                return self.out.end_lead();
            }
            Use::Opaque => {
                let range = self.indented(line, columns);
                return self.out.push_line(range, Opaque);
            }
            Use::Words if !words.is_empty() => {
                let is_text =
                    |deeper, said: &str| deeper > columns && !is_blank(said) && !said.trim().starts_with(':');
                let range = self.run(line, is_text);
                return self.prose(range, columns + 3);
            }
            _ => {}
        }
        // Names first, if it takes any, then options, with lines that go on with them; what follows is text.
        let mut options: Option<usize> = None;
        let head = self.run(line, |deeper, said| {
            let is_option = marks::field(said.trim()).is_some();
            if is_option {
                options = options.or(Some(deeper));
            }
            let is_name = what == Use::Signature && options.is_none();
            let goes_on = options.is_some_and(|option| deeper > option);
            deeper > columns && !is_blank(said) && (is_option || is_name || goes_on)
        });
        match what {
            Use::CsvTable => self.csv(head, columns),
            Use::ListTable => self.list_table(head, columns),
            // A heading that is in no table of contents.
            _ if name == "rubric" => self.out.push(head, Heading),
            // Text under it is told by its indentation.
            _ if self.next_columns().is_some_and(|next| next > columns) => self.out.push(head, Heading),
            _ => self.out.push_line(head, Opaque),
        }
    }

    /// A field; those that open the document say nothing that a reader of the page sees.
    fn field(&mut self, line: Line, columns: usize, name: &str, value: &str) {
        let is_origin =
            self.out.is_below_title() && ORIGIN.iter().any(|known| name.eq_ignore_ascii_case(known));
        let is_front = columns == 0 && (self.out.is_head() || is_origin);
        let range = self.run(line, |deeper, said| deeper > columns && !is_blank(said));
        if !is_front {
            return self.out.push(range, Row);
        }
        self.out.field(name, value);
        let is_title = self.out.is_below_title();
        self.out.unseen(range, "front matter");
        if is_title {
            self.out.stay_below_title();
        }
    }

    /// Lines as deep as the first. One line above deeper ones is a term, which stays with what is said of it.
    fn paragraph(&mut self, line: Line, columns: usize) {
        let range = self.run(line, |deeper, said| deeper == columns && !is_blank(said));
        let is_line = range.end == line.end;
        let is_sentence = self.text[range.clone()].trim_end().ends_with(['.', ':', '。', '：', '\\']);
        let is_term = is_line && !is_sentence && self.at < self.text.len() && {
            let next = line_at(self.text, self.at);
            !self.is_blank(next) && indent(next.of(self.text)) > columns
        };
        if is_term {
            self.out.push(range, Heading);
        } else {
            self.prose(range, columns);
        }
    }

    fn prose(&mut self, range: Range<usize>, columns: usize) {
        if self.text[range.clone()].trim_end().ends_with("::") {
            self.literal = Some(columns);
        }
        self.out.push(range, Prose);
    }

    /// Takes a line and those behind it that belong to it, told by their columns and words.
    pub(super) fn run(&mut self, first: Line, mut belongs: impl FnMut(usize, &str) -> bool) -> Range<usize> {
        let mut end = first.end;
        self.take(first.next);
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            let said = line.of(self.text);
            if !belongs(indent(said), said) {
                break;
            }
            end = line.end;
            self.take(line.next);
        }
        first.start..end
    }

    /// Takes a line and all deeper ones behind it, with the blank lines among them.
    pub(super) fn indented(&mut self, first: Line, columns: usize) -> Range<usize> {
        let mut end = first.end;
        let mut at = first.next;
        self.take(at);
        while at < self.text.len() {
            let line = line_at(self.text, at);
            at = line.next;
            if self.is_blank(line) {
                continue;
            }
            if indent(line.of(self.text)) <= columns {
                break;
            }
            end = line.end;
            self.take(at);
        }
        first.start..end
    }

    /// The columns before the next line that says something; blank lines are passed.
    pub(super) fn next_columns(&mut self) -> Option<usize> {
        while self.at < self.text.len() {
            let line = line_at(self.text, self.at);
            if !self.is_blank(line) {
                return Some(indent(line.of(self.text)));
            }
            self.at = line.next;
        }
        None
    }

    pub(super) fn take(&mut self, next: usize) {
        self.at = next;
    }

    pub(super) fn said(&self, line: Line) -> &'t str {
        self.text[line.start..line.end].trim_matches([' ', '\t'])
    }

    pub(super) fn is_blank(&self, line: Line) -> bool {
        is_blank(line.of(self.text))
    }
}
