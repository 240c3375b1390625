//! A record as text: a line for each member, and the members that are no text as its fields.

use crate::lines::one_line;
use std::ops::Range;

use kawara_core::{Error, ErrorKind, Note, Result};

use super::escape::decoded;
use super::fields::{Fields, Match};
use super::page::Page;
use super::tape::{Kind, Node, Tape};

/// What of a record's members is to be known afterwards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) records: usize,
    /// Those with any of the members that are text.
    pub(super) with_text: usize,
}

/// Writes records.
pub(super) struct Writer<'w, 't, 'b> {
    pub(super) page: Page<'t, 'b>,
    pub(super) tape: &'w Tape,
    pub(super) fields: &'w Fields,
    pub(super) seen: Seen,
}

/// A container whose members are being written.
struct Open {
    next: usize,
    at: Match,
    /// Whether its members are called by its name and theirs.
    below: bool,
    /// The length of the outer names without its own.
    outer: usize,
    /// The length of the fields before it, and behind its bracket.
    fields: (usize, usize),
    close: char,
}

/// The most bytes of outer names that a member is called by; deeper ones are left out.
const OUTER: usize = 100;
/// A shorter value is no picture and no sound.
const BINARY: usize = 256;

impl Writer<'_, '_, '_> {
    /// Writes a value as a record.
    pub(super) fn record(&mut self, root: usize) {
        self.seen.records += 1;
        self.members(root, None, false);
    }

    /// Writes the elements of an array as records. What stands around it is a record of its own, or, where only some members are
    /// text, says something of the document.
    pub(super) fn records_within(&mut self, root: usize, array: usize) {
        self.members(root, Some(array), !self.fields.all());
    }

    /// `about`: the members are none of a record's.
    fn members(&mut self, root: usize, pause: Option<usize>, about: bool) {
        let source = self.page.source;
        let title = if pause.is_none() { self.title(root) } else { None };
        self.page.begin_record();
        let (tape, fields) = (self.tape, self.fields);
        let (mut from, mut lead, mut has_text) = (self.page.len(), title.is_some(), false);
        // Where other text stands before the title in the source, it is put before that.
        let heads = title.as_ref().is_some_and(|(at, _)| self.heads(root, *at));
        if let Some((_, title)) = title.as_ref().filter(|_| !heads) {
            self.page.title(None, title);
        }
        let (mut outer, mut rest, mut open) = (String::new(), String::new(), Vec::<Open>::new());
        let (mut at, end) = (root, tape.node(root).next());
        let start = fields.start();
        loop {
            while let Some(done) = open.pop_if(|open| open.next <= at) {
                outer.truncate(done.outer);
                close(&mut rest, &done);
            }
            if at >= end {
                break;
            }
            let node = tape.node(at);
            let (matched, below) = open.last().map_or((start, fields.all()), |open| (open.at, open.below));
            let key = node.key();
            let now = match &key {
                Some(key) if !fields.all() && !about => fields.step(matched, &decoded(source, key.clone())),
                _ => matched,
            };
            // A single member that is text needs no name; what it holds has names of its own.
            let named = below || fields.text.len() > 1;
            if pause == Some(at) {
                for element in tape.children(at) {
                    self.record(element);
                }
                self.page.begin_record();
                (from, lead) = (self.page.len(), false);
                at = node.next();
            } else if let Some((_, title)) = title.as_ref().filter(|(title, _)| *title == at) {
                if heads {
                    self.page.title(Some(&node), title);
                } else {
                    self.page.skip(node.range(), "title");
                }
                at = node.next();
            } else if node.is_container() {
                has_text |= now.is_text;
                let first = tape.children(at).next().map(|child| tape.node(child));
                let is_list = node.kind == Kind::Array && first.is_some_and(|first| !first.is_container());
                if let Some(key) = key.clone().filter(|_| now.is_text && named && is_list) {
                    self.page.name(&outer, key);
                }
                let before = (outer.len(), rest.len());
                if let Some(key) = key.clone().filter(|key| named && outer.len() + key.len() < OUTER) {
                    outer.push_str(&decoded(source, key));
                    outer.push('.');
                }
                let close = if node.kind == Kind::Array { ']' } else { '}' };
                if !now.is_text {
                    open_field(&mut rest, source, key, if close == ']' { '[' } else { '{' });
                }
                let below = below || now.is_text;
                open.push(Open {
                    next: node.next(),
                    at: now,
                    below,
                    outer: before.0,
                    fields: (before.1, rest.len()),
                    close,
                });
                at += 1;
            } else {
                at = node.next();
                has_text |= now.is_text;
                // What is chosen to be text is text, whatever it looks like.
                if (fields.all() || !now.is_text) && is_binary(source, &node) {
                    self.page.skip(node.range(), "binary");
                } else if !now.is_text {
                    self.field(&node, key, about && open.len() == 1, &mut rest);
                } else if node.kind == Kind::Null || node.range().len() == 2 && node.kind == Kind::String {
                    self.page.skip(node.range(), "empty");
                } else {
                    let name = key.filter(|_| named).map(|key| (outer.as_str(), key));
                    let is_member = name.is_some();
                    let written = self.page.member(name, &node, !fields.all());
                    if is_member && !lead {
                        self.page.lead(&written);
                        lead = true;
                    }
                }
            }
        }
        if pause.is_none() {
            self.seen.with_text += usize::from(has_text);
        }
        if !about && rest.starts_with('{') && rest.len() > 2 {
            self.page.note(from..self.page.len(), Note::Fields(rest));
        }
    }

    /// A member that is no text: a field of the record, or of the document.
    fn field(&mut self, node: &Node, key: Option<Range<usize>>, of_document: bool, rest: &mut String) {
        let source = self.page.source;
        if let Some(key) = key.clone().filter(|_| of_document) {
            let value = if node.kind == Kind::String {
                decoded(source, node.inner())
            } else {
                source[node.range()].into()
            };
            self.page.out.field(decoded(source, key), value);
        }
        separate(rest, source, key);
        rest.push_str(&source[node.range()]);
        self.page.skip(node.range(), "field");
    }

    /// Whether no member before the title holds text.
    fn heads(&self, root: usize, title: usize) -> bool {
        let start = self.fields.start();
        self.tape.children(root).take_while(|child| *child < title).all(|child| {
            let node = self.tape.node(child);
            let name = node.key().map(|key| decoded(self.page.source, key));
            let holds_title = title < node.next();
            !holds_title && name.is_some_and(|name| self.fields.step(start, &name).is_dead())
        })
    }

    /// The member that is the record's title, and what it says on one line.
    fn title(&self, root: usize) -> Option<(usize, String)> {
        let path = self.fields.title.as_ref()?;
        let mut at = root;
        for name in path {
            let source = self.page.source;
            let is_it =
                |child: &usize| self.tape.node(*child).key().is_some_and(|key| decoded(source, key) == *name);
            at = self.tape.children(at).find(is_it)?;
        }
        let node = self.tape.node(at);
        let said = match node.kind {
            Kind::String => decoded(self.page.source, node.inner()),
            Kind::Plain => self.page.source[node.range()].into(),
            _ => return None,
        };
        let title = one_line(&said);
        (!title.is_empty()).then_some((at, title))
    }
}

