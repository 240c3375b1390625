//! Between which characters a text can be parted so that the counts of its parts add up.
//!
//! A *border* lies between two neighbouring characters. Whether it is one depends on these two alone, so that a part of a text
//! has the borders that the whole has. It is sure only if nothing of the pipeline looks across: no added token, no normalizer, no
//! pre-tokenizer; and if the pre-tokenizer cuts there, since a model sees one pre-token at a time. That is a property of the whole
//! pipeline, not of its steps: `pipelines` knows those that published models have.

mod added;
mod chars;
mod pipelines;

use crate::tokenizer::Tokenizer;
use added::Pairs;
use chars::{clings, is_blank, is_han, is_letter_or_digit, is_mild, is_punctuation, is_solid, is_starter};

/// How far borders are looked for backward: before the end of a sentence there is one within a word.
const NEAR: usize = 48;

/// Where a pipeline cuts whatever stands farther away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Patterns of GPT and its kin: after a letter or a digit, before white space or punctuation. No pattern of theirs has a match
    /// that goes on there, but for apostrophes, which may begin the tail of a word; and none looks back.
    Words,
    /// Words that begin with `▁`, which only the plain space is turned into: before a space.
    Spaces,
    /// Words between white space: before it.
    Blanks,
    /// BERT: at white space and on both sides of punctuation; of Han characters too where they stand alone.
    Bert { parts_han: bool },
}

/// The borders of one tokenizer.
#[derive(Debug)]
pub(crate) struct Borders {
    kind: Kind,
    added: Pairs,
}

impl Borders {
    /// The borders, if this kind of tokenizer is known to have any.
    pub(crate) fn of(tokenizer: &Tokenizer) -> Option<Self> {
        let kind = pipelines::known(tokenizer)?;
        Some(Self { kind, added: Pairs::of(tokenizer)? })
    }

    /// Whether a text may be parted between two neighbours.
    pub(crate) fn between(&self, before: char, after: char) -> bool {
        self.kind.parts(before, after) && !self.added.hold(before, after)
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

impl Kind {
    fn parts(self, before: char, after: char) -> bool {
        match self {
            Self::Words => is_letter_or_digit(before) && is_mild(after) && after != '\'',
            Self::Spaces => after == ' ' && is_solid(before) && !clings(before, after),
            Self::Blanks => is_blank(after) && is_solid(before) && !clings(before, after),
            Self::Bert { parts_han } => {
                let alone = |c| is_punctuation(c) || (parts_han && is_han(c));
                (is_blank(after) && is_solid(before)) || alone(after) || (alone(before) && is_starter(after))
            }
        }
    }
}
