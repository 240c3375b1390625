use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use uuid::Uuid;

use super::Flags;
use crate::blocks::{Noted, Notes, Skipped, SourceMap, Span};

/// The chunks of one document. They share one text; a [`Chunk`] is a cheap view.
#[derive(Clone)]
pub struct Chunks {
    pub(crate) doc_id: String,
    pub(crate) text: Arc<str>,
    pub(crate) content_type: String,
    pub(crate) title: Option<String>,
    pub(crate) meta: Option<Arc<str>>,
    pub(crate) settings: Arc<str>,
    pub(crate) rows: Vec<Row>,
    /// Where each unit of the document starts, in bytes of the text.
    pub(crate) unit_starts: Vec<u32>,
    pub(crate) contexts: Vec<String>,
    pub(crate) languages: Vec<String>,
    pub(crate) parents: Vec<Uuid>,
    pub(crate) map: SourceMap,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) notes: Notes,
    pub(crate) max_tokens: u32,
    pub(crate) document_tokens: u32,
    pub(crate) unknown_tokens: Option<u32>,
    pub(crate) moved_cuts: usize,
}

/// One chunk, compactly: indices into what the chunks of a document share.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: Uuid,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) own_start: u32,
    pub(crate) source: Range<u32>,
    pub(crate) chars: Range<u32>,
    pub(crate) units: Range<u32>,
    pub(crate) carried: u32,
    pub(crate) tokens: u32,
    pub(crate) context: u32,
    pub(crate) parent: u32,
    pub(crate) language: u8,
    pub(crate) flags: Flags,
}

impl Chunks {
    /// The document's id.
    pub fn doc_id(&self) -> &str {
        &self.doc_id
    }

    /// The text that the chunks are slices of: the source, or a projection of it.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The media type that the document was read as.
    pub fn content_type(&self) -> &str {
        &self.content_type
    }

    /// The document's title, given or found.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What was left out of the text, and why; half-open bytes of the source.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// The tokens of the whole text, as the engine estimates them from its index; the base of the redundancy.
    pub fn document_tokens(&self) -> u32 {
        self.document_tokens
    }

    /// How many of [`document_tokens`](Self::document_tokens) stand for text that the model's vocabulary does not know; `None`
    /// where the counter does not tell. A high share makes counts exact but meaningless.
    pub fn unknown_tokens(&self) -> Option<u32> {
        self.unknown_tokens
    }

    /// Cuts that a pack made inside a grapheme cluster and that were moved to its end.
    pub fn moved_cuts(&self) -> usize {
        self.moved_cuts
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none: the document is empty or blank.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A chunk by its ordinal.
    pub fn get(&self, ordinal: usize) -> Option<Chunk<'_>> {
        self.rows.get(ordinal).map(|row| Chunk { chunks: self, row, ordinal })
    }

    /// All chunks, in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Chunk<'_>> {
        self.rows.iter().enumerate().map(|(ordinal, row)| Chunk { chunks: self, row, ordinal })
    }
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One chunk of a document. What to embed is [`context`](Chunk::context) followed by [`text`](Chunk::text), as they are.
#[derive(Clone, Copy)]
pub struct Chunk<'c> {
    chunks: &'c Chunks,
    row: &'c Row,
    ordinal: usize,
}

impl<'c> Chunk<'c> {
    /// A UUID of version 5 over the document's id, the context and the text: equal ids mean equal embeddings.
    pub fn id(&self) -> Uuid {
        self.row.id
    }

