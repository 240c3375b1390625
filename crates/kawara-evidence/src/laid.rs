use std::collections::BTreeMap;
use std::ops::Range;

use kawara::input::{Encoding, Failure, Input};
use kawara::run::{RunOptions, run};
use kawara::{Chunks, Engine};

use crate::{Corpus, Source};

/// The chunks that one way of cutting makes of a [`Corpus`].
#[derive(Clone, Debug, Default)]
pub struct Laid {
    /// By the place of the document in the corpus.
    pub documents: Vec<LaidDocument>,
    /// All chunks, document after document.
    pub pieces: Vec<Piece>,
}

/// What became of one document.
#[derive(Clone, Debug, Default)]
pub struct LaidDocument {
    /// Its chunks, by their places among [`Laid::pieces`].
    pub pieces: Range<usize>,
    /// Its units as they were laid, in order: half-open characters of the source, each with the white space behind it. Empty where the
    /// chunks do not say.
    pub units: Vec<Range<usize>>,
    /// The tokens of its text, the base of the redundancy; 0 where it was not counted.
    pub tokens: u64,
    /// The chunks as the engine made them; `None` where the document failed, they are remembered, or somebody else made them.
    pub chunks: Option<Chunks>,
    /// What each of its chunks is embedded as, where there are no [`chunks`](Self::chunks) to tell and it is not the source alone.
    pub texts: Vec<String>,
}

/// A chunk, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The document, by its place in the corpus.
    pub document: usize,
    /// Half-open characters of the source.
    pub chars: Range<usize>,
    /// The tokens of what is embedded: special tokens, context and text.
    pub tokens: u32,
    /// The units in it, by their places among [`LaidDocument::units`].
    pub units: Range<usize>,
    /// How many of its units, from the first, are carried from the chunk before.
    pub carried: usize,
}

impl Laid {
    /// Chunks a corpus. Documents that fail are handed to `failed` and have no chunks; the others go on.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::{Corpus, Laid};
    ///
    /// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
    /// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
    /// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n", "kawara.toml", ".")?;
    /// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    /// assert_eq!(laid.pieces.len(), 2);
    /// assert_eq!((laid.pieces[1].units.clone(), laid.pieces[1].carried), (2..4, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by(engine: &Engine, corpus: &Corpus, options: RunOptions, failed: impl FnMut(Failure)) -> Self {
        Self::by_while(engine, corpus, options, failed, || true)
    }

    /// As [`Laid::by`], for as long as `goes_on` says so, which is asked after each document, on this thread. Documents after that have no
    /// chunks.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::{Corpus, Laid};
    ///
    /// let inputs = ["a", "b", "c"].map(|id| Input::Document(Box::new(Document::new(id, "One."))));
    /// let corpus = Corpus::read(inputs, Encoding::UTF_8, |_| ());
    /// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
    /// let mut left = 2;
    /// let laid = Laid::by_while(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"), || {
    ///     left -= 1;
    ///     left > 0
    /// });
    /// assert_eq!((laid.documents.len(), laid.pieces.len()), (3, 2));
    /// # Ok::<(), kawara::Error>(())
    /// ```
    pub fn by_while(
        engine: &Engine,
        corpus: &Corpus,
        options: RunOptions,
        mut failed: impl FnMut(Failure),
        mut goes_on: impl FnMut() -> bool,
    ) -> Self {
        let documents = corpus.sources().iter().map(|source| Box::new(source.document().clone()));
        let inputs: Vec<Input> = documents.map(Input::Document).collect();
        let mut laid = Self::default();
        let options = RunOptions { encoding: Encoding::UTF_8, ..options };
        run(engine, inputs.into_iter(), options, |result, _| {
            match result {
                Ok(chunks) => laid.push(corpus, Some(chunks)),
                Err(failure) => {
                    failed(failure);
                    laid.push(corpus, None);
                }
            }
            goes_on()
        });
        (laid.documents.len()..corpus.sources().len()).for_each(|_| laid.push(corpus, None));
        laid
    }

    /// The next document of the corpus.
    pub(crate) fn push(&mut self, corpus: &Corpus, chunks: Option<Chunks>) {
        let document = self.documents.len();
        let (mut laid, pieces) = match (corpus.get(document), &chunks) {
            (Some(source), Some(chunks)) => of_document(document, source, chunks),
            _ => Default::default(),
        };
        laid.chunks = chunks;
        self.push_laid(laid, pieces);
    }

    /// The next document of the corpus, as it was laid.
    pub(crate) fn push_laid(&mut self, mut document: LaidDocument, pieces: Vec<Piece>) {
        let start = self.pieces.len();
        self.pieces.extend(pieces);
        document.pieces = start..self.pieces.len();
        self.documents.push(document);
    }

    /// The chunks of a document.
    pub fn pieces_of(&self, document: usize) -> &[Piece] {
        let range = self.documents.get(document).map_or(0..0, |document| document.pieces.clone());
        self.pieces.get(range).unwrap_or_default()
    }

    /// The tokens of all chunks.
    pub fn stored_tokens(&self) -> u64 {
        self.pieces.iter().map(|piece| u64::from(piece.tokens)).sum()
    }

    /// The tokens of all documents, each once.
    pub fn source_tokens(&self) -> u64 {
        self.documents.iter().map(|document| document.tokens).sum()
    }

    /// Σ tokens(chunk) / Σ tokens(document) − 1: what is stored beside the documents themselves; `None` where nothing was counted.
    pub fn effective_redundancy(&self) -> Option<f64> {
        let source = self.source_tokens();
        (source > 0).then(|| self.stored_tokens() as f64 / source as f64 - 1.0)
    }

    /// What a chunk is embedded as: its context and its text. Of somebody else's chunks, the source that it stands for.
    pub fn embedded(&self, corpus: &Corpus, nth: usize) -> String {
        let Some(piece) = self.pieces.get(nth) else { return String::new() };
        let document = self.documents.get(piece.document);
        let made = document.and_then(|document| {
            let nth = nth.checked_sub(document.pieces.start)?;
            let Some(chunks) = &document.chunks else { return document.texts.get(nth).cloned() };
            let chunk = chunks.get(nth)?;
            Some(format!("{}{}", chunk.context(), chunk.text()))
        });
        made.or_else(|| Some(corpus.get(piece.document)?.slice(piece.chars.clone()).to_owned()))
            .unwrap_or_default()
    }
}

/// A document of a corpus by its chunks, without these, and its pieces.
pub(crate) fn of_document(document: usize, source: &Source, chunks: &Chunks) -> (LaidDocument, Vec<Piece>) {
    let units = units(source, chunks);
    let pieces = chunks.iter().map(|chunk| {
        let first = chunk.units().next().map_or(0, |unit| source.chars().char_at(source.text(), unit.start));
        let first = units.partition_point(|unit| unit.start < first);
        Piece {
            document,
            chars: chunk.char_range(),
            tokens: chunk.tokens(),
            units: first..first + chunk.units().len(),
            carried: chunk.carried(),
        }
    });
    let pieces = pieces.collect();
    (LaidDocument { units, tokens: u64::from(chunks.document_tokens()), ..LaidDocument::default() }, pieces)
}

/// The units of all chunks, each once: a carried unit stands in two.
fn units(source: &Source, chunks: &Chunks) -> Vec<Range<usize>> {
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for chunk in chunks.iter() {
        for unit in chunk.units() {
            let end = ends.entry(unit.start).or_insert(unit.end);
            *end = unit.end.max(*end);
        }
    }
    ends.into_iter().map(|(start, end)| source.chars().chars(source.text(), start..end)).collect()
}
