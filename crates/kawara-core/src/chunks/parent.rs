use std::ops::Range;

use uuid::Uuid;

use super::Chunks;

/// What a chunk is a part of.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentKind {
    /// The whole document.
    Document,
    /// A heading and what stands under it, sections of lower levels included.
    Section,
    /// A record that was cut.
    Record,
    /// A stretch of whole chunks, as large as the [settings](crate::TilingSettings::parents) let it be.
    Passage,
}

impl ParentKind {
    /// The word for it in the output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Section => "section",
            Self::Record => "record",
            Self::Passage => "passage",
        }
    }
}

/// A parent, compactly. Ranges are of the source of its part.
#[derive(Clone, Debug)]
pub(crate) struct ParentRow {
    pub(crate) id: Uuid,
    pub(crate) kind: ParentKind,
    pub(crate) above: u32,
    /// The title of a section; of a record a fingerprint of what it begins with, of a passage one of its text.
    pub(crate) name: String,
    pub(crate) source: Range<usize>,
    pub(crate) chars: Range<usize>,
    pub(crate) passage: Option<PassageRow>,
}

/// What more there is to say of a passage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageRow {
    pub(crate) level: u32,
    pub(crate) tokens: u32,
}

/// A passage, section or record, or the document: the text to read where a chunk is too little.
#[derive(Clone, Copy)]
pub struct Parent<'c> {
    chunks: &'c Chunks,
    at: usize,
}

impl<'c> Parent<'c> {
    pub(super) fn new(chunks: &'c Chunks, at: usize) -> Self {
        Self { chunks, at }
    }

    fn row(&self) -> &'c ParentRow {
        &self.chunks.parents[self.at]
    }

    /// A UUID of version 5 over the document's id, the headings above and the title; of a record, over what it begins with; of a
    /// passage, over its level and its text, so that an edit elsewhere does not change it.
    pub fn id(&self) -> Uuid {
        self.row().id
    }

    /// What it is.
    pub fn kind(&self) -> ParentKind {
        self.row().kind
    }

    /// The document's id.
    pub fn doc_id(&self) -> &'c str {
        self.chunks.doc_id()
    }

    /// The title of a section or of the document, if it has one.
    pub fn title(&self) -> Option<&'c str> {
        match self.kind() {
            ParentKind::Document => self.chunks.title(),
            ParentKind::Section => Some(self.row().name.trim()),
            ParentKind::Record | ParentKind::Passage => None,
        }
    }

    /// Of a passage how many sizes there are up to its own: 1 is the smallest, which chunks name as their parent. `None` of what is
    /// none.
    pub fn level(&self) -> Option<u32> {
        self.row().passage.map(|passage| passage.level)
    }

    /// Of a passage exactly the tokens of its text alone, without context and special tokens: at most its size, unless it is one
    /// grapheme cluster that has more. `None` of what is none.
    pub fn tokens(&self) -> Option<u32> {
        self.row().passage.map(|passage| passage.tokens)
    }

    /// What it is a part of: of a passage the next larger one; of the largest the record, if that was cut, or the section; of these
    /// the section or document. `None` for the document.
    pub fn parent(&self) -> Option<Parent<'c>> {
        (self.at > 0).then(|| Parent { chunks: self.chunks, at: self.row().above as usize })
    }

    /// The range of the source, in half-open bytes. In a part of a stream that is not the last, the document's reaches to the end of
    /// the part.
    pub fn source_range(&self) -> Range<usize> {
        let (row, place) = (self.row(), &self.chunks.place);
        match self.kind() {
            ParentKind::Document => 0..place.whole.map_or(place.source + row.source.end, |whole| whole.0),
            _ => place.source + row.source.start..place.source + row.source.end,
        }
    }

    /// The range of the source, in half-open characters.
    pub fn char_range(&self) -> Range<usize> {
        let (row, place) = (self.row(), &self.chunks.place);
        match self.kind() {
            ParentKind::Document => 0..place.whole.map_or(place.chars + row.chars.end, |whole| whole.1),
            _ => place.chars + row.chars.start..place.chars + row.chars.end,
        }
    }

    /// The document's metadata, verbatim: JSON text.
    pub fn meta(&self) -> Option<&'c str> {
        self.chunks.meta.as_deref()
    }
}

impl std::fmt::Debug for Parent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parent")
            .field("kind", &self.kind())
            .field("title", &self.title())
            .field("range", &self.source_range())
            .finish_non_exhaustive()
    }
}
