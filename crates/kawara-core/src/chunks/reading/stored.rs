use std::borrow::Cow;
use std::ops::Range;

use uuid::Uuid;

use crate::blocks::Span;
use crate::{Chunk, Parent};

/// A chunk as it was stored: what of its record is needed to read wider.
///
/// ```
/// use kawara_core::reading::Stored;
///
/// let stored = Stored { doc_id: "pump".into(), text: "It stopped.".into(), source: 8..19, units: vec![8..19], ..Stored::default() };
/// assert!(stored.map.is_empty(), "the text is the source");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored<'a> {
    /// The chunk's id.
    pub id: Uuid,
    /// The document's id.
    pub doc_id: Cow<'a, str>,
    /// The place among the document's chunks, from 0.
    pub ordinal: usize,
    /// The slice of the document's text, without context.
    pub text: Cow<'a, str>,
    /// What it covers of the source.
    pub source: Range<usize>,
    /// Its units, of the source.
    pub units: Vec<Range<usize>>,
    /// What it is a part of.
    pub parent: Option<Uuid>,
    /// The chunk after it, in the same document.
    pub next: Option<Uuid>,
    /// The stretches of the source that the text stands for; empty where the text is the source.
    pub map: Vec<Span>,
}

/// A passage, section, record or document as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredParent {
    /// Its id, which chunks name.
    pub id: Uuid,
    /// What it covers of the source.
    pub source: Range<usize>,
    /// What it is a part of itself; `None` of a document, or where that is not known.
    pub above: Option<Uuid>,
}

impl<'c> Stored<'c> {
    /// What is stored of a chunk.
    pub fn of(chunk: Chunk<'c>) -> Self {
        Self {
            id: chunk.id(),
            doc_id: chunk.doc_id().into(),
            ordinal: chunk.ordinal(),
            text: chunk.text().into(),
            source: chunk.source_range(),
            units: chunk.units().collect(),
            parent: Some(chunk.parent().id()),
            next: chunk.next(),
            map: chunk.map().collect(),
        }
    }
}

impl StoredParent {
    /// What is stored of a parent.
    pub fn of(parent: Parent<'_>) -> Self {
        let above = parent.parent().map(|above| above.id());
        Self { id: parent.id(), source: parent.source_range(), above }
    }
}
