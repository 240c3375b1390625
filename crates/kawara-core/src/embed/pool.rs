use std::ops::Range;

use super::vectors::judge;
use crate::{Embedder, Result};

/// A text that a model reads at once, and what of it is pooled.
#[derive(Clone, Debug)]
pub struct Pooling<'t> {
    /// What the model is given, as it is: tokenised with its special tokens, without truncation.
    pub text: &'t str,
    /// How many tokens it sees, special tokens included; with another number nothing of the rows below is true.
    pub tokens: usize,
    /// Of each vector that is wanted, what it is the weighted mean of; none of them empty.
    pub pools: Vec<&'t [Weighted]>,
}

/// Tokens, and what each of them weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    /// Half-open rows of the model's output, which has one for each token.
    pub tokens: Range<usize>,
    /// The weight of each, above 0.
    pub weight: f64,
}

/// The vectors that an embedder pools, one for each of [`Pooling::pools`], all of one width, finite, and with a direction.
///
/// # Errors
/// What the embedder returns, and for whatever is no vector: the message names it.
pub fn pooled_of(embedder: &dyn Embedder, pooling: &Pooling<'_>) -> Result<Vec<Vec<f32>>> {
    let vectors = embedder.pool(pooling)?;
    judge(embedder, vectors, pooling.pools.len(), "pool", |_| String::new())
}
