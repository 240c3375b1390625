use std::io::{self, Write};
use std::ops::Range;

use kawara_core::Parent;
use serde::Serialize;
use uuid::Uuid;

/// A parent as it is written: one JSON object with these fields, in this order. `kind` tells it from a chunk.
#[derive(Clone, Debug, Serialize)]
pub struct ParentRecord<'c> {
    pub(super) id: Uuid,
    pub(super) doc_id: &'c str,
    pub(super) kind: &'static str,
    pub(super) title: Option<&'c str>,
    /// The parent's own parent.
    pub(super) parent: Option<Uuid>,
    /// Half-open bytes of the source.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) char_start: usize,
    pub(super) char_end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<&'c serde_json::value::RawValue>,
    /// Of passages alone: how many sizes there are up to its own, and the tokens of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tokens: Option<u32>,
}

impl<'c> ParentRecord<'c> {
    /// The record of a parent.
    pub fn of(parent: Parent<'c>) -> Self {
        let (Range { start, end }, chars) = (parent.source_range(), parent.char_range());
        Self {
            id: parent.id(),
            doc_id: parent.doc_id(),
            kind: parent.kind().as_str(),
            title: parent.title(),
            parent: parent.parent().map(|above| above.id()),
            start,
            end,
            char_start: chars.start,
            char_end: chars.end,
            meta: parent.meta().and_then(|json| serde_json::from_str(json).ok()),
            level: parent.level(),
            tokens: parent.tokens(),
        }
    }
}

/// Writes one parent as a line of JSON.
///
/// # Errors
/// What the writer returns.
pub fn write_parent(parent: Parent<'_>, mut to: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut to, &ParentRecord::of(parent))?;
    to.write_all(b"\n")
}
