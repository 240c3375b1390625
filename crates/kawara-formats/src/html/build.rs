//! The second look at a page: its text and blocks.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use super::flow::{Gap, Part, part, write_gap};
use super::made::{Made, Page};
use super::rows::{Row, Table};
use super::survey::{Scope, Survey};
use super::tag::Tag;
use super::tokens::{Kind, Token, decode};
use super::tree::{Element, Visit};
use crate::draft::Draft;
use crate::lines::{bom, is_blank, is_lead_in, is_title, one_line, trim, trim_lines};
use crate::markdown::announces;
use crate::outline::Section;

/// What a `<br>` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// A line break inside a paragraph.
    Soft,
    /// The cut before a new block.
    Cut(Joint),
}

/// A block that has begun.
struct Begun {
    kind: BlockKind,
    text: usize,
    source: usize,
    joint: Joint,
    lead: Option<usize>,
}

/// A list that is open.
struct List {
    has_items: bool,
    /// Index of the sentence that announces it, or a list around it, among the leads.
    lead: Option<usize>,
}

/// Builds the blocks of a page.
pub(super) struct Builder<'s> {
    source: &'s str,
    scope: Scope,
    breaks: Breaks,
    pub(super) title: Option<String>,
    pub(super) fields: Vec<(String, String)>,
    draft: Draft<'s>,
    made: Vec<Made>,
    leads: Vec<(String, usize)>,
    begun: Option<Begun>,
    gap: Option<Gap>,
    /// How strong the cut before the next block is.
    joint: Joint,
    /// Whether a `<br>` ended the block before.
    is_broken: bool,
    /// Where the tags before the next block begin.
    tags: Option<usize>,
    /// Whether the last block is what was left out of the text.
    is_left_out: bool,
    lists: Vec<List>,
    /// For each open item, how many blocks there were before it.
    items: Vec<usize>,
    after_term: bool,
    /// The level of the heading that is open.
    heading: Option<u8>,
    layout: std::vec::IntoIter<bool>,
    /// The tables that are open; those that only lay out the page are `None`.
    tables: Vec<Option<Table>>,
    row: Option<Row>,
    /// How many bytes may be repeated in rows: with no more than the page has, its text stays in proportion.
    room: usize,
    is_start_of_verbatim: bool,
}

impl<'s> Builder<'s> {
    pub(super) fn new(source: &'s str, survey: Survey, breaks: Breaks) -> Self {
        Self {
            source,
            scope: survey.scope,
            breaks,
            title: None,
            fields: Vec::new(),
            draft: Draft::new(source, "markup"),
            made: Vec::new(),
            leads: Vec::new(),
            begun: None,
            gap: None,
            joint: Joint::Paragraph,
            is_broken: false,
            tags: None,
            is_left_out: false,
            lists: Vec::new(),
            items: Vec::new(),
            after_term: false,
            heading: None,
            layout: survey.layout.into_iter(),
            tables: Vec::new(),
            row: None,
            room: source.len(),
            is_start_of_verbatim: false,
        }
    }

