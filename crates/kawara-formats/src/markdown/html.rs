//! Blocks of HTML: tags around them become lines of their own, headings open sections, tables are rows.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};
use memchr::memmem;

use super::containers::{Mark, tag};
use crate::lines::{Line, is_blank, lines, one_line, trim};
use crate::outline::{Piece, Section};

/// Elements that mean nothing without all of what is in them.
const WHOLE: [&str; 8] = ["pre", "script", "style", "textarea", "svg", "math", "video", "audio"];

/// Makes pieces of a block of HTML that starts with a tag.
pub(crate) fn split(text: &str, piece: Piece, is_nested: bool, split: &mut Vec<Piece>) {
    let said = &text[piece.range.clone()];
    if name(said).is_none_or(|name| WHOLE.contains(&name.to_ascii_lowercase().as_str())) || is_component(said)
    {
        split.push(piece);
        return;
    }
    let mut rest = Rest { text, piece: &piece, is_nested, begun: false, split };
    if heading(said).is_some() && said.matches("</h").take(2).count() == 1 {
        rest.keep(Some(piece.range.clone()));
        return;
    }
    let mut run: Option<Range<usize>> = None;
    let all: Vec<Line> = lines(text, piece.range.clone()).filter(|line| !is_blank(line.of(text))).collect();
    let is_tag = |line: &&Line| tag(line.of(text)).is_some() && !is_inner(line.of(text).trim());
    let head = all.iter().take_while(is_tag).count();
    let tail = all.iter().rev().take_while(is_tag).count().min(all.len() - head);
    let start = piece.range.start;
    let mut hidden =
        hidden(said).into_iter().map(|(range, _)| range.start + start..range.end + start).peekable();
    for (nth, line) in all.iter().enumerate() {
        let range = trim(text, line.start..line.end);
        while hidden.next_if(|hidden| hidden.end <= range.start).is_some() {}
        if hidden.peek().is_some_and(|hidden| hidden.start < range.end) {
            run = Some(run.map_or(range.start, |run| run.start)..range.end);
            continue;
        }
        let said = &text[range.clone()];
        let is_own = nth < head
            || nth >= all.len() - tail
            || heading(said).is_some()
            || is_summary(said)
            || is_break(said);
        if is_own {
            rest.keep(run.take());
            rest.keep(Some(range));
        } else if ends_row(said) {
            rest.keep(Some(run.take().map_or(range.start, |run| run.start)..range.end));
        } else {
            run = Some(run.map_or(range.start, |run| run.start)..range.end);
        }
    }
    rest.keep(run);
}

/// Whether a line with a tag belongs to what is below or above it: the parts of a table, programs.
fn is_inner(line: &str) -> bool {
    name(line).is_some_and(|name| {
        WHOLE.iter().chain(&["tr", "td", "th"]).any(|inner| name.eq_ignore_ascii_case(inner))
    })
}

struct Rest<'t, 's> {
    text: &'t str,
    piece: &'t Piece,
    /// Whether the block stands in a list or quote.
    is_nested: bool,
    /// Whether anything but opening tags is kept yet.
    begun: bool,
    split: &'s mut Vec<Piece>,
}

impl Rest<'_, '_> {
    fn keep(&mut self, range: Option<Range<usize>>) {
        let Some(range) = range else { return };
        let said = &self.text[range.clone()];
        let mark = tag(said);
        let title = heading(said).filter(|(_, title)| !self.is_nested && !title.is_empty());
        let kind = match mark {
            Some(Mark::Opens) => BlockKind::Heading,
            None if title.is_some() || is_summary(said) => BlockKind::Heading,
            None if ends_row(said) => BlockKind::Row,
            None if !said.starts_with('<') && hidden(said).is_empty() => BlockKind::Prose,
            _ => BlockKind::Opaque,
        };
        let joint = if self.begun { Joint::Line } else { self.piece.joint };
        self.begun |= mark != Some(Mark::Opens);
        let mut piece = Piece::new(range, kind, joint).with_lead(self.piece.lead);
        if mark == Some(Mark::Closes) {
            piece.joint = joint.max(Joint::Word);
        }
        if let Some((level, title)) = title {
            piece.joint = Joint::Section;
            piece.section = Some(Box::new(Section { level, title }));
        }
        self.split.push(piece);
    }
}

