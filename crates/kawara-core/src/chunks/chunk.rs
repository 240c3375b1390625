use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use uuid::Uuid;

use super::parent::{Parent, ParentRow};
use super::{Flag, Flags, InForce};
use crate::blocks::{Joint, Noted, Notes, Skipped, SourceMap, Span};
use crate::engine::Outside;
use crate::{Found, PackFault};

/// The chunks of one document, or of one part of a [`Stream`](crate::Stream). They share one text; a [`Chunk`] is a cheap view.
#[derive(Clone)]
pub struct Chunks {
    pub(crate) doc_id: String,
    pub(crate) text: Arc<str>,
    pub(crate) content_type: String,
    pub(crate) found: Arc<Found>,
    pub(crate) meta: Option<Arc<str>>,
    /// What was in force: one, or one a frame.
    pub(crate) in_force: Vec<InForce>,
    pub(crate) rows: Vec<Row>,
    /// Where each unit of the document starts, in bytes of the text.
    pub(crate) unit_starts: Vec<u32>,
    /// What stands before each of them.
    pub(crate) unit_joints: Vec<Joint>,
    pub(crate) contexts: Vec<String>,
    pub(crate) languages: Vec<String>,
    /// The document, its sections, then records that were cut, and passages.
    pub(crate) parents: Vec<ParentRow>,
    pub(crate) map: SourceMap,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) notes: Notes,
    pub(crate) max_tokens: u32,
    pub(crate) document_tokens: u32,
    pub(crate) compared_tokens: u64,
    pub(crate) unknown_tokens: Option<u32>,
    pub(crate) moved_cuts: usize,
    pub(crate) pack_faults: Vec<PackFault>,
    pub(crate) place: Place,
}

/// Where a part stands in its document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) source: usize,
    pub(crate) chars: usize,
    pub(crate) ordinal: usize,
    /// The chunks next to the part.
    pub(crate) before: Option<Uuid>,
    pub(crate) after: Option<Uuid>,
    /// The bytes and characters of the whole source, where this is its last part.
    pub(crate) whole: Option<(usize, usize)>,
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
    pub(crate) asked: u32,
    pub(crate) before: Option<&'static str>,
    pub(crate) joint: Joint,
    pub(crate) tokens: u32,
    pub(crate) context: u32,
    /// How many bytes of the context, from its end, came from outside.
    pub(crate) outside: u32,
    pub(crate) parent: u32,
    pub(crate) language: u8,
    pub(crate) settings: u32,
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

    /// Which stretches of the source the text stands for, counted in a part of a stream from its start; identity where the text is
    /// the source.
    pub fn map(&self) -> &SourceMap {
        &self.map
    }

    /// What a range of the text stands for in the source: half-open bytes of both.
    pub fn source_range(&self, text: Range<usize>) -> Range<usize> {
        let range = self.map.source_range(text);
        self.place.source + range.start..self.place.source + range.end
    }

    /// The media type that the document was read as.
    pub fn content_type(&self) -> &str {
        &self.content_type
    }

    /// The document's title, given or found.
    pub fn title(&self) -> Option<&str> {
        self.found.title.as_deref()
    }

    /// What reading found of the document, by which the policy was asked how to cut it. See [`Engine::recipe`](crate::Engine::recipe).
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// What was in force: of a document that was read in frames, once for each.
    pub fn in_force(&self) -> &[InForce] {
        &self.in_force
    }

    /// What was left out of the text, and why; half-open bytes of the source.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// The tokens of the whole text, as the engine estimates them from its index; the base of the redundancy.
    pub fn document_tokens(&self) -> u32 {
        self.document_tokens
    }

    /// The tokens that an [embedder](crate::Embedder) was given to find [semantic boundaries](crate::SemanticSettings), without prefixes and special
    /// tokens, as the engine estimates them from its index; 0 where none was asked. With a window each unit is given more than once.
    pub fn compared_tokens(&self) -> u64 {
        self.compared_tokens
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

    /// What packs did wrong while the settings let the run go on, by pack: how often, and what came first. Chunks that it touches have
    /// [`Flag::PackFault`].
    pub fn pack_faults(&self) -> &[PackFault] {
        &self.pack_faults
    }

    /// How many chunks there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none: the document is empty or blank.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether no other part of the document follows: always, but for the parts of a [`Stream`](crate::Stream).
    pub fn is_last(&self) -> bool {
        self.place.whole.is_some()
    }

    /// A chunk by its place among these, from 0.
    pub fn get(&self, nth: usize) -> Option<Chunk<'_>> {
        self.rows.get(nth).map(|row| Chunk { chunks: self, row, nth })
    }

    /// All chunks, in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Chunk<'_>> {
        self.rows.iter().enumerate().map(|(nth, row)| Chunk { chunks: self, row, nth })
    }

    /// What [`Chunk::parent`] may name, and what these are parts of: the document, its sections, the records that were cut, and passages. The
    /// document comes first; of a stream, with the last part.
    pub fn parents(&self) -> impl Iterator<Item = Parent<'_>> {
        (0..self.parents.len()).filter(|at| *at > 0 || self.is_last()).map(|at| Parent::new(self, at))
    }

    /// Puts a context from outside behind a chunk's own.
    pub(crate) fn set_outside(&mut self, row: usize, outside: Outside) {
        let Some(own) = self.get(row).map(|chunk| chunk.own_context().to_owned()) else { return };
        self.flag(row, Flag::OutsideReduced, outside.reduced);
        let Some(row) = self.rows.get_mut(row) else { return };
        (row.context, row.outside) = (self.contexts.len() as u32, outside.text.len() as u32);
        row.tokens = outside.tokens;
        self.contexts.push(own + &outside.text);
        self.max_tokens = self.max_tokens.max(outside.max_tokens);
    }

    pub(crate) fn flag(&mut self, row: usize, flag: Flag, on: bool) {
        if let Some(row) = self.rows.get_mut(row) {
            row.flags = row.flags.with(flag, on);
        }
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
    pub(super) chunks: &'c Chunks,
    pub(super) row: &'c Row,
    nth: usize,
}