    /// Ends the last block.
    pub(super) fn finish(mut self) -> Page<'s> {
        self.flush();
        Page { source: self.source, draft: self.draft, made: self.made, leads: self.leads }
    }

    /// An edge of a block: in a heading or cell a space, or else the end of the block before.
    fn edge(&mut self) {
        if self.heading.is_some() || self.row.is_some() {
            self.gap = (!self.is_row_edge()).then_some(Gap::Edge);
        } else {
            self.flush();
        }
    }

    fn flush(&mut self) -> Option<usize> {
        self.gap = None;
        let begun = self.begun.take()?;
        let mut text = begun.text..self.draft.text().len();
        text = match begun.kind {
            BlockKind::Code => trim_lines(self.draft.text(), text),
            _ => trim(self.draft.text(), text),
        };
        if text.is_empty() {
            (self.joint, self.tags) = (begun.joint, Some(begun.source));
            return None;
        }
        self.joint = Joint::Paragraph;
        self.is_broken = false;
        self.tags = None;
        self.is_left_out = false;
        let (source, kind, joint, lead) = (begun.source, begun.kind, begun.joint, begun.lead);
        self.made.push(Made { text, source, kind, joint, section: None, lead });
        Some(self.made.len() - 1)
    }

    /// Begins a block at a byte of the source, unless one has begun.
    fn begin(&mut self, at: usize, around: &Element) {
        if self.begun.is_some() {
            return;
        }
        let kind = if self.heading.is_some() {
            BlockKind::Heading
        } else if self.row.is_some() {
            BlockKind::Row
        } else if around.is_preformatted {
            BlockKind::Code
        } else {
            BlockKind::Prose
        };
        let table = self.tables.last().and_then(Option::as_ref);
        let joint = match (kind, table) {
            (BlockKind::Row, Some(table)) => table.joint(),
            _ => self.joint,
        };
        let joint = if kind == BlockKind::Heading {
            if around.in_container { joint } else { Joint::Section }
        } else if self.is_headed() {
            joint.max(Joint::Word)
        } else if self.is_announced() {
            joint.max(Joint::Sentence)
        } else {
            joint
        };
        if !self.draft.text().is_empty() {
            self.draft.insert(if joint > Joint::Paragraph { "\n" } else { "\n\n" });
        }
        let lead = match (&self.row, table) {
            (Some(row), Some(table)) if !row.in_head => table.lead,
            (None, _) if kind == BlockKind::Prose => self.lists.last().and_then(|list| list.lead),
            _ => None,
        };
        let source = self.tags.take().unwrap_or(at);
        self.is_broken = false;
        self.begun = Some(Begun { kind, text: self.draft.text().len(), source, joint, lead });
        self.gap = None;
    }

    /// Whether the paragraph before is the title of an item that goes on: short, and no sentence.
    fn is_headed(&self) -> bool {
        let Some(before) = self.made.len().checked_sub(1) else { return false };
        let of_this_or_outer = self.items.iter().rev().take(2);
        of_this_or_outer.copied().any(|start| start == before)
            && self.made.last().is_some_and(|last| {
                last.kind == BlockKind::Prose
                    && is_title(self.draft.text().get(last.text.clone()).unwrap_or(""))
            })
    }

    /// Whether the paragraph before ends in a colon: it stays with what it introduces.
    fn is_announced(&self) -> bool {
        self.made.last().is_some_and(|last| {
            let said = self.draft.text().get(last.text.clone()).unwrap_or("");
            last.kind == BlockKind::Prose && is_lead_in(said)
        })
    }

    /// Gets ready to write a word that begins with this character.
    fn before_word(&mut self, at: usize, next: Option<char>, around: &Element) {
        self.begin(at, around);
        if let Some(gap) = self.gap.take() {
            write_gap(self.source, &mut self.draft, gap, next);
        }
        if let Some(row) = &mut self.row {
            row.before_word(&mut self.draft);
        }
    }

    fn said(&mut self, range: Range<usize>, around: &Element) {
        let is_raw = matches!(around.tag, Tag::Xmp | Tag::Plaintext);
        let mut at = self.after_first_line_break(&range, around);
        while at < range.end {
            match part(self.source, at, range.end, is_raw, around.is_preformatted) {
                Part::Space(space) => {
                    at = space.end;
                    self.space(space);
                }
                Part::Word(word) => {
                    at = word.end;
                    self.before_word(word.start, self.source[word.clone()].chars().next(), around);
                    self.draft.copy(word);
                }
                Part::Reference(reference, text) => {
                    at = reference.end;
                    self.before_word(reference.start, text.chars().next(), around);
                    self.draft.replace(reference, &text);
                }
                Part::Nothing(nothing) => at = nothing.end,
            }
        }
    }

    fn space(&mut self, space: Range<usize>) {
        if self.begun.is_some() && self.gap.is_none() && !self.is_row_edge() {
            self.gap = Some(Gap::Space(space));
        }
    }

    /// Whether what is written next begins a cell, so that white space before it says nothing.
    fn is_row_edge(&self) -> bool {
        self.row.as_ref().is_some_and(Row::is_at_edge)
    }

    /// A line break right after `<pre>` is no part of what stands in it.
    fn after_first_line_break(&mut self, range: &Range<usize>, around: &Element) -> usize {
        if !std::mem::take(&mut self.is_start_of_verbatim) || !around.is_preformatted {
            return range.start;
        }
        let text = &self.source[range.clone()];
        range.start + ["\r\n", "\n"].iter().find(|end| text.starts_with(**end)).map_or(0, |end| end.len())
    }

    /// Leaves out a range; where no block is open, it is one of its own in the source.
    fn leave_out(&mut self, range: Range<usize>, why: &'static str) {
        if self.begun.is_none() && !self.is_left_out {
            let source = self.tags.take().unwrap_or(range.start);
            let end = self.draft.text().len();
            self.made.push(Made {
                text: end..end,
                source,
                kind: BlockKind::Opaque,
                joint: Joint::Paragraph,
                section: None,
                lead: None,
            });
            self.is_left_out = true;
        }
        self.draft.skip(range, why);
    }

    /// Takes note of a tag that is read, or leaves it out.
    fn tag(&mut self, token: &Token, why: Option<&'static str>) {
        self.is_start_of_verbatim = false;
        match why {
            Some(why) => self.leave_out(token.range.clone(), why),
            None if self.begun.is_none() => {
                self.tags.get_or_insert(token.range.start);
            }
            None => {}
        }
    }

    fn open_block(&mut self, element: &Element, token: &Token) {
        let tag = element.tag;
        match tag {
            _ if tag.heading().is_some() => {
                self.end_row();
                self.flush();
                self.heading = tag.heading();
            }
            Tag::Table => {
                self.end_row();
                self.flush();
                let is_layout = self.layout.next().unwrap_or(false);
                self.tables.push((!is_layout).then(Table::default));
            }
            Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Caption => {
                self.end_row();
                self.flush();
                if let Some(Some(table)) = self.tables.last_mut() {
                    table.in_head = tag == Tag::Thead;
                }
            }
            Tag::Tr => self.begin_row(),
            Tag::Td | Tag::Th => self.open_cell(tag, token),
            Tag::Li => {
                self.edge();
                let is_nested = self.lists.len() > 1;
                let had_item =
                    self.lists.last_mut().is_some_and(|list| std::mem::replace(&mut list.has_items, true));
                self.joint = if is_nested || had_item { Joint::Line } else { Joint::Paragraph };
                self.items.push(self.made.len());
            }
            Tag::Dd => {
                self.edge();
                self.joint = if std::mem::take(&mut self.after_term) { Joint::Word } else { Joint::Line };
            }
            Tag::Dt => {
                self.edge();
                self.joint = if self.after_term { Joint::Line } else { Joint::Paragraph };
            }
            _ => self.edge(),
        }
        if tag.is_list() {
            self.open_list();
        }
        self.is_start_of_verbatim = tag.is_preformatted();
        if self.begun.is_none() {
            self.tags.get_or_insert(token.range.start);
        }
    }

    /// The items of a list bring along the sentence that announces it.
    fn open_list(&mut self) {
        let mut lead = self.lists.last().and_then(|list| list.lead);
        if self.row.is_none()
            && self.begun.is_none()
            && let Some(last) = self.made.last().filter(|last| last.kind == BlockKind::Prose)
            && let Some(said) = self.draft.text().get(last.text.clone()).and_then(announces::sentence)
        {
            self.leads.push((said, self.made.len() - 1));
            lead = Some(self.leads.len() - 1);
        }
        self.lists.push(List { has_items: false, lead });
    }

    fn begin_row(&mut self) {
        self.end_row();
        self.flush();
        if let Some(Some(table)) = self.tables.last_mut() {
            self.row = Some(table.begin_row());
        }
    }

    fn open_cell(&mut self, tag: Tag, token: &Token) {
        if self.row.is_none() {
            self.begin_row();
        }
        if let (Some(row), Some(Some(table))) = (&mut self.row, self.tables.last_mut()) {
            let span = |name| token.value(name).and_then(|value| value.parse().ok()).unwrap_or(1);
            let spans = (span("colspan"), span("rowspan"));
            table.open_cell(row, tag == Tag::Th, spans, &self.draft, &mut self.room);
            self.gap = None;
        }
    }

    fn end_row(&mut self) {
        let Some(mut row) = self.row.take() else { return };
        if let Some(Some(table)) = self.tables.last_mut() {
            table.close_row(&mut row, &mut self.draft, &mut self.room);
        }
        let Some(block) = self.flush() else { return };
        if let Some(Some(table)) = self.tables.last_mut() {
            let text = self.made.get(block).and_then(|made| self.draft.text().get(made.text.clone()));
            table.end_row(&row, block, text.unwrap_or(""), &mut self.leads);
        }
    }

    fn close_block(&mut self, element: &Element) {
        match element.tag {
            tag if tag.heading().is_some() => self.end_heading(element),
            Tag::Table => {
                self.end_row();
                self.flush();
                self.tables.pop();
            }
            Tag::Tr | Tag::Thead | Tag::Tbody | Tag::Tfoot => self.end_row(),
            Tag::Caption => {
                let has_said = self.flush().is_some();
                if let Some(Some(table)) = self.tables.last_mut() {
                    table.has_caption |= has_said;
                }
            }
            Tag::Td | Tag::Th => {
                if self.row.is_none() {
                    self.flush();
                }
            }
            Tag::Li => {
                self.edge();
                self.items.pop();
            }
            Tag::Summary => {
                self.edge();
                self.joint = Joint::Word;
            }
            Tag::Dt => {
                self.edge();
                self.after_term = true;
            }
            _ => self.edge(),
        }
        if element.tag.is_list() {
            self.lists.pop();
            self.joint = Joint::Paragraph;
        }
        if element.tag == Tag::Dl {
            (self.joint, self.after_term) = (Joint::Paragraph, false);
        }
    }

    /// Only a heading of the page itself opens a section.
    fn end_heading(&mut self, element: &Element) {
        let Some(level) = self.heading.take() else { return };
        let Some(made) = self.flush().and_then(|block| self.made.get_mut(block)) else { return };
        if !element.in_container {
            let title = self.draft.text().get(made.text.clone()).unwrap_or("");
            let title =
                title.trim_matches(|c: char| matches!(c, '¶' | '§' | '🔗') || c.is_whitespace()).to_owned();
            made.section = Some(Box::new(Section { level, title }));
        }
    }

    fn line_break(&mut self, token: &Token, around: &Element) {
        if around.is_preformatted {
            self.begin(token.range.start, around);
            self.draft.replace(token.range.clone(), "\n");
        } else if self.heading.is_some() || self.row.is_some() {
            self.edge();
        } else if self.begun.is_none() {
            // A second break in a row leaves a line empty.
            self.joint = if self.is_broken { Joint::Paragraph } else { self.joint };
        } else if let Breaks::Cut(joint) = self.breaks {
            self.flush();
            (self.joint, self.is_broken) = (joint, true);
        } else if matches!(self.gap, Some(Gap::Break(_))) {
            self.flush();
        } else {
            self.gap = Some(Gap::Break(token.range.clone()));
        }
    }

    /// The text that an image or formula has for those who do not see it.
    fn alternative(&mut self, token: &Token, attribute: &str, around: &Element) {
        let Some(found) = token.attribute(attribute) else { return };
        let text = one_line(&found.value);
        if text.is_empty() || self.source.get(found.range.clone()).is_none() {
            return;
        }
        let is_word = text.contains(char::is_alphanumeric);
        if is_word && self.begun.is_some() && self.gap.is_none() && !self.is_row_edge() {
            self.gap = Some(Gap::Edge);
        }
        self.before_word(token.range.start, text.chars().next(), around);
        self.draft.replace(found.range.clone(), &text);
        if is_word {
            self.gap = Some(Gap::Edge);
        }
    }

    fn meta(&mut self, token: &Token) {
        if let (Some(name), Some(content)) = (token.value("name"), token.value("content"))
            && !name.is_empty()
            && !content.is_empty()
        {
            self.fields.push((name.to_owned(), content.to_owned()));
        }
    }
}

