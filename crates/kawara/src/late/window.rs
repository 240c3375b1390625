use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use kawara_core::Chunks;
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
    /// after. Empty where it has no token.
    pub pool: Vec<Weighted>,
}

/// Tokens, and what each of them weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    /// Half-open rows of the model's output.
    pub tokens: Range<usize>,
    /// The weight of each: 1, or what the soft overlap says.
    pub weight: f64,
}
