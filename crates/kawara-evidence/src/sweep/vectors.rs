//! The vectors of a plan's chunks, mode by mode.

use std::collections::BTreeSet;

use kawara::contextual::Contexts;
use kawara::late::{LateOptions, windows_by};
use kawara::{Chunks, Embedder, Engine, vectors_of};

use super::mode::Mode;
use crate::retrieve::{Ranks, nearest, ranked};
use crate::{Corpus, Error, ErrorKind, Laid, Question, Result};

/// Who makes vectors for a [`Sweep`](super::Sweep), and of what.
#[derive(Clone, Copy)]
pub struct Vectors<'v> {
    /// The embedding model. It needs to be [opened](Embedder::open).
    pub embedder: &'v dyn Embedder,
    /// What stands before each question when it is embedded, because the model was trained so.
    pub query_prefix: &'v str,
    /// How late chunking lays its windows; what it says of soft overlap is the mode's own matter.
    pub late: &'v LateOptions,
    /// The contexts from outside that the mode `contextual` puts before chunks.
    pub contexts: Option<&'v Contexts>,
}

impl std::fmt::Debug for Vectors<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vectors").field("embedder", &self.embedder.id()).finish_non_exhaustive()
    }
}

/// What the model made of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Embedded {
    /// By the chunks' places among [`Laid::pieces`]; `None` where a chunk has no token.
    pub(super) vectors: Vec<Option<Vec<f32>>>,
    /// By document, the tokens that the model read, as the policy counts them: special tokens included, and each as often as it was read.
    pub(super) tokens: Vec<u64>,
    /// Whether it is more than the plan that is stored: contexts came to its chunks.
    pub(super) is_stored: bool,
}

/// What is embedded of a document's chunks, and the tokens of all of it.
struct Texts {
    texts: Vec<String>,
    tokens: u64,
}

impl Vectors<'_> {
    /// Embeds a plan. `done` hears the bytes of each document.
    ///
    /// # Errors
    /// When the model cannot be asked, or a document cannot be embedded in this mode.
    pub(super) fn of(
        &self,
        mode: Mode,
        engine: &Engine,
        corpus: &Corpus,
        laid: &Laid,
        done: &mut dyn FnMut(u64),
    ) -> Result<Embedded> {
        let mut embedded = Embedded { is_stored: mode == Mode::Contextual, ..Embedded::default() };
        for (nth, document) in laid.documents.iter().enumerate() {
            done(corpus.get(nth).map_or(0, |source| source.text().len() as u64));
            let Some(chunks) = document.chunks.as_ref().filter(|chunks| !chunks.is_empty()) else {
                embedded.tokens.push(0);
                embedded.vectors.resize(embedded.vectors.len() + document.pieces.len(), None);
                continue;
            };
            let named = |error: kawara::Error| {
                // What most often goes wrong there: another tokenizer counts.
                let hint = if mode.pools() {
                    "; late chunking takes a counter that is the model's own, such as budget.counter = \"hf:tokenizer.json\", or leave it out of the modes"
                } else {
                    ""
                };
                Error::new(ErrorKind::Settings, format!("{}: {error}{hint}", chunks.doc_id()))
            };
            let (vectors, tokens) = match mode {
                Mode::Late | Mode::LateSoft => self.late(mode, engine, chunks),
                _ => self
                    .texts(mode, engine, corpus, nth, chunks)
                    .and_then(|texts| Ok((self.embed(&texts.texts)?, texts.tokens))),
            }
            .map_err(named)?;
            embedded.vectors.extend(vectors);
            embedded.tokens.push(tokens);
        }
        // Contexts are for the chunks of one size and carry: of others none may be at hand, and the row would be that of the mode `chunk`.
        let plan = laid.pieces.iter().map(|piece| u64::from(piece.tokens)).sum::<u64>();
        if mode == Mode::Contextual && embedded.tokens.iter().sum::<u64>() == plan {
            let message = "no chunk has a context there; contexts are for the chunks of one size and carry, so have them made for these, too";
            return Err(Error::new(ErrorKind::Settings, message));
        }
        Ok(embedded)
    }

    /// What the questions bring, by the cosine of the angles between vectors.
    ///
    /// # Errors
    /// When the model cannot be asked.
    pub(super) fn rank(&self, embedded: &Embedded, questions: &[Question], k: usize) -> Result<Ranks> {
        ranked(questions, self.embedder.id(), k, |asked| {
            let texts: Vec<String> =
                asked.iter().map(|text| format!("{}{text}", self.query_prefix)).collect();
            let queries = self.embed(&texts)?;
            let queries: Vec<Vec<f32>> = queries.into_iter().flatten().collect();
            let widths: BTreeSet<usize> =
                queries.iter().chain(embedded.vectors.iter().flatten()).map(Vec::len).collect();
            if widths.len() > 1 {
                let message = format!(
                    "{} has vectors of {} numbers for questions and chunks; nothing can be compared",
                    self.embedder.id(),
                    widths.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
                );
                return Err(Error::new(ErrorKind::Retriever, message));
            }
            Ok(nearest(&embedded.vectors, &queries, k))
        })
    }

    fn embed(&self, texts: &[String]) -> kawara::Result<Vec<Option<Vec<f32>>>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ok(vectors_of(self.embedder, &texts)?.into_iter().map(Some).collect())
    }

    fn texts(
        &self,
        mode: Mode,
        engine: &Engine,
        corpus: &Corpus,
        document: usize,
        chunks: &Chunks,
    ) -> kawara::Result<Texts> {
        let whole = |chunks: &Chunks| Texts {
            texts: chunks.iter().map(|chunk| format!("{}{}", chunk.context(), chunk.text())).collect(),
            tokens: chunks.iter().map(|chunk| u64::from(chunk.tokens())).sum(),
        };
        match (mode, self.contexts, corpus.get(document)) {
            (Mode::Text, ..) => {
                let mut bare = Texts { texts: Vec::with_capacity(chunks.len()), tokens: 0 };
                for chunk in chunks.iter() {
                    let settings = chunk.in_force().settings();
                    let (counter, prefix) = (engine.counter(settings)?, &settings.context.prefix);
                    let text = format!("{prefix}{}", chunk.text());
                    bare.tokens += u64::from(counter.specials() + counter.count(&text)?);
                    bare.texts.push(text);
                }
                Ok(bare)
            }
            (Mode::Contextual, Some(contexts), Some(source)) => {
                contexts.add(engine, source.document(), chunks.clone()).map(|chunks| whole(&chunks))
            }
            _ => Ok(whole(chunks)),
        }
    }

    fn late(
        &self,
        mode: Mode,
        engine: &Engine,
        chunks: &Chunks,
    ) -> kawara::Result<(Vec<Option<Vec<f32>>>, u64)> {
        let soft_units = usize::from(mode == Mode::LateSoft);
        let options = LateOptions { soft_units, ..self.late.clone() };
        let (mut vectors, mut tokens) = (vec![None; chunks.len()], 0);
        for window in windows_by(engine, chunks, &options)? {
            tokens += window.tokens as u64;
            for (chunk, vector) in window.chunks.iter().zip(window.vectors(self.embedder)?) {
                vectors[chunk.nth] = vector;
            }
        }
        Ok((vectors, tokens))
    }
}
