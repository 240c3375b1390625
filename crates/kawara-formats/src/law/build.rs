//! Blocks of a law: records, sections, items, and what each brings along.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use super::decide::Role;
use super::item::{Style, item};
use super::label::{clean, label_end, lead_in};
use super::levels::Levels;
use super::mark::Rank;
use super::scan::{Line, is_closed, is_title};
use crate::outline::{Outline, Piece, Section};

/// Divides the pieces of a document at its articles, divisions and items.
pub(super) fn build(
    text: &str,
    mut base: Outline,
    lines: &[Line],
    roles: &[Role],
    markdown: bool,
) -> Outline {
    let pieces = std::mem::take(&mut base.pieces);
    let is_law = roles.iter().any(|role| *role != Role::Text);
    let has_title = is_law
        && !markdown
        && lines.len() > 1
        && roles[0] == Role::Text
        && is_title(lines[0].said(text))
        && item(lines[0].said(text)).is_none();
    let base_level = 1 + u8::from(markdown || has_title);
    let mut builder = Builder {
        text,
        lines,
        roles,
        levels: Levels::of(roles, base_level),
        has_title,
        out: base,
        only_headings: true,
        caption: None,
        article: None,
        enumerations: Vec::new(),
        before: None,
    };
    let mut at = 0;
    for (nth, piece) in pieces.into_iter().enumerate() {
        let first = at;
        while lines.get(at).is_some_and(|line| line.piece == nth) {
            at += 1;
        }
        if first == at {
            builder.other(piece);
            continue;
        }
        let mut from = first;
        while from < at {
            let to = (from + 1..at).find(|to| builder.begins(*to)).unwrap_or(at);
            builder.stretch(from..to, &piece, from == first);
            from = to;
        }
    }
    builder.out
}

/// The article that is being built.
struct Article {
    lead: Option<u32>,
    label: String,
    /// The level of its heading, in Markdown.
    level: Option<u8>,
}

/// An enumeration that is open, and what its items bring along.
struct Enumeration {
    style: Style,
    lead: Option<u32>,
}

struct Builder<'a> {
    text: &'a str,
    lines: &'a [Line],
    roles: &'a [Role],
    levels: Levels,
    /// Whether the first line is the title of the law.
    has_title: bool,
    out: Outline,
    /// Whether the record so far is nothing but headings, which belong to what follows.
    only_headings: bool,
    caption: Option<String>,
    article: Option<Article>,
    enumerations: Vec<Enumeration>,
    /// The running text right before, behind the label of the article.
    before: Option<Range<usize>>,
}

