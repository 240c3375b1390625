//! What a way of cutting costs: chunks, tokens, vectors, money. Nothing is estimated: the corpus is laid as a run would lay it, and counted.
//!
//! Only windows of a fixed size have [closed forms](crate::windows).

mod price;

use kawara::input::{Failure, Input};
use kawara::policy::models::model;
use kawara::run::{RunOptions, run};
use kawara::{Chunks, Engine, Flag};
use serde_json::{Value, json};

pub use price::{Price, Vectors};

/// What a corpus comes to, cut in one way.
///
/// ```
/// use kawara::{Document, input::Input, policy::Policy, run::RunOptions};
/// use kawara_evidence::cost::{Vectors, cost};
///
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n", "kawara.toml", ".")?;
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let inputs = [Input::Document(Box::new(Document::new("gate", text)))];
/// let cost = cost(&kawara::engine(policy)?, inputs.into_iter(), RunOptions::default(), |_, _| ());
///
/// assert_eq!((cost.documents, cost.chunks, cost.source_tokens, cost.stored_tokens), (1, 2, 28, 34));
/// assert_eq!(format!("{:.3}", cost.redundancy().unwrap()), "0.214");
/// assert_eq!(cost.vector_bytes(Vectors { dimensions: Some(1536), bytes: 4 }), Some(2 * 1536 * 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// Documents that were cut.
    pub documents: u64,
    /// Documents that failed.
    pub failed: u64,
    /// Chunks.
    pub chunks: u64,
    /// Tokens of all documents, each once.
    pub source_tokens: u64,
    /// Tokens of all chunks: context, what is carried, and special tokens included.
    pub stored_tokens: u64,
    /// Tokens that are embedded: of the chunks once for each model of their policy, or once where it names none.
    pub embedded_tokens: u64,
    /// Chunks that were to repeat something.
    pub asked: u64,
    /// Chunks that repeat something.
    pub carrying: u64,
    /// How many chunks have each flag, in the order of [`Flag::ALL`].
    pub flags: [u64; Flag::ALL.len()],
    /// Vectors, by how many numbers each has; `None` where no model says so.
    vectors: Vec<(Option<u32>, u64)>,
}

/// Cuts every input, and adds up. `done` is told of each document, and of each part of a long one, with the bytes that were read for it;
/// no more is held than is worked on.
pub fn cost(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    mut done: impl FnMut(Result<&Chunks, Failure>, u64),
) -> Cost {
    let mut cost = Cost::default();
    run(engine, inputs, options, |result, bytes| {
        match &result {
            Ok(chunks) => cost.add(chunks),
            Err(_) => cost.failed += 1,
        }
        done(result.as_ref().map_err(Clone::clone), bytes);
        true
    });
    cost
}

impl Cost {
    /// Adds the chunks of a document, or of a part of one.
    pub fn add(&mut self, chunks: &Chunks) {
        self.documents += u64::from(chunks.is_last());
        self.source_tokens += u64::from(chunks.document_tokens());
        for chunk in chunks.iter() {
            let tokens = u64::from(chunk.tokens());
            let models = &chunk.in_force().settings().budget.models;
            self.chunks += 1;
            self.stored_tokens += tokens;
            self.embedded_tokens += tokens * models.len().max(1) as u64;
            self.asked += u64::from(chunk.asked() > 0);
            self.carrying += u64::from(chunk.carried() > 0);
            for (count, flag) in self.flags.iter_mut().zip(Flag::ALL) {
                *count += u64::from(chunk.flags().contains(flag));
            }
            if models.is_empty() {
                self.vector(None);
            }
            models.iter().for_each(|name| self.vector(model(name).and_then(|model| model.dimensions())));
        }
    }

    fn vector(&mut self, dimensions: Option<u32>) {
        match self.vectors.iter_mut().find(|(known, _)| *known == dimensions) {
            Some((_, count)) => *count += 1,
            None => self.vectors.push((dimensions, 1)),
        }
    }

    /// How many chunks have a flag.
    pub fn flagged(&self, flag: Flag) -> u64 {
        Flag::ALL.iter().zip(self.flags).find(|(one, _)| **one == flag).map_or(0, |(_, count)| count)
    }

    /// Σ tokens(chunk) / Σ tokens(document) − 1: what is stored beside the documents themselves; `None` where nothing was counted.
    pub fn redundancy(&self) -> Option<f64> {
        (self.source_tokens > 0).then(|| self.stored_tokens as f64 / self.source_tokens as f64 - 1.0)
    }

    /// How many vectors there are: one for each chunk and model.
    pub fn vector_count(&self) -> u64 {
        self.vectors.iter().map(|(_, count)| count).sum()
    }

    /// Bytes of all vectors, without what an index adds; `None` where it is not known how many numbers one has.
    pub fn vector_bytes(&self, vectors: Vectors) -> Option<u64> {
        self.vectors.iter().try_fold(0u64, |sum, (known, count)| {
            let each = Vectors { dimensions: vectors.dimensions.or(*known), ..vectors }.of(*count)?;
            Some(sum.saturating_add(each))
        })
    }

    /// All of it as JSON; sizes of vectors and a price where they are known.
    pub fn to_json(&self, vectors: Vectors, price: Option<&Price>) -> Value {
        let flags =
            Flag::ALL.iter().zip(self.flags).map(|(flag, count)| (flag.as_str().to_owned(), count.into()));
        json!({
            "documents": self.documents, "failed": self.failed, "chunks": self.chunks, "source_tokens": self.source_tokens,
            "stored_tokens": self.stored_tokens, "effective_redundancy": self.redundancy(), "vectors": self.vector_count(),
            "vector_bytes": self.vector_bytes(vectors), "embedded_tokens": self.embedded_tokens,
            "price": price.map(|price| price.to_json(self.embedded_tokens)),
            "asked_to_carry": self.asked, "carrying": self.carrying, "flags": flags.collect::<serde_json::Map<String, Value>>(),
        })
    }
}
