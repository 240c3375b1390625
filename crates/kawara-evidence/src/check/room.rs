use std::ops::Range;

use kawara::{Chunks, Counter, Engine};

use crate::{Corpus, Laid, Result};

/// How much of each document a chunk may hold, counted as its own policy counts.
#[derive(Clone, Copy, Debug)]
pub struct Room<'r> {
    engine: &'r Engine,
    corpus: &'r Corpus,
    laid: &'r Laid,
}

impl<'r> Room<'r> {
    /// The room that an engine gives, which laid the corpus so.
    pub fn new(engine: &'r Engine, corpus: &'r Corpus, laid: &'r Laid) -> Self {
        Self { engine, corpus, laid }
    }

    /// How the engine laid the corpus.
    pub fn laid(&self) -> &'r Laid {
        self.laid
    }

    /// The most tokens of a chunk of a document; `None` where it was not cut.
    pub fn budget(&self, document: usize) -> Option<u32> {
        let budget = &self.chunks(document)?.in_force().first()?.settings().budget;
        Some(budget.max_tokens.saturating_sub(budget.reserve_tokens))
    }

    /// The tokens that a stretch of a document would have as a chunk: special tokens, the prefix of every chunk, and what the reader makes
    /// of these characters of the source. `None` where it was not cut.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::{Corpus, Laid, check::Room};
    ///
    /// let text = "The gate opens at six. The bus leaves at seven.";
    /// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
    /// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\n", "kawara.toml", ".")?;
    /// let engine = kawara::engine(policy)?;
    /// let laid = Laid::by(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    /// let room = Room::new(&engine, &corpus, &laid);
    /// assert_eq!((room.tokens(0, 0..22)?, room.budget(0)), (Some(5), Some(6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the counter fails.
    pub fn tokens(&self, document: usize, chars: Range<usize>) -> Result<Option<u32>> {
        let (Some(chunks), Some(source)) = (self.chunks(document), self.corpus.get(document)) else {
            return Ok(None);
        };
        let Some(in_force) = chunks.in_force().first() else { return Ok(None) };
        let counter = self.engine.counter(in_force.settings())?;
        let prefix = &in_force.settings().context.prefix;
        let bytes = source.chars().bytes(source.text(), chars).unwrap_or_default();
        let text = readable(chunks, source.text(), bytes);
        Ok(Some(counter.specials() + counter.count(&format!("{prefix}{text}"))?))
    }

    /// What counts all documents, if it is one and the same.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn counter(&self) -> Result<Option<&'r dyn Counter>> {
        let of = |document: &'r crate::LaidDocument| document.chunks.as_ref()?.in_force().first();
        let mut all = self.laid.documents.iter().filter_map(of);
        let Some(first) = all.next() else { return Ok(None) };
        if all.any(|other| other.counter() != first.counter()) {
            return Ok(None);
        }
        Ok(Some(self.engine.counter(first.settings())?))
    }

    pub(super) fn chunks(&self, document: usize) -> Option<&'r Chunks> {
        self.laid.documents.get(document)?.chunks.as_ref()
    }
}

/// What the reader makes of a stretch of the source, in bytes.
fn readable<'c>(chunks: &'c Chunks, source: &'c str, bytes: Range<usize>) -> &'c str {
    let map = chunks.map();
    if map.is_identity() {
        return source.get(bytes).unwrap_or_default();
    }
    let within = || {
        let touches = |span: &&kawara::Span| {
            span.source.max(bytes.start) < (span.source + span.source_len).min(bytes.end)
        };
        map.spans().iter().filter(touches)
    };
    let is_verbatim = |span: &kawara::Span| span.text_len == span.source_len;
    let start = within().map(|span| match is_verbatim(span) {
        true => span.text + bytes.start.saturating_sub(span.source),
        false => span.text,
    });
    let end = within().map(|span| match is_verbatim(span) {
        true => span.text + (bytes.end.min(span.source + span.source_len) - span.source),
        false => span.text + span.text_len,
    });
    let range = start.min().unwrap_or(0)..end.max().unwrap_or(0);
    chunks.text().get(range).unwrap_or_default()
}
