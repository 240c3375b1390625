use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use kawara_core::{BoundingBox, Chunk, Flag, Note};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::meta::meta;

/// A chunk as it is written: one JSON object with these fields, in this order. The names are stable.
///
/// ```
/// use kawara::{output::Record, policy::Policy, Document};
///
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let chunks = engine.chunk(&Document::new("a", "One sentence.").with_meta(r#"{"tenant": 7}"#))?;
/// let json = serde_json::to_value(Record::of(chunks.get(0).unwrap()))?;
/// assert_eq!(json["text"], "One sentence.");
/// assert_eq!(json["meta"]["tenant"], 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Record<'c> {
    id: Uuid,
    doc_id: &'c str,
    ordinal: usize,
    /// Half-open bytes of the source, as are all but the `char` offsets.
    start: usize,
    end: usize,
    own_start: usize,
    char_start: usize,
    char_end: usize,
    /// What to embed is `context` followed by `text`.
    context: &'c str,
    text: &'c str,
    tokens: u32,
    language: &'c str,
    content_type: &'c str,
    #[serde(serialize_with = "spans")]
    units: Chunk<'c>,
    carried: usize,
    parent: Uuid,
    prev: Option<Uuid>,
    next: Option<Uuid>,
    #[serde(serialize_with = "flags")]
    flags: Chunk<'c>,
    settings: &'c str,
    #[serde(serialize_with = "pages", skip_serializing_if = "has_no_pages")]
    pages: Chunk<'c>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Cow<'c, RawValue>>,
    #[serde(serialize_with = "map", skip_serializing_if = "is_verbatim")]
    map: Chunk<'c>,
}

impl<'c> Record<'c> {
    /// The record of a chunk.
    pub fn of(chunk: Chunk<'c>) -> Self {
        let (Range { start, end }, chars) = (chunk.source_range(), chunk.char_range());
        Self {
            id: chunk.id(),
            doc_id: chunk.doc_id(),
            ordinal: chunk.ordinal(),
            start,
            end,
            own_start: chunk.own_start(),
            char_start: chars.start,
            char_end: chars.end,
            context: chunk.context(),
            text: chunk.text(),
            tokens: chunk.tokens(),
            language: chunk.language(),
            content_type: chunk.content_type(),
            units: chunk,
            carried: chunk.carried(),
            parent: chunk.parent().id(),
            prev: chunk.previous(),
            next: chunk.next(),
            flags: chunk,
            settings: chunk.settings(),
            pages: chunk,
            meta: meta(chunk),
            map: chunk,
        }
    }
}

/// Writes one chunk as a line of JSON.
///
/// # Errors
/// What the writer returns.
pub fn write_record(chunk: Chunk<'_>, mut to: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut to, &Record::of(chunk))?;
    to.write_all(b"\n")
}

fn spans<S: Serializer>(chunk: &Chunk<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(chunk.units().map(|unit| [unit.start, unit.end]))
}

fn flags<S: Serializer>(chunk: &Chunk<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(chunk.flags().iter().map(Flag::as_str))
}

/// A stretch of a chunk's text, and the page that it is printed on.
#[derive(Serialize)]
struct Page {
    page: u32,
    /// Half-open bytes of the chunk's text.
    text_start: usize,
    text_end: usize,
    /// Left, top, right, bottom.
    #[serde(skip_serializing_if = "Option::is_none")]
    bbox: Option<[f64; 4]>,
    /// Where the vertical axis begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
}

fn each_page<'c>(chunk: &Chunk<'c>) -> impl Iterator<Item = Page> + 'c {
    chunk.notes().filter_map(|noted| {
        let Note::Page { number, place } = noted.note else { return None };
        let bbox = place.map(|BoundingBox { left, top, right, bottom, .. }| [left, top, right, bottom]);
        let (text_start, text_end) = (noted.range.start, noted.range.end);
        Some(Page {
            page: number,
            text_start,
            text_end,
            bbox,
            origin: place.map(|place| place.origin.as_str()),
        })
    })
}

fn has_no_pages(chunk: &Chunk<'_>) -> bool {
    each_page(chunk).next().is_none()
}

fn pages<S: Serializer>(chunk: &Chunk<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(each_page(chunk))
}

fn is_verbatim(chunk: &Chunk<'_>) -> bool {
    chunk.map().next().is_none()
}

/// `[text_start, text_end, source_start, source_end]` for each stretch; text offsets count from the chunk's start.
fn map<S: Serializer>(chunk: &Chunk<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut spans = serializer.serialize_seq(None)?;
    for span in chunk.map() {
        spans.serialize_element(&[
            span.text,
            span.text + span.text_len,
            span.source,
            span.source + span.source_len,
        ])?;
    }
    spans.end()
}
