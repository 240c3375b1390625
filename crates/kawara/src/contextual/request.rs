//! What a model is asked of each chunk.

use std::io::BufRead;
use std::ops::Range;

use kawara_core::{Chunk, Chunks, Document, Engine, Result};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::key::{About, Key, digest_of_document};
use super::shown::Around;
use super::template::Template;
use crate::digest::Digest;
use crate::guard::Records;
use crate::input::Failure;

/// The prompt for a chunk, and which chunk that is.
///
/// As JSON: `{"key", "doc_id", "id", "start", "end", "prompt"}`; positions are half-open bytes of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// What the answer will be remembered by.
    pub key: Key,
    /// The document's id.
    pub doc_id: String,
    /// The chunk's id.
    pub id: Uuid,
    /// Where the chunk begins in the source, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What to ask.
    pub prompt: String,
}

/// Makes requests: by a template, with so much of each document.
///
/// ```
/// use kawara::contextual::{Requests, Template};
/// use kawara::{Document, policy::Policy};
///
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let document = Document::new("pump", "The pump stopped. Nobody noticed.").with_title("The night shift");
/// let chunks = engine.chunk(&document)?;
/// let template = Template::parse("From {title}: {document} What is this about? {chunk}", "template.txt")?;
/// let requests = Requests::new(template);
/// let prompts: Vec<String> = requests.of(&engine, &document, chunks)?.iter().map(|request| request.prompt).collect();
/// assert_eq!(prompts, ["From The night shift: The pump stopped. Nobody noticed. What is this about? The pump stopped. Nobody noticed."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Requests {
    template: Template,
    document_tokens: u32,
}

impl Default for Requests {
    fn default() -> Self {
        Self::new(Template::default())
    }
}

impl Requests {
    /// The most tokens of a document that are shown, where nothing else is asked for.
    pub const DOCUMENT_TOKENS: u32 = 8192;

    /// Requests by a template, with as much of a document as [`DOCUMENT_TOKENS`](Self::DOCUMENT_TOKENS) allow.
    pub fn new(template: Template) -> Self {
        Self { template, document_tokens: Self::DOCUMENT_TOKENS }
    }

    /// With so many tokens of a document at most, as the counter of the chunks counts them. Of a longer one that is shown which stands around
    /// the chunk: the largest section that fits, and paragraphs on both sides of it; never less than the chunk.
    #[must_use]
    pub fn with_document_tokens(self, document_tokens: u32) -> Self {
        Self { document_tokens, ..self }
    }

    /// The requests for all chunks of a document, which have to be whole.
    ///
    /// # Errors
    /// What the counter returns.
    pub fn of(&self, engine: &Engine, document: &Document, chunks: Chunks) -> Result<OfDocument<'_>> {
        let shown = self.shown(engine, &chunks).map_err(|error| error.in_document(document.id()))?;
        let document = digest_of_document(document);
        Ok(OfDocument { requests: self, template: self.digest(), document, chunks, shown })
    }

    /// For each chunk, what it is shown in; nothing where that is the whole document.
    fn shown(&self, engine: &Engine, chunks: &Chunks) -> Result<Vec<Range<usize>>> {
        if chunks.document_tokens() <= self.document_tokens {
            return Ok(Vec::new());
        }
        let Some(in_force) = chunks.in_force().first() else { return Ok(Vec::new()) };
        let counter = engine.counter(in_force.settings())?;
        let around = Around::measure(chunks, counter, self.document_tokens)?;
        chunks.iter().map(|chunk| around.shown(chunk)).collect()
    }

    /// The part of keys that tells the template and how much of a document is shown.
    fn digest(&self) -> u64 {
        Digest::of(format!("{}\n{}", self.template.digest(), self.document_tokens)).short()
    }
}

/// The requests for the chunks of a document. A prompt is made when it is asked for: together they are far longer than the document.
#[derive(Debug)]
pub struct OfDocument<'r> {
    requests: &'r Requests,
    template: u64,
    document: Digest,
    chunks: Chunks,
    shown: Vec<Range<usize>>,
}

impl OfDocument<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The keys, in the order of the chunks.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.chunks.iter().map(|chunk| self.key(chunk))
    }

    /// The key of a request and the id of its chunk, by the chunk's place among those of the document.
    pub fn names(&self, nth: usize) -> Option<(Key, Uuid)> {
        self.chunks.get(nth).map(|chunk| (self.key(chunk), chunk.id()))
    }

    /// The requests, in the order of the chunks.
    pub fn iter(&self) -> impl Iterator<Item = Request> {
        (0..self.len()).filter_map(|nth| self.get(nth))
    }

    /// The request for a chunk, by its place among those of the document.
    pub fn get(&self, nth: usize) -> Option<Request> {
        let chunk = self.chunks.get(nth)?;
        let text = self.chunks.text();
        let document = self.shown.get(nth).map_or(&**text, |shown| &text[shown.clone()]);
        let title = self.chunks.title().unwrap_or_default();
        let source = chunk.source_range();
        Some(Request {
            key: self.key(chunk),
            doc_id: chunk.doc_id().to_owned(),
            id: chunk.id(),
            start: source.start,
            end: source.end,
            prompt: self.requests.template.fill(document.trim(), title, chunk.text()),
        })
    }

    fn key(&self, chunk: Chunk<'_>) -> Key {
        Key { template: self.template, about: About::new(self.document, chunk) }
    }
}

/// Reads requests: JSON lines, or an array. Failures call them `name`; the others go on.
pub fn read_requests(
    from: impl BufRead,
    name: impl Into<String>,
) -> impl Iterator<Item = std::result::Result<Request, Failure>> {
    Records::new(from, name).map(|record| {
        let record = record?;
        serde_json::from_slice(&record.json).map_err(|error| {
            let message = format!("no request: {error}; write requests with `kawara context requests`");
            Failure::new(record.place(), message)
        })
    })
}