/// The name of the tag that this begins with.
fn name(said: &str) -> Option<&str> {
    let inside = said.strip_prefix('<')?;
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let inside = &inside[..inside.floor_char_boundary(64)];
    let end = inside
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.' | ':'))
        .unwrap_or(inside.len());
    (inside.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(&inside[..end])
}

/// Whether this begins with the tag of a component, whose name says what it is: `<Note>`, `<my-card>`.
pub(crate) fn is_component(said: &str) -> bool {
    name(said).is_some_and(|name| {
        name.contains(['-', '.'])
            || name.contains(|c: char| c.is_ascii_lowercase())
                && name.starts_with(|c: char| c.is_ascii_uppercase())
    })
}

/// Whether this is nothing but a break: `<br>`, `<hr/>`.
pub(crate) fn is_break(said: &str) -> bool {
    let is_alone = said.ends_with('>') && said.matches('<').take(2).count() == 1;
    is_alone && name(said).is_some_and(|name| ["br", "hr"].iter().any(|tag| name.eq_ignore_ascii_case(tag)))
}

/// Whether this is an element with nothing in it: `<p></p>`, `<a name="x"></a>`. A component or a frame may show something.
pub(crate) fn is_empty(said: &str) -> bool {
    const SHOWS: [&str; 5] = ["iframe", "canvas", "object", "video", "audio"];
    let Some(name) = name(said).filter(|name| !SHOWS.contains(name)) else { return false };
    let inside = said.strip_suffix('>').and_then(|rest| rest.strip_suffix(name));
    let inside = inside.and_then(|rest| rest.strip_suffix("></"));
    inside.is_some_and(|tag| !is_component(said) && !tag[1..].contains(['<', '>']))
}

/// The level and the title of a line that is a heading: `<h1 align="center">Pump</h1>`.
fn heading(line: &str) -> Option<(u8, String)> {
    let name = name(line)?;
    let level = name.strip_prefix(['h', 'H'])?.parse::<u8>().ok().filter(|level| (1..=6).contains(level))?;
    let inside = line.strip_suffix('>')?;
    let close = inside.rfind("</")?;
    (inside[close + 2..].eq_ignore_ascii_case(name)).then(|| (level, words(&line[..close])))
}

fn is_summary(line: &str) -> bool {
    let begins = ["summary", "details"];
    line.ends_with("</summary>")
        && name(line).is_some_and(|name| begins.iter().any(|tag| name.eq_ignore_ascii_case(tag)))
}

fn ends_row(said: &str) -> bool {
    said.ends_with("</tr>") || said.ends_with("</TR>")
}

/// What is left without the tags.
fn words(html: &str) -> String {
    let mut left = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        left.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('>') else { break };
        rest = &rest[open + close + 1..];
    }
    if !rest.contains('<') {
        left.push_str(rest);
    }
    one_line(&left)
}

/// What is not seen in a block of HTML, with the reason: comments, programs, styles. One without an end is kept, or it would hide
/// the rest of the page.
pub(crate) fn hidden(html: &str) -> Vec<(Range<usize>, &'static str)> {
    const KINDS: [(&str, &str, &str); 2] =
        [("script", "</script>", "script"), ("style", "</style>", "style")];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'<', &html.as_bytes()[at..]).map(|open| at + open) {
        at = open + 1;
        let (close, len, why) = if html[open..].starts_with("<!--") {
            at = open + 4;
            (memmem::find(&html.as_bytes()[at..], b"-->"), 3, "comment")
        } else {
            let Some(name) = name(&html[open..]) else { continue };
            let Some((_, end, why)) = KINDS.iter().find(|(kind, ..)| name.eq_ignore_ascii_case(kind)) else {
                continue;
            };
            (find_ignoring_case(&html[at..], end), end.len(), *why)
        };
        let Some(close) = close else { return found };
        at += close + len;
        found.push((open..at, why));
    }
    found
}

fn find_ignoring_case(text: &str, tag: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes).find(|at| {
        bytes.get(*at..at + tag.len()).is_some_and(|said| said.eq_ignore_ascii_case(tag.as_bytes()))
    })
}
