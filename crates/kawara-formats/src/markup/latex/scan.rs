//! Byte by byte, from paragraph to paragraph. Environments are counted, not kept on a stack.

use std::collections::BTreeMap;
use std::ops::Range;

use kawara_core::BlockKind::{Code, Heading, Opaque, Prose, Row};
use memchr::{memchr, memmem};

use super::braces::Braces;
use super::commands::{self, Inside};
use super::title;
use crate::lines::{has_line, is_blank, line_at, line_start};
use crate::markup::builder::Builder;
use crate::mode::Mode;
use crate::outline::Outline;

/// The longest title, in bytes.
const MAX_TITLE: usize = 2_000;

pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) out: Builder<'t>,
    braces: Braces,
    start: usize,
    /// Where the next byte to look at is, and where the text starts that is in no block yet.
    at: usize,
    from: usize,
    /// Comments in that text.
    comments: Vec<Range<usize>>,
    /// Whether that text is an entry of a bibliography.
    is_entry: bool,
    /// Where the end of the text is: at `\end{document}`.
    end: usize,
    /// Marks of which there are no more.
    missing: BTreeMap<String, ()>,
    /// Whether the text is a part of a document, without a preamble.
    is_part: bool,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, start: usize, mode: Mode) -> Self {
        Self {
            text,
            out: Builder::new(text, start, mode),
            braces: Braces::new(text),
            start,
            at: start,
            from: start,
            comments: Vec::new(),
            is_entry: false,
            end: text.len(),
            missing: BTreeMap::new(),
            is_part: true,
        }
    }

    pub(super) fn outline(mut self) -> Outline {
        self.preamble();
        while self.at < self.end {
            self.step();
        }
        self.flush(self.end);
        self.out.unseen(self.end..self.text.len(), "markup");
        self.out.finish()
    }

    /// Leaves out what stands before the document, but for its title.
    fn preamble(&mut self) {
        const BEGIN: &str = "\\begin{document}";
        let Some(begin) = self.uncommented(BEGIN, self.start) else { return };
        self.is_part = false;
        if let Some(open) = self.uncommented("\\title", self.start).filter(|at| *at < begin) {
            self.told_title(open + "\\title".len());
        }
        self.at = begin + BEGIN.len();
        self.from = self.at;
        self.out.unseen(self.start..self.at, "preamble");
        self.end = self.uncommented("\\end{document}", self.at).unwrap_or(self.text.len());
    }

    /// Where a mark stands that is not in a comment.
    fn uncommented(&self, mark: &str, from: usize) -> Option<usize> {
        let mut line = from;
        memmem::find_iter(&self.text.as_bytes()[from..], mark).map(|at| from + at).find(|at| {
            line = line_start(self.text, line..*at);
            !has_comment(&self.text[line..*at])
        })
    }

    /// Looks at one mark, or passes what is none.
    fn step(&mut self) {
        match self.text.as_bytes()[self.at] {
            b'\\' => self.command(),
            b'%' => self.comment(),
            b'\n' => self.line_end(),
            b'$' if self.text[self.at..].starts_with("$$") => self.formula(2, "$$"),
            _ => self.at += 1,
        }
    }

    /// A blank line ends a paragraph.
    fn line_end(&mut self) {
        self.at += 1;
        let rest = &self.text.as_bytes()[self.at..self.end];
        let spaces = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
        if matches!(rest.get(spaces), Some(b'\n')) {
            self.flush(self.at);
        }
        self.at += spaces;
    }

    /// A comment goes up to the end of its line.
    fn comment(&mut self) {
        let line = line_at(self.text, self.at);
        let end = line.end.min(self.end).max(self.at);
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        let is_whole = before.is_empty() || before.ends_with('\n');
        self.comments.push(self.at..end);
        self.at = end;
        // The end of a line that is a comment ends no paragraph, and the line behind it may be blank.
        if is_whole && line.next <= self.end {
            self.at = line.next.max(end);
            if is_blank(line_at(self.text, self.at).of(self.text)) {
                self.flush(self.at);
            }
        }
    }

    fn command(&mut self) {
        let start = self.at;
        let behind = &self.text[start + 1..self.end];
        let len = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &behind[..len];
        let after = start + 1 + len;
        match name {
            "" => match behind.as_bytes().first() {
                Some(b'[') => self.formula(2, "\\]"),
                Some(b'\n') | None => self.at += 1,
                Some(byte) => self.at += if byte.is_ascii() { 2 } else { 1 },
            },
            "begin" => self.environment(after),
            "end" => self.environment_end(after),
            "verb" | "lstinline" => self.at = self.past_verb(after),
            "url" | "path" | "href" => self.at = self.past_url(after),
            "item" | "bibitem" => {
                self.flush(start);
                self.is_entry = name == "bibitem";
                self.at = after;
            }
            "caption" | "captionof" => self.caption(start, after),
            "title" => {
                self.told_title(after);
                self.at = after;
            }
            _ => match commands::level(name) {
                Some(level) => self.section(start, after, level),
                None => self.at = after,
            },
        }
    }

    fn section(&mut self, start: usize, after: usize, level: u8) {
        self.at = after;
        let Some(inside) = self.group(after).filter(|inside| inside.len() <= MAX_TITLE) else { return };
        self.flush(start);
        let mut end = inside.end + 1;
        // A label names the section.
        let behind = self.text[end..self.end].trim_start();
        let label = self.end - behind.len();
        if behind.starts_with("\\label{")
            && !self.text[end..label].contains("\n\n")
            && let Some(inside) = self.braces.inside(label + "\\label".len())
        {
            end = inside.end + 1;
        }
        let words = title::clean(&self.text[inside]);
        if self.is_part && self.out.is_head() {
            self.out.title(words.clone());
        }
        self.out.heading(start..end, level, words);
        (self.at, self.from) = (end, end);
    }

    fn caption(&mut self, start: usize, after: usize) {
        self.at = after;
        let Some(mut inside) = self.group(after) else { return };
        if self.text[start..].starts_with("\\captionof")
            && let Some(second) = self.group(inside.end + 1)
        {
            inside = second;
        }
        self.flush(start);
        // Comments in it are comments still.
        while self.at < inside.end {
            match self.text.as_bytes()[self.at] {
                b'%' => {
                    let end = line_at(self.text, self.at).end.min(inside.end);
                    self.out.take_out(without_its_line(self.text, self.at..end), "comment");
                    self.at = end.max(self.at + 1);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let end = inside.end + 1;
        self.out.push(start..end, Prose);
        (self.at, self.from) = (end, end);
    }

    /// The title that the document gives itself.
    fn told_title(&mut self, after: usize) {
        if let Some(inside) = self.group(after).filter(|inside| inside.len() <= MAX_TITLE) {
            self.out.title(title::clean(&self.text[inside]));
        }
    }

    /// The group behind a command, its star and its options.
    fn group(&self, after: usize) -> Option<Range<usize>> {
        let mut at = after + usize::from(self.text[after..].starts_with('*'));
        at += spaces(&self.text[at..]);
        if self.text[at..].starts_with('[') {
            let close = memchr(b']', &self.text.as_bytes()[at..self.text.len().min(at + MAX_TITLE)])?;
            at += close + 1;
            at += spaces(&self.text[at..]);
        }
        self.braces.inside(at).filter(|inside| inside.end < self.end)
    }

    fn environment(&mut self, after: usize) {
        let start = after - "\\begin".len();
        self.at = after;
        let Some(name) = name(self.text, after) else { return };
        let named = after + name.len() + 2;
        let what = Inside::of(name);
        match what {
            Inside::Layout => {
                self.flush(start);
                let end = self.past_arguments(named);
                self.out.unseen_head(start..end, "markup");
                (self.at, self.from) = (end, end);
            }
            Inside::Text => {
                let end = self.past_arguments(named);
                // Only what begins a line is a block of its own.
                let line = self.text[self.from..start].rfind('\n').map_or(self.from, |at| self.from + at);
                if is_blank(&self.text[line..start]) {
                    self.flush(start);
                    self.out.push(start..end, Heading);
                    self.from = end;
                }
                self.at = end;
            }
            _ => {
                let mark = format!("\\end{{{name}}}");
                let Some(close) = self.find(&mark, named) else { return };
                self.flush(start);
                let end = close + mark.len();
                match what {
                    Inside::Formula => self.out.push(start..end, Opaque),
                    Inside::Comment => self.out.unseen(start..end, "comment"),
                    Inside::Rows => {
                        let body = self.past_arguments(named).min(close);
                        self.rows(start, body..close, end);
                    }
                    _ => self.code(start, named, end),
                }
                (self.at, self.from) = (end, end);
            }
        }
    }

    fn environment_end(&mut self, after: usize) {
        let start = after - "\\end".len();
        self.at = after;
        let Some(name) = name(self.text, after) else { return };
        let end = after + name.len() + 2;
        self.flush(start);
        self.out.unseen(start..end, "markup");
        (self.at, self.from) = (end, end);
        if name == "thebibliography" {
            self.is_entry = false;
        }
    }

    /// Parts of code bring along the line that names its language.
    fn code(&mut self, start: usize, named: usize, end: usize) {
        let first = line_at(self.text, start);
        let is_told = self.text[named..first.end.max(named)].contains(['[', '{']);
        if is_told {
            self.out.lead(self.text[start..first.end].trim(), first.end);
        }
        let line = self.text[..start].trim_end_matches([' ', '\t']).len();
        self.out.push(line..end, Code);
        self.out.end_lead();
    }

    /// A formula with lines of its own, or in the middle of a paragraph.
    fn formula(&mut self, len: usize, close: &str) {
        let start = self.at;
        match self.find(close, start + len) {
            // Nothing in a formula is so far away that a paragraph ends in between.
            Some(end) if !has_line(&self.text[start..end], |line| line.trim().is_empty()) => {
                self.flush(start);
                let end = end + close.len();
                self.out.push(start..end, Opaque);
                (self.at, self.from) = (end, end);
            }
            _ => self.at += len,
        }
    }

    /// Where a mark is found next; what is not found once is not looked for again.
    fn find(&mut self, mark: &str, from: usize) -> Option<usize> {
        if self.missing.contains_key(mark) {
            return None;
        }
        let found = memmem::find(&self.text.as_bytes()[from..self.end], mark.as_bytes());
        if found.is_none() {
            self.missing.insert(mark.to_owned(), ());
        }
        found.map(|at| from + at)
    }

    /// Closes the text that is in no block yet. Comments before and behind its words are blocks that nobody sees.
    fn flush(&mut self, to: usize) {
        let mut range = self.from..to;
        self.from = to;
        let comments = std::mem::take(&mut self.comments);
        let mut comments = comments.into_iter().filter(|comment| comment.start < to).peekable();
        while let Some(comment) = comments.next_if(|comment| is_blank(&self.text[range.start..comment.start]))
        {
            range.start = comment.end;
            self.out.unseen(comment, "comment");
        }
        let mut inner: Vec<Range<usize>> = comments.collect();
        let mut behind = Vec::new();
        while let Some(comment) = inner.pop_if(|comment| is_blank(&self.text[comment.end..range.end])) {
            range.end = comment.start;
            behind.push(comment);
        }
        for comment in inner {
            self.out.take_out(without_its_line(self.text, comment), "comment");
        }
        self.words(range);
        for comment in behind.into_iter().rev() {
            self.out.unseen(comment, "comment");
        }
    }

    fn words(&mut self, range: Range<usize>) {
        let said = &self.text[range.clone()];
        if is_blank(said) {
            return;
        }
        let kind = if self.is_entry {
            Row
        } else if commands::is_opaque(said) {
            Opaque
        } else {
            Prose
        };
        if said.trim_start().starts_with("\\item") || kind == Opaque {
            self.out.push_line(range, kind);
        } else {
            self.out.push(range, kind);
        }
    }

    /// Where the arguments end that follow on the same line.
    fn past_arguments(&self, named: usize) -> usize {
        let mut at = named;
        loop {
            let rest = &self.text[at..self.end];
            if rest.starts_with('{') {
                let Some(inside) = self.braces.inside(at).filter(|inside| inside.end < self.end) else {
                    return at;
                };
                at = inside.end + 1;
            } else if rest.starts_with('[') {
                let line = line_at(self.text, at).end.min(self.end).min(at + MAX_TITLE);
                let Some(close) = memchr(b']', &self.text.as_bytes()[at..line.max(at)]) else { return at };
                at += close + 1;
            } else {
                return at;
            }
        }
    }

    /// Where `\verb|…|` ends, if it ends on its line.
    fn past_verb(&self, after: usize) -> usize {
        let at = after + usize::from(self.text[after..].starts_with('*'));
        let Some(mark) =
            self.text[at..self.end].chars().next().filter(|c| !c.is_alphanumeric() && *c != '\n')
        else {
            return after;
        };
        let inner = at + mark.len_utf8();
        let close = if mark == '{' { '}' } else { mark };
        let window = self.window(inner);
        window.find(close).map_or(after, |len| inner + len + close.len_utf8())
    }

    /// Where an address ends, in which a percent sign is no comment.
    fn past_url(&self, after: usize) -> usize {
        if !self.text[after..self.end].starts_with('{') {
            return after;
        }
        self.window(after).find('}').map_or(after, |len| after + len + 1)
    }

    /// The rest of the line, as much of it as is looked at.
    fn window(&self, at: usize) -> &'t str {
        let mut end = self.end.min(at + MAX_TITLE);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let rest = &self.text[at..end.max(at)];
        rest.split('\n').next().unwrap_or_default()
    }
}

/// The name in braces behind `\begin` or `\end`.
fn name(text: &str, after: usize) -> Option<&str> {
    let inner = text[after..].strip_prefix('{')?;
    let len = inner.bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'*').count();
    (len > 0 && inner[len..].starts_with('}')).then_some(&inner[..len])
}

fn spaces(text: &str) -> usize {
    text.bytes().take(100).take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// Whether a percent sign that is not escaped stands in a line.
fn has_comment(line: &str) -> bool {
    let mut escaped = false;
    line.bytes().any(|byte| {
        let is_mark = byte == b'%' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_mark
    })
}

/// A comment that has its line for itself, with the line.
pub(super) fn without_its_line(text: &str, comment: Range<usize>) -> Range<usize> {
    let before = text[..comment.start].trim_end_matches([' ', '\t']);
    let line = line_at(text, comment.start);
    if before.ends_with('\n') && line.end == comment.end { before.len()..line.next } else { comment }
}
