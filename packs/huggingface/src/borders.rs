//! Between which characters a text can be parted so that the counts of its parts add up.
//!
//! A *border* lies between two neighbouring characters. Whether it is one depends on these two alone, so that a part of a text
//! has the borders that the whole has. It is sure only if nothing of the pipeline looks across: no added token, no normalizer, no
//! pre-tokenizer; and if the pre-tokenizer cuts there, since a model sees one pre-token at a time.

mod chars;
mod normalizers;
mod splits;

use crate::tokenizer::{Added, Tokenizer};
use chars::is_blank;
use splits::Splits;

/// How far borders are looked for backward: before the end of a sentence there is one within a word.
const NEAR: usize = 48;

/// The borders of one tokenizer.
#[derive(Debug)]
pub(crate) struct Borders {
    splits: Splits,
    /// Pairs of neighbours inside added tokens.
    added: Vec<(char, char)>,
    /// Whether only white space is sure to come out of the normalizers as it went in.
    only_blanks: bool,
    /// Whether only the plain space is turned into what words are parted at.
    only_spaces: bool,
}

impl Borders {
    /// The borders, if this kind of tokenizer is known to have any.
    pub(crate) fn of(tokenizer: &Tokenizer) -> Option<Self> {
        let normalized = normalizers::judge(tokenizer.normalizers())?;
        let splits = Splits::of(tokenizer.pre_tokenizer(), normalized.parts_han)?;
        let added = tokenizer.added();
        if added.iter().any(|added| added.looks_around || torn_by_blanks(added)) {
            return None;
        }
        let pairs = added.iter().flat_map(|added| added.content.chars().zip(added.content.chars().skip(1)));
        Some(Self {
            splits,
            added: pairs.collect(),
            // A token that is looked for in normalized text may stand in the source in another spelling.
            only_blanks: added.iter().any(|added| added.is_normalized),
            only_spaces: normalized.only_spaces,
        })
    }

    /// Whether a text may be parted between two neighbours.
    pub(crate) fn between(&self, before: char, after: char) -> bool {
        (!self.only_blanks || is_blank(after))
            && (!self.only_spaces || after == ' ')
            && self.splits.part(before, after)
            && !self.added.contains(&(before, after))
    }

    /// The first border at or behind byte `from`, within the text.
    pub(crate) fn next(&self, text: &str, from: usize) -> Option<usize> {
        let from = text.floor_char_boundary(from.max(1));
        let mut before = text[..from].chars().next_back()?;
        for (at, after) in text[from..].char_indices() {
            if self.between(before, after) {
                return Some(from + at);
            }
            before = after;
        }
        None
    }

    /// The last border at or before byte `to` and behind `from`, if it is near.
    pub(crate) fn last(&self, text: &str, from: usize, to: usize) -> Option<usize> {
        let mut after = text[to..].chars().next()?;
        let mut at = to;
        for before in text[from..to].chars().rev() {
            if at + NEAR < to {
                return None;
            }
            if self.between(before, after) {
                return Some(at);
            }
            at -= before.len_utf8();
            after = before;
        }
        None
    }
}

/// Whether a token that is looked for in normalized text goes on after white space.
fn torn_by_blanks(added: &Added) -> bool {
    let pairs = added.content.chars().zip(added.content.chars().skip(1));
    added.is_normalized && pairs.into_iter().any(|(before, after)| !is_blank(before) && is_blank(after))
}