/// Puts a comma, where one belongs, and the name of what comes next.
fn separate(rest: &mut String, source: &str, key: Option<Range<usize>>) {
    if !rest.is_empty() && !rest.ends_with(['{', '[', ':']) {
        rest.push(',');
    }
    if let Some(key) = key {
        rest.push('"');
        rest.push_str(&source[key]);
        rest.push_str("\":");
    }
}

fn open_field(rest: &mut String, source: &str, key: Option<Range<usize>>, bracket: char) {
    separate(rest, source, key);
    rest.push(bracket);
}

/// Closes a container; one that holds nothing but text is no field.
fn close(rest: &mut String, open: &Open) {
    let (before, inside) = open.fields;
    if inside == before {
        return;
    }
    if rest.len() == inside && before > 0 {
        return rest.truncate(before);
    }
    rest.push(open.close);
}

/// Whether a string is nothing but base64 or hexadecimal digits, and long.
fn is_binary(source: &str, node: &Node) -> bool {
    if node.kind != Kind::String || node.range().len() < BINARY {
        return false;
    }
    let said = &source[node.inner()];
    let digits = match said.split_once(";base64,") {
        Some((kind, digits)) if kind.starts_with("data:") && kind.len() < 100 => digits,
        _ => said,
    };
    // Encoders break lines, and some escape the stroke.
    let digits = digits.replace("\\r", "").replace("\\n", "").replace("\\/", "/");
    let is_digit =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_');
    digits.len() >= BINARY && digits.bytes().all(is_digit) && is_noise(&digits)
}

/// Whether this is data: names and paths are small letters nearly all through, two in five letters of base64 are.
fn is_noise(digits: &str) -> bool {
    digits.bytes().filter(u8::is_ascii_lowercase).count() * 4 < digits.len() * 3
}

impl Seen {
    /// # Errors
    /// Where some members should be the text, and no record has any of them. `first` is the first record.
    pub(super) fn check(&self, fields: &Fields, tape: &Tape, source: &str, first: usize) -> Result<()> {
        if fields.all() || self.records == 0 || self.with_text > 0 {
            return Ok(());
        }
        let names = tape.children(first).filter_map(|child| tape.node(child).key()).take(12);
        let names: Vec<_> = names.map(|key| format!("`{}`", decoded(source, key))).collect();
        let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let message = format!(
            "option `text-fields`: none of {} records has {}; the first has {has}; name what they have, or leave the option out",
            self.records,
            fields.names()
        );
        Err(Error::new(ErrorKind::Read, message))
    }
}
