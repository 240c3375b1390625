//! Added tokens, which are found before anything else is done and must not be torn.

use tokenizers::pipeline::PipelineNormalizer;

use super::chars::is_blank;
use crate::tokenizer::{Added, Tokenizer};

/// Neighbours inside added tokens.
#[derive(Debug)]
pub(super) struct Pairs {
    pairs: Vec<(char, char)>,
    /// Some token is looked for in the text as the normalizers leave it, in which only white space is sure to be what it was.
    only_blanks: bool,
}

impl Pairs {
    /// `None` where a token cannot be kept whole by looking at neighbours.
    pub(super) fn of(tokenizer: &Tokenizer) -> Option<Self> {
        let added = tokenizer.added();
        if added.iter().all(|token| token.is_special) {
            // Special tokens are plain text, and hide no others.
            return Some(Self { pairs: Vec::new(), only_blanks: false });
        }
        let composes = tokenizer.normalizers().iter().all(|one| matches!(one, PipelineNormalizer::NFC(_)));
        let tears = |token: &&Added| token.is_normalized && (!composes || goes_on_after_blanks(token));
        if added.iter().any(|token| token.looks_around)
            || added.iter().filter(|token| !token.is_special).any(|token| tears(&token))
        {
            return None;
        }
        Some(Self {
            pairs: added.iter().flat_map(neighbours).collect(),
            only_blanks: added.iter().any(|token| !token.is_special && token.is_normalized),
        })
    }

    /// Whether a token may have these neighbours in it.
    pub(super) fn hold(&self, before: char, after: char) -> bool {
        (self.only_blanks && !is_blank(after)) || self.pairs.contains(&(before, after))
    }
}

fn neighbours(token: &Added) -> impl Iterator<Item = (char, char)> + '_ {
    token.content.chars().zip(token.content.chars().skip(1))
}

fn goes_on_after_blanks(token: &Added) -> bool {
    neighbours(token).any(|(before, after)| !before.is_whitespace() && after.is_whitespace())
}
