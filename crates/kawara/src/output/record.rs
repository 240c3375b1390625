use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use kawara_core::{BoundingBox, Chunk, Flag, Note};
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::meta::meta;

/// A chunk as it is written: one JSON object with these fields, in this order. The names are stable. `asked`, `pages`, `meta`, `map` and
/// `outside` are left out where there is nothing to say.
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
    pub(super) id: Uuid,
    pub(super) doc_id: &'c str,
    pub(super) ordinal: usize,
    /// Half-open bytes of the source, as are all but the `char` offsets.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) own_start: usize,
    pub(super) char_start: usize,
    pub(super) char_end: usize,
    /// What to embed is `context` followed by `text`.
    pub(super) context: &'c str,
    pub(super) text: &'c str,
    pub(super) tokens: u32,
    pub(super) language: &'c str,
    pub(super) content_type: &'c str,
    #[serde(serialize_with = "spans")]
    pub(super) units: Chunk<'c>,
    pub(super) carried: usize,
    /// How many units the policy wants carried, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) asked: Option<usize>,
    pub(super) parent: Uuid,
    pub(super) prev: Option<Uuid>,
    pub(super) next: Option<Uuid>,
    #[serde(serialize_with = "flags")]
    pub(super) flags: Chunk<'c>,
    pub(super) settings: &'c str,
    #[serde(serialize_with = "pages", skip_serializing_if = "has_no_pages")]
    pub(super) pages: Chunk<'c>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<Cow<'c, RawValue>>,
    #[serde(serialize_with = "map", skip_serializing_if = "is_verbatim")]
    pub(super) map: Chunk<'c>,
    /// How many bytes of `context`, from its end, came from outside: the id goes by what stands before them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outside: Option<usize>,
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
            asked: (chunk.asked() > chunk.carried()).then(|| chunk.asked()),
            parent: chunk.parent().id(),
            prev: chunk.previous(),
            next: chunk.next(),
            flags: chunk,
            settings: chunk.settings(),
            pages: chunk,
            meta: meta(chunk),
            map: chunk,
            outside: Some(chunk.outside_context().len()).filter(|bytes| *bytes > 0),
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
pub(super) struct Page {
    pub(super) page: u32,
    /// Half-open bytes of the chunk's text.
    pub(super) text_start: usize,
    pub(super) text_end: usize,
    /// Left, top, right, bottom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bbox: Option<[f64; 4]>,
    /// Where the vertical axis begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<&'static str>,
}

pub(super) fn each_page<'c>(chunk: &Chunk<'c>) -> impl Iterator<Item = Page> + 'c {
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
    serializer.collect_seq(each_span(chunk))
}

pub(super) fn each_span<'c>(chunk: &Chunk<'c>) -> impl Iterator<Item = [usize; 4]> + 'c {
    chunk.map().map(|span| [span.text, span.text + span.text_len, span.source, span.source + span.source_len])
}
