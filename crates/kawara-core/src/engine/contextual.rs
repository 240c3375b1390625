//! Contexts from outside, such as what a language model says of each chunk in its document.

use super::Engine;
use crate::chunks::Chunk;
use crate::{Chunks, Counter, Document, Grain, Result};

impl Engine {
    /// Puts contexts from outside before the text of chunks that this engine made, behind the context that they have. What is embedded is
    /// context and text, as ever.
    ///
    /// Ids and spans stay as they are: it is the same chunk, embedded another way. The tokens are counted anew, and none goes over
    /// `max-tokens`: a context that does not fit is shortened, to whole sentences where it can be, or left out, and the chunk is flagged
    /// [`OutsideReduced`](crate::Flag::OutsideReduced). [`Budget::reserve_tokens`](crate::Budget::reserve_tokens) keeps room for contexts when
    /// chunks are cut; here it may be used up.
    ///
    /// `context` is asked for each chunk; white space around what it says is dropped. Chunks that were given one before are given the new one
    /// instead.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Document, Engine, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// settings.budget.max_tokens = 12;
    /// settings.budget.reserve_tokens = 6;
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    /// let chunks = engine.chunk(&Document::new("pump", "The pump stopped. Nobody noticed."))?;
    /// let id = chunks.get(0).unwrap().id();
    ///
    /// let chunks = engine.add_contexts(chunks, |_| Some("From the log of the waterworks. It is about the night shift.".into()))?;
    /// let chunk = chunks.get(0).unwrap();
    /// assert_eq!(chunk.context(), "From the log of the waterworks.\n", "there is no room for both sentences");
    /// assert_eq!((chunk.id(), chunk.tokens()), (id, 11));
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the counter returns, or a pack that cuts a context.
    pub fn add_contexts(
        &self,
        mut chunks: Chunks,
        mut context: impl FnMut(Chunk<'_>) -> Option<String>,
    ) -> Result<Chunks> {
        for nth in 0..chunks.len() {
            let Some(chunk) = chunks.get(nth) else { continue };
            let Some(outside) = context(chunk) else { continue };
            let settings = chunk.in_force().settings();
            let fitting = Fitting {
                engine: self,
                counter: self.counter(settings)?,
                own: chunk.own_context(),
                text: chunk.text(),
                language: chunk.language(),
                max_tokens: settings.budget.max_tokens,
            };
            let fitted = fitting.fit(outside.trim()).map_err(|error| error.in_document(chunk.doc_id()))?;
            chunks.set_outside(nth, fitted);
        }
        Ok(chunks)
    }
}

/// A context from outside that was made to fit.
pub(crate) struct Outside {
    /// With the line feed behind it; or nothing.
    pub(crate) text: String,
    /// Of the whole chunk, special tokens included.
    pub(crate) tokens: u32,
    pub(crate) reduced: bool,
    /// What the chunk may have.
    pub(crate) max_tokens: u32,
}

struct Fitting<'f> {
    engine: &'f Engine,
    counter: &'f dyn Counter,
    own: &'f str,
    text: &'f str,
    language: &'f str,
    max_tokens: u32,
}

impl Fitting<'_> {
    fn fit(&self, outside: &str) -> Result<Outside> {
        let whole = self.made(outside)?;
        if whole.tokens <= self.max_tokens || outside.is_empty() {
            return Ok(whole);
        }
        for grain in [Grain::Sentence, Grain::Word] {
            if let Some(fitted) = self.longest(outside, &self.ends(outside, grain)?)? {
                return Ok(Outside { reduced: true, ..fitted });
            }
        }
        Ok(Outside { reduced: true, ..self.made("")? })
    }

    /// The longest beginning that ends at one of these bytes and fits.
    fn longest(&self, outside: &str, ends: &[usize]) -> Result<Option<Outside>> {
        let (mut fits, mut over) = (0, ends.len());
        let mut best = None;
        while fits < over {
            let middle = (fits + over) / 2;
            let made = self.made(&outside[..ends[middle]])?;
            if made.tokens <= self.max_tokens {
                fits = middle + 1;
                best = Some(made);
            } else {
                over = middle;
            }
        }
        Ok(best)
    }

    /// Where pieces of a grain end, without the white space behind them.
    fn ends(&self, outside: &str, grain: Grain) -> Result<Vec<usize>> {
        let document =
            Document::new("context", outside).with_content_type("text/plain").with_language(self.language);
        let units = self.engine.worker().units(&document, Some(grain))?;
        Ok(units.into_iter().map(|unit| unit.source.end).collect())
    }

    fn made(&self, outside: &str) -> Result<Outside> {
        let text = if outside.is_empty() { String::new() } else { format!("{outside}\n") };
        let tokens = self.counter.count(&format!("{}{text}{}", self.own, self.text))?;
        let tokens = tokens.saturating_add(self.counter.specials());
        Ok(Outside { text, tokens, reduced: false, max_tokens: self.max_tokens })
    }
}
