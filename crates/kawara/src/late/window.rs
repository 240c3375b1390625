use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use kawara_core::{Chunks, Embedder, Pooling, Result, Weighted, pooled_of};
use uuid::Uuid;

/// A stretch of a document that a model reads at once, and the chunks that are pooled from it.
///
/// What the model is given is [`prefix`](Self::prefix) followed by [`text`](Self::text), as they are, tokenised with its special tokens
/// and without truncation.
#[derive(Clone)]
pub struct Window<'c> {
    pub(super) owner: &'c Chunks,
    /// Its half-open bytes of [`Chunks::text`].
    pub range: Range<usize>,
    /// What stands before the text.
    pub prefix: Arc<str>,
    /// How many tokens the model sees, special tokens and prefix included: the rows of its output.
    pub tokens: usize,
    /// How many of these are special tokens before prefix and text, and behind: they are no chunk's.
    pub specials: [usize; 2],
    /// The chunks, in the order of the text.
    pub chunks: Vec<LateChunk>,
}

impl<'c> Window<'c> {
    /// The document's id.
    pub fn doc_id(&self) -> &'c str {
        self.owner.doc_id()
    }

    /// The text.
    pub fn text(&self) -> &'c str {
        &self.owner.text()[self.range.clone()]
    }

    /// Its half-open bytes of the source.
    pub fn source_range(&self) -> Range<usize> {
        self.owner.source_range(self.range.clone())
    }

    /// The vectors of its chunks, in their order, by an embedder that [can pool](Embedder::can_pool); `None` for a chunk without a token.
    ///
    /// # Errors
    /// As [`pooled_of`].
    pub fn vectors(&self, embedder: &dyn Embedder) -> Result<Vec<Option<Vec<f32>>>> {
        let pools = self.chunks.iter().map(|chunk| chunk.pool.as_slice());
        let pools: Vec<&[Weighted]> = pools.filter(|pool| !pool.is_empty()).collect();
        if pools.is_empty() {
            return Ok(vec![None; self.chunks.len()]);
        }
        let text = [&*self.prefix, self.text()].concat();
        let pooled = pooled_of(embedder, &Pooling { text: &text, tokens: self.tokens, pools })?;
        let mut pooled = pooled.into_iter();
        let next = |chunk: &LateChunk| if chunk.pool.is_empty() { None } else { pooled.next() };
        Ok(self.chunks.iter().map(next).collect())
    }
}

impl fmt::Debug for Window<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window")
            .field("range", &self.range)
            .field("prefix", &self.prefix)
            .field("tokens", &self.tokens)
            .field("specials", &self.specials)
            .field("chunks", &self.chunks)
            .finish()
    }
}

/// The tokens of a chunk, as half-open rows of the model's output for its window.
#[derive(Clone, Debug, PartialEq)]
pub struct LateChunk {
    /// The chunk's id.
    pub id: Uuid,
    /// Its place among the [`Chunks`].
    pub nth: usize,
    /// All tokens that stand in it with at least a byte, those of carried units too. Empty where the tokenizer makes nothing of its text.
    pub tokens: Range<usize>,
    /// Those of them that are no other chunk's: without what is carried, and without a token that reaches over its edge and is more the
    /// neighbour's. Empty where a token is larger than the chunk.
    pub own: Range<usize>,
    /// What its vector is the weighted mean of: `own`, or `tokens` where nothing is its own, and what the soft overlap adds before and
    /// after, with the weight that the options say. Empty where it has no token.
    pub pool: Vec<Weighted>,
}
