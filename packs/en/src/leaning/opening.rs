//! The first words of a sentence.

use crate::marks::is_dash;
use crate::vocabulary::Words;

/// How many words are read.
const WORDS: usize = 14;

/// How far they may reach, in bytes.
const REACH: usize = 240;

/// A word and what stands behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// Whether a comma, colon, dash or terminator stands behind it.
    pub(super) pause: bool,
}

impl Word<'_> {
    pub(super) fn is_capitalised(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Whether a list holds the word, in any case.
    pub(super) fn is_in(&self, list: &Words) -> bool {
        list.has(self.text)
    }

    /// Whether the word is one of a few, in any case.
    pub(super) fn is_one_of(&self, few: &[&str]) -> bool {
        few.iter().any(|one| one.eq_ignore_ascii_case(self.text))
    }
}

/// The first words of a sentence, without marks, and without what follows an apostrophe.
#[derive(Clone, Debug)]
pub(super) struct Opening<'t> {
    pub(super) words: Vec<Word<'t>>,
    /// Whether the words are all there are.
    pub(super) complete: bool,
}

impl<'t> Opening<'t> {
    pub(super) fn read(unit: &'t str) -> Self {
        let reach = unit.char_indices().map(|(i, _)| i).take_while(|i| *i <= REACH).last().unwrap_or(0);
        let head = if unit.len() <= REACH { unit } else { unit.get(..reach).unwrap_or_default() };
        let mut words: Vec<Word<'t>> = Vec::with_capacity(WORDS);
        let mut rest = head;
        let mut complete = head.len() == unit.len();
        while let Some(start) = rest.find(char::is_alphanumeric) {
            let (gap, tail) = rest.split_at(start);
            if let Some(last) = words.last_mut() {
                last.pause = is_pause(gap);
            }
            if words.len() == WORDS {
                complete = false;
                break;
            }
            let end = tail.find(|c: char| !c.is_alphanumeric()).unwrap_or(tail.len());
            let (word, after) = tail.split_at(end);
            words.push(Word { text: word, pause: complete });
            rest = without_ending(after);
        }
        Self { words, complete }
    }

    /// The word at `i`, or an empty one.
    pub(super) fn word(&self, i: usize) -> Word<'t> {
        self.words.get(i).copied().unwrap_or(Word { text: "", pause: true })
    }

    /// Whether the opening begins with `phrase`, in any case.
    pub(super) fn begins(&self, phrase: &str) -> bool {
        let mut words = self.words.iter();
        phrase
            .split(' ')
            .all(|wanted| words.next().is_some_and(|word| word.text.eq_ignore_ascii_case(wanted)))
    }

    /// The opening behind a leading adverb: `Eventually, she` is judged as `she`.
    pub(super) fn without_adverb(&self) -> Self {
        const NOT_ADVERBS: [&str; 8] =
            ["assembly", "early", "family", "italy", "july", "only", "reply", "supply"];
        let first = self.word(0);
        let adverb = first.text.len() > 4 && first.text.ends_with("ly") && !first.is_one_of(&NOT_ADVERBS);
        let skipped = usize::from(adverb && self.words.len() > 1);
        Self { words: self.words.get(skipped..).unwrap_or_default().to_vec(), complete: self.complete }
    }
}

/// Takes off `'s`, `n't` and the like: they belong to the word before.
fn without_ending(after: &str) -> &str {
    let Some(ending) = after.strip_prefix(['\'', '’']) else { return after };
    let end = ending.find(|c: char| !c.is_alphabetic()).unwrap_or(ending.len());
    if end <= 2 { ending.get(end..).unwrap_or_default() } else { after }
}

fn is_pause(gap: &str) -> bool {
    gap.contains([',', ';', ':', '.', '!', '?', '…', '(']) || (gap.contains(is_dash) && gap.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_endings_are_left_out() {
        let opening = Opening::read("“It’s late,” she said.");
        let words: Vec<_> = opening.words.iter().map(|word| (word.text, word.pause)).collect();
        assert_eq!(words, [("It", false), ("late", true), ("she", false), ("said", true)]);
        assert!(opening.complete);
        assert!(opening.begins("it late"));
    }

    #[test]
    fn only_the_front_is_read() {
        let long = "word ".repeat(10_000);
        let opening = Opening::read(&long);
        assert_eq!(opening.words.len(), WORDS);
        assert!(!opening.complete);
        assert!(Opening::read("").words.is_empty());
    }

    #[test]
    fn a_leading_adverb_is_passed_over() {
        assert_eq!(Opening::read("Eventually, she left").without_adverb().word(0).text, "she");
        assert_eq!(Opening::read("Only one left").without_adverb().word(0).text, "Only");
    }
}