    /// The document's id.
    pub fn doc_id(&self) -> &'c str {
        &self.chunks.doc_id
    }

    /// The place among the document's chunks, from 0.
    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// The slice of the document's text.
    pub fn text(&self) -> &'c str {
        &self.chunks.text[self.text_range()]
    }

    /// The range of the text, in half-open bytes of [`Chunks::text`].
    pub fn text_range(&self) -> Range<usize> {
        self.row.start as usize..self.row.end as usize
    }

    /// The range of the source, in half-open bytes.
    pub fn source_range(&self) -> Range<usize> {
        self.row.source.start as usize..self.row.source.end as usize
    }

    /// The range of the source, in half-open characters (Unicode scalar values).
    pub fn char_range(&self) -> Range<usize> {
        self.row.chars.start as usize..self.row.chars.end as usize
    }

    /// Where the first unit that is not carried starts, in bytes of the source.
    pub fn own_start(&self) -> usize {
        self.chunks.map.source_range(self.row.own_start as usize..self.row.end as usize).start
    }

    /// The part of the text that is carried from the chunk before: empty where nothing is.
    pub fn carried_text(&self) -> &'c str {
        &self.chunks.text[self.row.start as usize..self.row.own_start as usize]
    }

    /// What is put before the text: empty, or ending in a line feed.
    pub fn context(&self) -> &'c str {
        &self.chunks.contexts[self.row.context as usize]
    }

    /// Exactly the tokens of context and text, the model's special tokens included.
    pub fn tokens(&self) -> u32 {
        self.row.tokens
    }

    /// The most tokens that it may have.
    pub fn max_tokens(&self) -> u32 {
        self.chunks.max_tokens
    }

    /// The language of most of its own units, as a BCP 47 tag.
    pub fn language(&self) -> &'c str {
        &self.chunks.languages[self.row.language as usize]
    }

    /// The media type that the document was read as.
    pub fn content_type(&self) -> &'c str {
        &self.chunks.content_type
    }

    /// The units, in half-open bytes of the source: they tile the chunk, each with the white space that follows it.
    pub fn units(&self) -> impl ExactSizeIterator<Item = Range<usize>> + 'c {
        let (chunks, row) = (self.chunks, self.row);
        let starts = &chunks.unit_starts[row.units.start as usize..row.units.end as usize];
        (0..starts.len()).map(move |nth| {
            let end = starts.get(nth + 1).copied().unwrap_or(row.end);
            chunks.map.source_range(starts[nth] as usize..end as usize)
        })
    }

    /// How many of its units, from the first, are carried from the chunk before.
    pub fn carried(&self) -> usize {
        self.row.carried as usize
    }

    /// The compromises made.
    pub fn flags(&self) -> Flags {
        self.row.flags
    }

    /// The id of the section that its first own unit stands in.
    pub fn parent(&self) -> Uuid {
        self.chunks.parents[self.row.parent as usize]
    }

    /// The chunk before, in the same document.
    pub fn previous(&self) -> Option<Chunk<'c>> {
        self.chunks.get(self.ordinal.checked_sub(1)?)
    }

    /// The chunk after, in the same document.
    pub fn next(&self) -> Option<Chunk<'c>> {
        self.chunks.get(self.ordinal + 1)
    }

    /// The fingerprint of the settings, the counter and the packs in force.
    pub fn settings(&self) -> &'c str {
        &self.chunks.settings
    }

    /// The document's metadata, verbatim: JSON text.
    pub fn meta(&self) -> Option<&'c str> {
        self.chunks.meta.as_deref()
    }

    /// What the reader knows of the text besides the text, as far as it touches the chunk: fields of records, pages, times. Offsets
    /// count from the chunk's own start and are clipped to it.
    pub fn notes(&self) -> impl Iterator<Item = Noted> + 'c {
        let range = self.text_range();
        self.chunks.notes.within(range.clone()).map(move |noted| Noted {
            range: noted.range.start.max(range.start) - range.start
                ..noted.range.end.min(range.end) - range.start,
            note: noted.note.clone(),
        })
    }

    /// The stretches of the source that the text stands for; none where the text is the source. Text offsets count from the
    /// chunk's own start.
    pub fn map(&self) -> impl Iterator<Item = Span> + 'c {
        let start = self.row.start as usize;
        self.chunks.map.clip(self.text_range()).map(move |span| Span { text: span.text - start, ..span })
    }
}

impl fmt::Debug for Chunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk")
            .field("range", &self.text_range())
            .field("tokens", &self.tokens())
            .field("context", &self.context())
            .field("text", &self.text())
            .field("carried", &self.carried())
            .field("flags", &self.flags())
            .finish_non_exhaustive()
    }
}