impl Builder<'_> {
    /// Whether a line in the midst of a piece begins another one.
    fn begins(&self, at: usize) -> bool {
        let is_heading = |at: usize| match self.roles[at] {
            Role::Article { titled } => titled,
            Role::Text => self.has_title && at == 0,
            _ => true,
        };
        self.roles[at] != Role::Text
            || is_heading(at - 1)
            || item(self.lines[at].said(self.text)).is_some() && is_closed(self.lines[at - 1].said(self.text))
    }

    /// Code, tables and the like belong to the article that they stand in.
    fn other(&mut self, mut piece: Piece) {
        if self.out.pieces.is_empty() {
            piece.joint = Joint::Record;
        }
        piece.lead = piece.lead.or(self.lead());
        self.only_headings = false;
        self.before = None;
        self.out.pieces.push(piece);
    }

    /// Adds the lines of a range, which are one piece.
    fn stretch(&mut self, lines: Range<usize>, base: &Piece, is_first: bool) {
        let line = &self.lines[lines.start];
        let range = line.range.start..self.lines[lines.end - 1].range.end;
        match self.roles[lines.start] {
            Role::Article { titled } => self.article(lines.start, range, titled),
            Role::Division(rank) => self.division(lines.start, range, rank, base),
            Role::Caption => {
                self.caption = Some(clean_caption(line.said(self.text)));
                self.article = None;
                self.heading(range, Joint::Paragraph);
            }
            Role::Tail => {
                if let Some(heading) = self.out.pieces.last_mut() {
                    heading.range.end = range.end;
                }
            }
            Role::Text if self.has_title && lines.start == 0 => {
                let title = clean(line.said(self.text));
                self.out.title = Some(title.clone());
                self.heading(range, Joint::Section);
                self.open(1, title);
            }
            Role::Text if line.heading.is_some() => self.subheading(lines.start, range, base),
            Role::Text => {
                let joint = if is_first { base.joint } else { Joint::Line };
                self.prose(line.said(self.text), range, joint, base);
            }
        }
    }

    fn article(&mut self, at: usize, range: Range<usize>, titled: bool) {
        let line = &self.lines[at];
        let (label_to, label) = self.label(at, titled);
        let caption = self.caption.take();
        let joint = match self.record() {
            Some(joint) => joint,
            None if caption.is_some() => Joint::Line,
            None => Joint::Paragraph,
        };
        let label = label + caption.as_deref().unwrap_or_default();
        let lead = self.out.lead(label.clone(), label_to);
        let kind = if titled { BlockKind::Heading } else { BlockKind::Prose };
        self.before = (label_to < range.end).then_some(label_to..range.end);
        self.out.pieces.push(Piece::new(range, kind, joint).with_lead(lead));
        self.article = Some(Article { lead, label, level: line.heading });
        self.enumerations.clear();
        self.only_headings = false;
    }

    /// Where the label of an article ends, and its words.
    fn label(&self, at: usize, titled: bool) -> (usize, String) {
        let line = &self.lines[at];
        let end = label_end(self.text, line, titled);
        let words = clean(&self.text[line.words..end]);
        match self.lines.get(at + 1).filter(|_| self.roles.get(at + 1) == Some(&Role::Tail)) {
            Some(tail) => (tail.range.end, format!("{words} {}", clean(tail.said(self.text)))),
            None => (end, words),
        }
    }

    fn division(&mut self, at: usize, range: Range<usize>, rank: Rank, base: &Piece) {
        let (_, words) = self.label(at, true);
        let (level, title) = match &base.section {
            Some(section) => (section.level, section.title.clone()),
            None => (self.levels.level(rank), words),
        };
        self.heading(range, Joint::Section);
        self.open(level, title);
    }

    /// A heading that is neither an article nor a division by its form: part of an article if it lies deeper than the article's.
    fn subheading(&mut self, at: usize, range: Range<usize>, base: &Piece) {
        let level = self.lines[at].heading;
        if self.article.as_ref().is_some_and(|article| article.level.is_some() && level > article.level) {
            let lead = self.lead();
            self.enumerations.clear();
            self.before = None;
            self.out.pieces.push(Piece::new(range, BlockKind::Heading, Joint::Paragraph).with_lead(lead));
            return;
        }
        self.heading(range, Joint::Section);
        if let Some(section) = &base.section {
            self.open(section.level, section.title.clone());
        }
    }

    /// A heading that belongs to the record below.
    fn heading(&mut self, range: Range<usize>, within: Joint) {
        let joint = self.record().unwrap_or(within);
        self.out.pieces.push(Piece::new(range, BlockKind::Heading, joint));
        self.only_headings = true;
        self.before = None;
    }

    fn open(&mut self, level: u8, title: String) {
        self.article = None;
        self.caption = None;
        self.enumerations.clear();
        if let Some(piece) = self.out.pieces.last_mut() {
            piece.section = Some(Box::new(Section { level, title }));
        }
    }

    /// The joint of a record, if what comes next begins one.
    fn record(&self) -> Option<Joint> {
        (self.out.pieces.is_empty() || !self.only_headings).then_some(Joint::Record)
    }

    fn prose(&mut self, said: &str, range: Range<usize>, joint: Joint, base: &Piece) {
        let joint = match item(said) {
            Some((style, ordinal)) => self.item(style, ordinal, joint),
            None if joint == Joint::Paragraph => {
                self.enumerations.clear();
                joint
            }
            None => joint,
        };
        let joint = if self.out.pieces.is_empty() { Joint::Record } else { joint };
        let lead = base.lead.or(self.lead());
        self.before = Some(range.clone());
        self.only_headings = false;
        self.out.pieces.push(Piece::new(range, base.kind, joint).with_lead(lead));
    }

    /// Opens, goes on with, or leaves an enumeration. The first item is closer to what leads up to it than the items are to each other.
    fn item(&mut self, style: Style, ordinal: u32, joint: Joint) -> Joint {
        if let Some(known) = self.enumerations.iter().position(|open| open.style == style) {
            self.enumerations.truncate(known + 1);
            return Joint::Line;
        }
        if ordinal > 1 {
            self.enumerations.clear();
            return Joint::Line;
        }
        let lead = self.before.clone().and_then(|before| {
            let end = before.end;
            // Outside of articles, in an annex say, only what ends in a colon leads up to an enumeration.
            let announces = self.text[before.clone()].trim_end().ends_with([':', '：']);
            let label = match &self.article {
                Some(article) => format!("{} ", article.label),
                None => announces.then(String::new)?,
            };
            self.out.lead(label + &lead_in(self.text, before)?, end)
        });
        let lead = lead.or(self.lead());
        self.enumerations.push(Enumeration { style, lead });
        if self.before.is_some() || joint == Joint::Sentence { Joint::Sentence } else { Joint::Line }
    }

    /// What the next piece brings along.
    fn lead(&self) -> Option<u32> {
        let article = || self.article.as_ref().and_then(|article| article.lead);
        self.enumerations.last().map_or_else(article, |open| open.lead)
    }
}

/// A caption in the brackets that it has; Latin ones are parted from the number.
fn clean_caption(said: &str) -> String {
    let words = clean(said);
    if words.starts_with(['(', '[']) { format!(" {words}") } else { words }
}
