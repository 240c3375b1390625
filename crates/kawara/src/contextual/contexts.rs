//! Contexts that came from outside, and which chunks they are for.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kawara_core::{Chunk, Chunks, Document, Engine, Result};
use uuid::Uuid;

use super::key::{About, Key, digest_of_document};
use super::line::{Line, Meant};
use super::told::Told;
use crate::digest::{Digest, Digester};
use crate::guard::Records;
use crate::input::Failure;

/// Contexts by the chunks that they are for, as JSON lines or an array: `{"key", "doc_id", "id", "start", "end", "context"}`, of which `context` and
/// one of `key`, `id`, and `doc_id` with `start` and `end` (half-open bytes of the source) have to be there. All of them are held in memory.
///
/// A chunk has the context that was given for its key; else that for its id, which may have been made from an earlier version of the document; else that
/// of a line without key and id for its document and its span. Of lines with another key, the later one holds.
///
/// ```
/// use kawara::contextual::Contexts;
/// use kawara::{Document, policy::Policy};
///
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let document = Document::new("pump", "The pump stopped.");
/// let lines = r#"{"doc_id": "pump", "start": 0, "end": 17, "context": "From the log of the waterworks."}"#;
/// let contexts = Contexts::read(lines.as_bytes(), "contexts.jsonl").unwrap();
/// let chunks = contexts.add(&engine, &document, engine.chunk(&document)?)?;
/// assert_eq!(chunks.get(0).unwrap().context(), "From the log of the waterworks.\n");
/// assert_eq!((contexts.told().given, contexts.told().without), (1, 0));
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Contexts {
    lines: Vec<Line>,
    keys: HashSet<Key>,
    by_about: HashMap<About, usize>,
    by_id: HashMap<Uuid, usize>,
    by_span: HashMap<(Digest, usize, usize), usize>,
    /// All that may concern a document: by the digest of its id, of its text, and by chunk for those that tell no document.
    of_id: HashMap<Digest, Vec<usize>>,
    of_document: HashMap<Digest, Vec<usize>>,
    /// Whether a line was for a chunk, or gave way to a later one.
    met: Vec<AtomicBool>,
    given: AtomicU64,
    earlier: AtomicU64,
    without: AtomicU64,
}