impl Visit for Builder<'_> {
    fn open(&mut self, element: &Element, around: &Element, token: &Token) {
        let why = self.scope.leaves_out(element);
        if why.is_some() && element.tag == Tag::Table {
            self.layout.next();
        }
        if element.tag == Tag::Math && self.scope.leaves_out(around).is_none() {
            self.alternative(token, "alttext", around);
        }
        match why {
            None if element.tag.is_block() => self.open_block(element, token),
            Some(_) if element.tag.is_block() && self.scope.leaves_out(around).is_none() => self.edge(),
            _ => {}
        }
        if !(why.is_none() && element.tag.is_preformatted()) {
            self.tag(token, why);
        }
    }

    fn close(&mut self, element: &Element, _: usize) {
        if self.scope.leaves_out(element).is_none() && element.tag.is_block() {
            self.close_block(element);
        }
    }

    fn void(&mut self, tag: Tag, around: &Element, token: &Token) {
        match tag {
            Tag::Meta => self.meta(token),
            Tag::Html => {
                if let Some(lang) =
                    token.value("lang").or(token.value("xml:lang")).filter(|lang| !lang.is_empty())
                {
                    self.fields.push(("lang".to_owned(), lang.to_owned()));
                }
            }
            _ => {}
        }
        let why = self.scope.leaves_out(around);
        if why.is_none() {
            match tag {
                Tag::Br => self.line_break(token, around),
                Tag::Img => self.alternative(token, "alt", around),
                _ if tag.is_block() => self.edge(),
                _ => {}
            }
        }
        self.tag(token, why.filter(|_| !matches!(tag, Tag::Html | Tag::Body)));
    }

    fn text(&mut self, range: Range<usize>, around: &Element) {
        let range = range.start.max(bom(self.source)).min(range.end)..range.end;
        let why = self.scope.leaves_out(around);
        let is_blank = is_blank(&self.source[range.clone()]);
        if around.tag == Tag::Title && around.unread == Some("head") && self.title.is_none() && !is_blank {
            let title = decode(&self.source[range.clone()]);
            self.title = Some(one_line(&title));
        }
        match why {
            Some(why) if !is_blank => self.leave_out(range, why),
            Some(why) => self.draft.skip(range, why),
            None => {
                // Text between the cells of a table is no part of a row.
                let is_between =
                    matches!(around.tag, Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Tr);
                if is_between && !is_blank && self.row.is_some() {
                    self.end_row();
                }
                if !(is_between && is_blank) {
                    self.said(range, around);
                }
            }
        }
    }

    fn other(&mut self, token: &Token, around: &Element) {
        let why = self.scope.leaves_out(around);
        match token.kind {
            Kind::Comment => self.leave_out(token.range.clone(), why.unwrap_or("comment")),
            Kind::End => {
                if let Some(why) = why {
                    self.draft.skip(token.range.clone(), why);
                }
            }
            _ => self.tag(token, why),
        }
        // `</p>` and `</br>` stand for elements of their own where none is open.
        if token.kind == Kind::End && why.is_none() && matches!(&*token.name, b"p" | b"br") {
            self.edge();
        }
    }
}
