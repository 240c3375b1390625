//! Where the pre-tokenizer of a tokenizer cuts whatever stands farther away.

use tokenizers::pipeline::PipelinePreTokenizer;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::tokenizer::SplitDelimiterBehavior;

use super::chars::{
    clings, is_blank, is_han, is_letter_or_digit, is_mild, is_punctuation, is_solid, is_starter,
};

/// What a pre-tokenizer cuts at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Splits {
    /// Between letters or digits and what follows them: the patterns of GPT and its kin.
    words: bool,
    /// At white space.
    blanks: bool,
    /// On both sides of punctuation.
    punctuation: bool,
    /// On both sides of Han characters.
    han: bool,
}

impl Splits {
    /// `None` where it is not known to cut anywhere, or what it does depends on more than neighbours.
    pub(super) fn of(pre_tokenizer: &PipelinePreTokenizer, parts_han: bool) -> Option<Self> {
        let mut splits = Self::default();
        match pre_tokenizer {
            PipelinePreTokenizer::Sequence(sequence) => {
                for one in sequence.pre_tokenizers() {
                    // It hands on what it is given.
                    if !matches!(one, PipelinePreTokenizer::None) {
                        splits.add(one)?;
                    }
                }
            }
            one => splits.add(one)?,
        }
        splits.han = parts_han && splits.blanks;
        (splits.words || splits.blanks).then_some(splits)
    }

    fn add(&mut self, pre_tokenizer: &PipelinePreTokenizer) -> Option<()> {
        match pre_tokenizer {
            PipelinePreTokenizer::Bert(_) => (self.blanks, self.punctuation) = (true, true),
            PipelinePreTokenizer::WhitespaceSplit(_) | PipelinePreTokenizer::Whitespace(_) => {
                self.blanks = true
            }
            // They part classes of characters and never join anything.
            PipelinePreTokenizer::Digits(_) => {}
            PipelinePreTokenizer::Split(split) => self.add_split(split)?,
            _ => return None,
        }
        Some(())
    }

    fn add_split(&mut self, split: &Split) -> Option<()> {
        if split.invert {
            return None;
        }
        match (&split.pattern, split.behavior) {
            // None of the patterns that the library knows by name has a match with a letter or a digit before what `part` asks for,
            // and none of them looks back.
            (SplitPattern::Regex(_), SplitDelimiterBehavior::Isolated) if split.grammar().is_some() => {
                self.words = true;
            }
            // What a space was turned into begins a word. See the normalizer `Metaspace`.
            (SplitPattern::String(sign), SplitDelimiterBehavior::MergedWithNext) if sign == "▁" => {
                self.blanks = true;
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether there is a cut between two neighbours, whatever stands around them.
    pub(super) fn part(self, before: char, after: char) -> bool {
        if self.words {
            return part_words(before, after);
        }
        if is_blank(after) && is_solid(before) {
            return true;
        }
        let alone = |c| (self.punctuation && is_punctuation(c)) || (self.han && is_han(c));
        (alone(after) || (alone(before) && is_starter(after))) && !clings(before, after)
    }
}

/// After a letter or a digit every pattern of this kind ends its match before white space or punctuation, but for apostrophes,
/// which may begin the tail of a word.
fn part_words(before: char, after: char) -> bool {
    is_letter_or_digit(before) && is_mild(after) && after != '\''
}
