//! The elements that Unstructured partitions a file into.

use std::borrow::Cow;

use kawara_core::{BlockKind, Blocks, Error, ErrorKind, Joint, Options, Reader, Reading, Result};

use super::document::{Document, Form};
use super::escape::decoded;
use super::page::Page;
use super::place::{of_metadata, page_number};
use super::table::{has_cells, html_rows};
use super::tape::{Kind, Part, Tape};

/// The reader of what Unstructured writes: titles and their depth, paragraphs, list items, tables, with the page and the place of each.
///
/// Running heads, feet and page numbers are skipped, and so is all that says how a page looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unstructured;

impl Reader for Unstructured {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Document::open(options, Form::Unstructured)?))
    }
}

/// The types that elements have; the others of a document that begins with one of these are read as paragraphs.
const TYPES: &[&str] = &[
    "Title",
    "NarrativeText",
    "ListItem",
    "Table",
    "Header",
    "Footer",
    "PageNumber",
    "PageBreak",
    "Image",
    "FigureCaption",
    "CodeSnippet",
    "Formula",
    "Address",
    "EmailAddress",
    "UncategorizedText",
    "CompositeElement",
    "FormKeysValues",
    "CheckBox",
    "DocumentData",
];

/// Whether a document begins with such an element.
pub(super) fn begins(head: &str) -> bool {
    let Some(start) = super::frame::array_start(head) else { return false };
    let mut tape = Tape::default();
    // Of the first element there may be no more than its beginning, so no more is looked at than holds what tells.
    let first = super::frame::element_end(head.as_bytes(), start);
    let range = start..first.unwrap_or(start);
    tape.read(head, range, Part::WHOLE).is_ok() && is_element(head, &tape, 0)
}

/// Whether a document is an array of such elements.
pub(super) fn is_elements(source: &str, tape: &Tape) -> bool {
    tape.node(0).kind == Kind::Array
        && tape.children(0).next().is_some_and(|first| is_element(source, tape, first))
}

fn is_element(source: &str, tape: &Tape, at: usize) -> bool {
    let kind = |name| tape.member(source, at, name).map(|member| tape.node(member).kind);
    let known = string(source, tape, at, "type").is_some_and(|name| TYPES.contains(&&*name));
    known
        && kind("metadata") == Some(Kind::Object)
        && (kind("text") == Some(Kind::String) || kind("element_id") == Some(Kind::String))
}

fn string<'s>(source: &'s str, tape: &Tape, of: usize, name: &str) -> Option<Cow<'s, str>> {
    let node = tape.node(tape.member(source, of, name)?);
    (node.kind == Kind::String).then(|| decoded(source, node.inner()))
}

/// Reads the elements in their order.
pub(super) fn read<'t>(source: &'t str, tape: &Tape, out: &mut Blocks) -> Result<Cow<'t, str>> {
    if tape.node(0).kind != Kind::Array {
        let message =
            "not what Unstructured writes: it is no array of elements; JSON of your own is read as `json`";
        return Err(Error::new(ErrorKind::Read, message));
    }
    let is_typed = |at| string(source, tape, at, "type").is_some();
    if tape.children(0).next().is_some() && !tape.children(0).any(is_typed) {
        let message =
            "not what Unstructured writes: no element has a `type`; records of your own are read as `json`";
        return Err(Error::new(ErrorKind::Read, message));
    }
    out.content_type("application/vnd.unstructured+json");
    let mut page = Page::scattered(source, out, "layout");
    let (mut was_item, mut has_languages) = (false, false);
    for at in tape.children(0) {
        let kind = string(source, tape, at, "type").unwrap_or_default();
        let metadata = tape.member(source, at, "metadata");
        has_languages = has_languages || languages(source, tape, metadata, page.out);
        let Some(text) = tape.member(source, at, "text").map(|text| tape.node(text)) else { continue };
        if text.kind != Kind::String || decoded(source, text.inner()).trim().is_empty() {
            continue;
        }
        let why = match &*kind {
            "Header" => Some("page header"),
            "Footer" => Some("page footer"),
            "PageNumber" => Some("page number"),
            _ => None,
        };
        if let Some(why) = why {
            page.skip(text.range(), why);
            continue;
        }
        let is_item = kind == "ListItem";
        let joint = if is_item && was_item { Joint::Line } else { Joint::Paragraph };
        was_item = is_item;
        let html =
            metadata.filter(|_| kind == "Table").and_then(|of| tape.member(source, of, "text_as_html"));
        let html = html.map(|html| tape.node(html)).filter(|html| html.kind == Kind::String);
        let html = html.filter(|html| has_cells(&source[html.range()]));
        let range = match (&*kind, html) {
            ("Title", _) => {
                let depth = metadata
                    .and_then(|of| page_number(source, tape, tape.member(source, of, "category_depth")));
                page.heading(&text, depth.unwrap_or(0).min(98) as u8 + 1)
            }
            (_, Some(html)) => html_rows(&mut page, html.inner()),
            ("CodeSnippet", _) => page.block(&text, BlockKind::Code, joint),
            ("Formula", _) => page.block(&text, BlockKind::Opaque, joint),
            _ => page.block(&text, BlockKind::Prose, joint),
        };
        if let Some(note) = metadata.and_then(|of| of_metadata(source, tape, of)) {
            page.note(range, note);
        }
    }
    Ok(page.finish())
}

/// The languages of the first element that has any are the document's field.
fn languages(source: &str, tape: &Tape, metadata: Option<usize>, out: &mut Blocks) -> bool {
    let languages = metadata.and_then(|of| tape.member(source, of, "languages"));
    let names = languages.into_iter().flat_map(|of| tape.children(of)).map(|at| tape.node(at));
    let names: Vec<_> =
        names.filter(|node| node.kind == Kind::String).map(|node| decoded(source, node.inner())).collect();
    if !names.is_empty() {
        out.field("languages", names.join(", "));
    }
    !names.is_empty()
}
