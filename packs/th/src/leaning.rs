//! Which sentences lean on what stands before them: they go on with a connective, point back, or leave out or do not name what they speak of.

mod connectives;
mod pointers;
mod subjects;

use crate::chars::{is_blank, is_closer, is_opener};
use crate::lexicon::{Class, Token};
use crate::stretches::Stretches;

/// Whether `unit` cannot be understood without what stands before it.
pub(crate) fn leans_back(unit: &str, stretches: &mut Stretches) -> bool {
    let unit = unit.trim_start_matches(|c| {
        is_blank(c) || is_opener(c) || is_closer(c) || matches!(c, '"' | '-' | '–' | '—' | '…' | '.')
    });
    // What leans does so near the beginning.
    const HEAD: usize = 600;
    let end = (HEAD.min(unit.len())..).find(|at| unit.is_char_boundary(*at)).unwrap_or(unit.len());
    let text = unit.get(..end).unwrap_or_default();
    stretches.read(text);
    let head = Head { text, stretches };
    connectives::opens(&head)
        || pointers::points_back(&head)
        || subjects::is_missing(&head)
        || connectives::adds(unit)
}

/// The beginning of a sentence, read.
struct Head<'a> {
    text: &'a str,
    stretches: &'a Stretches,
}

impl Head<'_> {
    /// The tokens of stretch `nth`.
    fn tokens(&self, nth: usize) -> &[Token] {
        self.stretches.list().get(nth).map_or(&[], |stretch| self.stretches.tokens(stretch))
    }

    fn word(&self, token: &Token) -> &str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    /// The stretch in which the sentence says what it is about: not a time or a place that leads to it.
    fn theme(&self) -> usize {
        let leads = self
            .tokens(0)
            .first()
            .is_some_and(|token| matches!(token.class, Class::Preposition | Class::When | Class::Time))
            && !self.tokens(0).iter().any(|token| token.class.is_verbal());
        if !leads {
            return 0;
        }
        let numbers = |nth: &usize| {
            self.tokens(*nth).iter().all(|token| {
                matches!(
                    token.class,
                    Class::Number | Class::Punctuation | Class::Month | Class::Time | Class::Unit
                ) || self.word(token).starts_with(['พ', 'ค']) && self.word(token).ends_with('.')
            })
        };
        (1..self.stretches.list().len()).find(|nth| !numbers(nth)).unwrap_or(0)
    }
}

/// Whether `text` starts with one of these words, which white space parts.
fn starts_with_any(text: &str, words: &'static str) -> bool {
    words.split_whitespace().any(|word| text.starts_with(word))
}