impl<'c> Chunk<'c> {
    /// A UUID of version 5 over the document's id, the engine's own context and the text: equal ids mean equal embeddings by one model, as
    /// long as nothing was [added](crate::Engine::add_contexts) from outside.
    pub fn id(&self) -> Uuid {
        self.row.id
    }

    /// The document's id.
    pub fn doc_id(&self) -> &'c str {
        &self.chunks.doc_id
    }

    /// The place among the document's chunks, from 0.
    pub fn ordinal(&self) -> usize {
        self.chunks.place.ordinal + self.nth
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
        self.to_source(self.row.source.start as usize..self.row.source.end as usize)
    }

    /// The range of the source, in half-open characters (Unicode scalar values).
    pub fn char_range(&self) -> Range<usize> {
        let before = self.chunks.place.chars;
        before + self.row.chars.start as usize..before + self.row.chars.end as usize
    }

    /// Where the first unit that is not carried starts, in bytes of the source.
    pub fn own_start(&self) -> usize {
        self.units().nth(self.row.carried as usize).map_or(self.source_range().start, |unit| unit.start)
    }

    /// The part of the text that is carried from the chunk before: empty where nothing is.
    pub fn carried_text(&self) -> &'c str {
        &self.chunks.text[self.row.start as usize..self.row.own_start as usize]
    }

    /// What is put before the text: empty, or ending in a line feed.
    pub fn context(&self) -> &'c str {
        &self.chunks.contexts[self.row.context as usize]
    }

    /// The part of the context that the engine put there: title, headings, lead. It is what the id goes by.
    pub fn own_context(&self) -> &'c str {
        let context = self.context();
        &context[..context.len() - self.row.outside as usize]
    }

    /// The part of the context that was [added](crate::Engine::add_contexts) from outside, behind the engine's own.
    pub fn outside_context(&self) -> &'c str {
        let context = self.context();
        &context[context.len() - self.row.outside as usize..]
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

    /// The units, in half-open bytes of the source: they tile the chunk, each with the white space that follows it. Of a
    /// [strategy](crate::Strategy) with windows, the document's units, cut where any window begins or ends inside one.
    pub fn units(&self) -> impl ExactSizeIterator<Item = Range<usize>> + 'c {
        let chunk = *self;
        self.text_units().map(move |unit| chunk.to_source(chunk.chunks.map.source_range(unit)))
    }

    /// The units, in half-open bytes of [`Chunks::text`]: they tile [`text_range`](Self::text_range).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// let chunks = engine.chunk(&Document::new("pump", "It was night. The pump stopped."))?;
    /// let units = chunks.get(0).unwrap().text_units().map(|unit| &chunks.text()[unit]);
    /// assert_eq!(units.collect::<Vec<_>>(), ["It was night. ", "The pump stopped."]);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    pub fn text_units(&self) -> impl ExactSizeIterator<Item = Range<usize>> + 'c {
        let (chunks, row) = (self.chunks, self.row);
        let starts = &chunks.unit_starts[row.units.start as usize..row.units.end as usize];
        (0..starts.len()).map(move |nth| {
            let end = starts.get(nth + 1).copied().unwrap_or(row.end);
            starts[nth] as usize..end as usize
        })
    }

    /// How strong the cut before each of its units is, in their order: whether a section, a paragraph or only a sentence begins there.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Joint, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// let chunks = engine.chunk(&Document::new("pump", "It was night. The pump stopped.\n\nNobody noticed."))?;
    /// let joints: Vec<Joint> = chunks.get(0).unwrap().unit_joints().collect();
    /// assert_eq!(joints[1..], [Joint::Sentence, Joint::Paragraph]);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    pub fn unit_joints(&self) -> impl ExactSizeIterator<Item = Joint> + 'c {
        self.chunks.unit_joints[self.row.units.start as usize..self.row.units.end as usize].iter().copied()
    }

    /// How many of its units, from the first, are carried from the chunk before; of windows, how many pieces of units both have.
    pub fn carried(&self) -> usize {
        self.row.carried as usize
    }

    /// How many units the policy wants carried here; where that is more than [`carried`](Self::carried),
    /// [`Flag::CarryReduced`](super::Flag::CarryReduced) says so. The first chunk of a frame does not know how many `auto` or a share would
    /// come to, and says 1.
    pub fn asked(&self) -> usize {
        self.row.asked as usize
    }

    /// What the unit is that stands before its first, carried ones counted: `prose`, `heading`, `row`, `code`, `opaque`; or `shard`,
    /// words of a unit that was cut. Running text alone is carried, or what records are made of where these are the units. `None` where
    /// a document or a frame of it begins.
    pub fn before(&self) -> Option<&'static str> {
        self.row.before
    }

    /// What begins with its first unit of its own: a record, a section, a paragraph, or only a sentence.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Joint, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// settings.budget.max_tokens = 3;
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// let chunks = engine.chunk(&Document::new("pump", "It was night.\n\nThe pump stopped. Nobody noticed."))?;
    /// let joints: Vec<Joint> = chunks.iter().map(|chunk| chunk.joint()).collect();
    /// assert_eq!(joints, [Joint::Paragraph, Joint::Paragraph, Joint::Sentence]);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    pub fn joint(&self) -> Joint {
        self.row.joint
    }

    /// The compromises made.
    pub fn flags(&self) -> Flags {
        self.row.flags
    }

    /// What it is a part of: the smallest passage that has it, where the settings lay any; else the record, if that was cut; else the section
    /// that its first own unit stands in, or the document.
    pub fn parent(&self) -> Parent<'c> {
        Parent::new(self.chunks, self.row.parent as usize)
    }

    /// The id of the chunk before, in the same document.
    pub fn previous(&self) -> Option<Uuid> {
        match self.nth.checked_sub(1) {
            Some(nth) => self.chunks.rows.get(nth).map(|row| row.id),
            None => self.chunks.place.before,
        }
    }

    /// The id of the chunk after, in the same document.
    pub fn next(&self) -> Option<Uuid> {
        self.chunks.rows.get(self.nth + 1).map(|row| row.id).or(self.chunks.place.after)
    }

    /// The fingerprint of the settings, the counter and the packs in force.
    pub fn settings(&self) -> &'c str {
        self.in_force().fingerprint()
    }

    /// What was in force when it was cut: the settings themselves, the counter, the packs.
    pub fn in_force(&self) -> &'c InForce {
        &self.chunks.in_force[self.row.settings as usize]
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
        let (start, before) = (self.row.start as usize, self.chunks.place.source);
        self.chunks.map.clip(self.text_range()).map(move |span| Span {
            text: span.text - start,
            source: before + span.source,
            ..span
        })
    }

    pub(super) fn to_source(self, range: Range<usize>) -> Range<usize> {
        let before = self.chunks.place.source;
        before + range.start..before + range.end
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
