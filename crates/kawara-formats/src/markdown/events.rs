//! The parser's events become pieces.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{announces, depth, title};
use crate::lines::{self, has_line, is_lead_in, is_title, trim, trim_lines, with_line_feeds};
use crate::outline::{Outline, Piece, Section};

/// What the parser found.
pub(crate) struct Found {
    /// Pieces in order, without the markers of lists and quotes.
    pub(crate) outline: Outline,
    /// Comments in running text.
    pub(crate) comments: Vec<Range<usize>>,
    /// The outermost quotes, items and footnotes.
    pub(crate) nested: Vec<Range<usize>>,
}

/// Parses the text from byte `body` on.
pub(crate) fn read(text: &str, body: usize) -> Found {
    let source = depth::bounded(&text[body..]);
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut builder = Builder::new(text, body);
    for (event, range) in Parser::new_ext(&source, options).into_offset_iter() {
        builder.event(event, range.start + body..range.end + body);
    }
    builder.flush();
    Found { outline: builder.outline, comments: builder.comments, nested: builder.nested }
}

/// What the events are inside of.
enum Open {
    /// Nothing, or an item of a tight list, whose text has no paragraph around it.
    Container,
    Paragraph(String),
    Heading(u8, String),
    Table,
    Verbatim,
}

struct Builder<'t> {
    text: &'t str,
    outline: Outline,
    comments: Vec<Range<usize>>,
    nested: Vec<Range<usize>>,
    open: Open,
    /// The text of a tight item so far, and its words.
    tight: Option<Range<usize>>,
    tight_words: String,
    /// How many quotes, items and footnotes are open.
    containers: usize,
    /// For each open item, how many pieces there were before it.
    items: Vec<usize>,
    /// What the next pieces bring along.
    lead: Option<u32>,
    /// What the last paragraph says, without markup, as long as nothing follows it.
    said: String,
    /// For each open list, what the pieces behind it bring along again.
    lists: Vec<Option<u32>>,
    /// What the pieces behind a table or fence inside a list bring along again.
    outer: Option<u32>,
    /// Where the last piece ends.
    end: usize,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, body: usize) -> Self {
        Self {
            text,
            outline: Outline::default(),
            comments: Vec::new(),
            nested: Vec::new(),
            open: Open::Container,
            tight: None,
            tight_words: String::new(),
            containers: 0,
            items: Vec::new(),
            lead: None,
            said: String::new(),
            lists: Vec::new(),
            outer: None,
            end: body,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.finish(tag, range),
            Event::Rule => {
                self.flush();
                self.push(range, BlockKind::Opaque);
            }
            Event::Html(_) => {}
            Event::Text(words) | Event::Code(words) => self.inline(range, &words),
            Event::SoftBreak | Event::HardBreak => self.inline(range, " "),
            Event::InlineHtml(html) => {
                if html.starts_with("<!--") {
                    self.comments.push(range.clone());
                }
                self.inline(range, "");
            }
            _ => self.inline(range, ""),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => {
                self.flush();
                self.push(range, BlockKind::Prose);
                self.open = Open::Paragraph(String::new());
            }
            Tag::Heading { level, .. } => {
                self.flush();
                self.open = Open::Heading(number(level), String::new());
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                self.code(range, &kind);
                self.open = Open::Verbatim;
            }
            Tag::HtmlBlock => {
                self.flush();
                self.push(range, BlockKind::Opaque);
                self.open = Open::Verbatim;
            }
            Tag::Table(_) => {
                self.flush();
                self.said.clear();
                self.open = Open::Table;
            }
            Tag::TableHead => self.table_head(range),
            Tag::TableRow => self.row(range),
            Tag::TableCell => {}
            Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) => {
                self.flush();
                self.containers += 1;
            }
            Tag::Item => {
                self.flush();
                self.containers += 1;
                self.items.push(self.outline.pieces.len());
            }
            Tag::List(_) => {
                self.flush();
                self.list();
            }
            _ => self.inline(range, ""),
        }
    }

    /// The items of a list bring along the sentence that announces it.
    fn list(&mut self) {
        self.lists.push(self.lead);
        if let Some(sentence) = announces::sentence(&self.said) {
            self.lead = self.outline.lead(sentence, self.end);
        }
    }

    fn finish(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Heading(_) => {
                if let Open::Heading(level, words) = std::mem::replace(&mut self.open, Open::Container) {
                    self.heading(range, level, &words);
                }
            }
            TagEnd::Paragraph => {
                if let Open::Paragraph(said) = std::mem::replace(&mut self.open, Open::Container) {
                    self.said = said;
                }
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.open = Open::Container,
            TagEnd::Table => {
                self.open = Open::Container;
                self.lead = self.outer.take();
            }
            TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => {
                self.flush();
                self.leave(range);
            }
            TagEnd::Item => {
                self.flush();
                self.leave(range);
                self.items.pop();
            }
            TagEnd::List(_) => {
                self.flush();
                self.lead = self.lists.pop().flatten();
                self.said.clear();
            }
            _ => {}
        }
    }

    fn leave(&mut self, container: Range<usize>) {
        self.containers = self.containers.saturating_sub(1);
        if self.containers == 0 {
            self.nested.push(container);
        }
    }

    fn inline(&mut self, range: Range<usize>, words: &str) {
        match &mut self.open {
            Open::Container => {
                match &mut self.tight {
                    Some(tight) => tight.end = tight.end.max(range.end),
                    None => self.tight = Some(range),
                }
                self.tight_words.push_str(words);
            }
            Open::Heading(_, words_so_far) => words_so_far.push_str(words),
            Open::Paragraph(said) => said.push_str(words),
            Open::Table | Open::Verbatim => {}
        }
    }

    /// Closes the text of a tight item.
    fn flush(&mut self) {
        if let Some(range) = self.tight.take() {
            self.push(range, BlockKind::Prose);
            self.said = std::mem::take(&mut self.tight_words);
        }
    }

    /// Only a heading of the document itself opens a section; one in a quote or list heads what stands there.
    fn heading(&mut self, range: Range<usize>, level: u8, words: &str) {
        let is_section = self.containers == 0;
        if self.push(range, BlockKind::Heading)
            && is_section
            && let Some(piece) = self.outline.pieces.last_mut()
        {
            piece.joint = Joint::Section;
            piece.section = Some(Box::new(Section { level, title: title::clean(words) }));
        }
    }

    /// Parts of a fence bring along its first line, which names the language.
    fn code(&mut self, range: Range<usize>, kind: &CodeBlockKind<'_>) {
        let outer = self.lead.take();
        if matches!(kind, CodeBlockKind::Fenced(info) if !info.is_empty())
            && let Some(first) = self.text.get(range.clone()).and_then(|code| code.lines().next())
        {
            self.lead = self.outline.lead(first.trim(), range.start + first.len());
        }
        self.push(range, BlockKind::Code);
        self.lead = outer;
    }

    /// The header is one row with the line of dashes below it; the rows bring both along.
    fn table_head(&mut self, range: Range<usize>) {
        self.outer = self.lead.take();
        let Some(below) = self.text.get(range.end..) else { return };
        let Some(dashes) = lines::lines(self.text, range.end..range.end + below.len()).next() else { return };
        if !self.push(range.start..dashes.end, BlockKind::Row) {
            return;
        }
        let head = self.text[range].trim();
        let dashes = dashes.of(self.text).trim_start_matches([' ', '\t', '>']).trim_end();
        self.lead = self.outline.lead(with_line_feeds(&format!("{head}\n{dashes}")), self.end);
    }

    /// The first row stays with the header.
    fn row(&mut self, range: Range<usize>) {
        let is_first = self
            .lead
            .and_then(|lead| self.outline.leads.get(lead as usize))
            .is_some_and(|lead| lead.body == self.end);
        if self.push(range, BlockKind::Row)
            && let Some(piece) = self.outline.pieces.last_mut()
        {
            piece.joint = if is_first { Joint::Word } else { Joint::Line };
        }
    }

    /// Adds a piece; false if nothing of the range is left, which the gaps then take care of.
    fn push(&mut self, range: Range<usize>, kind: BlockKind) -> bool {
        let range = range.start.max(self.end)..range.end;
        if self.text.get(range.clone()).is_none() {
            return false;
        }
        let range = if kind == BlockKind::Code { self.code_range(range) } else { trim(self.text, range) };
        if range.is_empty() {
            return false;
        }
        let joint = self.joint(range.start, kind);
        self.said.clear();
        self.end = range.end;
        self.outline.pieces.push(Piece::new(range, kind, joint).with_lead(self.lead));
        true
    }

    /// With the indentation of the first line, without blank lines at the ends.
    fn code_range(&self, range: Range<usize>) -> Range<usize> {
        let before = &self.text[self.end..range.start];
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        let is_line_start = before.len() == indent || before[..before.len() - indent].ends_with('\n');
        let start = if is_line_start { range.start - indent } else { range.start };
        trim_lines(self.text, start..range.end)
    }

    /// How what follows the first words of an item stays with them, if they are its title or a list hangs on them.
    fn headed(&self) -> Option<Joint> {
        let last = self.outline.pieces.len().checked_sub(1)?;
        let mut starts = self.items.iter().rev().take(2);
        let goes_on = starts.next() == Some(&last);
        let has_list = !goes_on && starts.next() == Some(&last);
        if (goes_on || has_list) && is_title(self.said.trim_end()) {
            Some(Joint::Word)
        } else {
            has_list.then_some(Joint::Sentence)
        }
    }

    fn joint(&self, start: usize, kind: BlockKind) -> Joint {
        let announced = self.outline.pieces.last().is_some_and(|last| {
            let said = &self.text[last.range.clone()];
            last.kind == BlockKind::Prose && is_lead_in(said)
        });
        if let Some(joint) = self.headed().filter(|_| kind != BlockKind::Heading) {
            joint
        } else if announced && kind != BlockKind::Heading {
            Joint::Sentence
        } else if !self.items.is_empty() && !has_line(&self.text[self.end..start], is_blank_in_quote) {
            Joint::Line
        } else {
            Joint::Paragraph
        }
    }
}

/// Whether a line is blank or has nothing but the marks of a quote.
fn is_blank_in_quote(line: &str) -> bool {
    line.trim_matches([' ', '\t', '\r', '>']).is_empty()
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