impl Contexts {
    /// Reads contexts; failures call them `name`.
    ///
    /// # Errors
    /// All that is wrong with them, each with its line: what is no such object, tells no context or no chunk, or gives a chunk another context than a
    /// line before.
    pub fn read(from: impl BufRead, name: impl Into<String>) -> std::result::Result<Self, Vec<Failure>> {
        let (mut contexts, mut failures) = (Self::default(), Vec::new());
        for record in Records::new(from, name) {
            let taken = record.and_then(|record| {
                let line = Line::parse(&record).map_err(|message| Failure::new(record.place(), message))?;
                contexts.take(line).map_err(|message| Failure::new(record.place(), message))
            });
            failures.extend(taken.err());
        }
        if failures.is_empty() { Ok(contexts) } else { Err(failures) }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there is one for a key.
    pub fn has_key(&self, key: &Key) -> bool {
        self.keys.contains(key)
    }

    /// Whether there is one for the chunk with an id, though its document may have changed elsewhere.
    pub fn has_id(&self, id: Uuid) -> bool {
        self.by_id.contains_key(&id)
    }

    /// [Adds](Engine::add_contexts) what there is for the chunks of a document, or of a part of it.
    ///
    /// # Errors
    /// As [`Engine::add_contexts`].
    pub fn add(&self, engine: &Engine, document: &Document, chunks: Chunks) -> Result<Chunks> {
        self.add_to(engine, chunks, Some(digest_of_document(document)))
    }

    /// What became of the lines so far.
    pub fn told(&self) -> Told {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let is_unmet = |nth: &&usize| !self.met[**nth].load(Ordering::Relaxed);
        let places: Vec<usize> = (0..self.lines.len()).collect();
        let unmet = places.iter().filter(is_unmet);
        Told {
            given: count(&self.given),
            earlier: count(&self.earlier),
            without: count(&self.without),
            unmet: unmet.clone().count() as u64,
            first_unmet: unmet.map(|nth| self.lines[*nth].place.clone()).next(),
        }
    }

    /// Without the digest of the document no line is found by its key.
    pub(crate) fn add_to(&self, engine: &Engine, chunks: Chunks, document: Option<Digest>) -> Result<Chunks> {
        engine.add_contexts(chunks, |chunk| {
            let found = self.find(chunk, document);
            let Some((line, is_earlier)) = found else {
                self.without.fetch_add(1, Ordering::Relaxed);
                return None;
            };
            self.met[line].store(true, Ordering::Relaxed);
            self.given.fetch_add(1, Ordering::Relaxed);
            self.earlier.fetch_add(is_earlier.into(), Ordering::Relaxed);
            Some(self.lines[line].context.clone())
        })
    }

    /// The line for a chunk, and whether that was made from another version of its document.
    fn find(&self, chunk: Chunk<'_>, document: Option<Digest>) -> Option<(usize, bool)> {
        let about = document.map(|document| About::new(document, chunk));
        if let Some(line) = about.and_then(|about| self.by_about.get(&about)) {
            return Some((*line, false));
        }
        if let Some(line) = self.by_id.get(&chunk.id()) {
            return Some((*line, about.is_some() && self.lines[*line].key.is_some()));
        }
        let source = chunk.source_range();
        let span = (Digest::of(chunk.doc_id()), source.start, source.end);
        self.by_span.get(&span).map(|line| (*line, false))
    }

    /// The digest of all that there is for a document and may concern its chunks, which are known by their ids; `None` where there is nothing.
    pub(crate) fn digest(
        &self,
        doc_id: &str,
        document: Option<Digest>,
        chunks: impl Iterator<Item = Uuid>,
    ) -> Option<Digest> {
        let mut places = self.places(doc_id, document, chunks);
        places.sort_unstable();
        places.dedup();
        let mut digester = Digester::new();
        for nth in &places {
            digester.update(self.lines[*nth].digest().to_string());
        }
        (!places.is_empty()).then(|| digester.finish())
    }

    /// Counts what there is for a document as met: it is as it was, and is not chunked.
    pub(crate) fn pass(&self, doc_id: &str, document: Option<Digest>, chunks: impl Iterator<Item = Uuid>) {
        for nth in self.places(doc_id, document, chunks) {
            self.met[nth].store(true, Ordering::Relaxed);
        }
    }

    fn places(
        &self,
        doc_id: &str,
        document: Option<Digest>,
        chunks: impl Iterator<Item = Uuid>,
    ) -> Vec<usize> {
        let of_id = self.of_id.get(&Digest::of(doc_id));
        let of_document = document.and_then(|document| self.of_document.get(&document));
        let of_chunks = chunks.filter_map(|id| self.by_id.get(&id).copied());
        of_id.into_iter().chain(of_document).flatten().copied().chain(of_chunks).collect()
    }

    /// # Errors
    /// When a line before says something else of the same chunk.
    fn take(&mut self, line: Line) -> std::result::Result<(), String> {
        let nth = self.lines.len();
        let id = if let Meant::Id(id) = line.meant { Some(id) } else { None };
        let (about, span) = (line.key.map(|key| key.about), line.span());
        let known = [
            about.and_then(|about| self.by_about.get(&about)),
            id.and_then(|id| self.by_id.get(&id)),
            span.and_then(|span| self.by_span.get(&span)),
        ];
        let given_way: Vec<usize> = known.into_iter().flatten().copied().collect();
        given_way.iter().try_for_each(|known| line.agrees_with(&self.lines[*known]))?;
        about.map(|about| self.by_about.insert(about, nth));
        id.map(|id| self.by_id.insert(id, nth));
        span.map(|span| self.by_span.insert(span, nth));
        for known in given_way {
            self.met[known].store(true, Ordering::Relaxed);
        }
        if let Some(doc_id) = &line.doc_id {
            self.of_id.entry(*doc_id).or_default().push(nth);
        }
        if let Some(key) = line.key {
            self.keys.insert(key);
            self.of_document.entry(key.about.document).or_default().push(nth);
        }
        self.lines.push(line);
        self.met.push(AtomicBool::new(false));
        Ok(())
    }
}
