//! A small lexicon of Thai by word class, and how a stretch of text is read with it.
//!
//! It is no dictionary of the language: it holds the words that tell sentences apart, such as connectives, pronouns, verbs and
//! the commonest nouns. Whatever it does not know is one token, [`Class::Unknown`].

mod class;
mod trie;

use std::sync::OnceLock;

pub(crate) use class::{COUNT as CLASSES, Class};
use trie::Trie;

use crate::spelling::{Letter, Spelling};

const TEXT: &str = include_str!("../data/lexicon.txt");

/// A word, or a run of something that is no word of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Where it begins, in bytes of the text read.
    pub(crate) start: usize,
    /// Where it ends, half-open.
    pub(crate) end: usize,
    pub(crate) class: Class,
    /// The number of the word in the lexicon, from 1; 0 for what is not in it.
    pub(crate) word: u16,
}

/// The lexicon, which is made ready when it is first asked for.
#[derive(Debug)]
pub(crate) struct Lexicon {
    trie: Trie,
    classes: Vec<Class>,
}

/// The one lexicon of the process.
pub(crate) fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::new(TEXT))
}

impl Lexicon {
    /// Paragraphs of `class: word word …`; a word that stands under two classes belongs to the first.
    fn new(text: &str) -> Self {
        let mut class = Class::Unknown;
        let mut words = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, rest) = line.split_once(": ").unwrap_or(("", line));
            class = Class::named(name).unwrap_or(class);
            words.extend(rest.split_whitespace().map(|word| (word, class)));
        }
        words.sort_by_key(|(word, _)| *word);
        words.dedup_by_key(|(word, _)| *word);
        let trie = Trie::new(words.iter().map(|(word, _)| *word));
        Self { trie, classes: words.into_iter().map(|(_, class)| class).collect() }
    }

    /// Reads letters `from..to`, a stretch between gaps, from left to right, always the longest word; appends what it finds.
    pub(crate) fn read(&self, spelling: &Spelling, from: usize, to: usize, tokens: &mut Vec<Token>) {
        let mut at = from;
        // Class and number of the last token; none is of the class of edges.
        let mut last = (Class::Edge, 0);
        while let Some((first, behind)) =
            spelling.letters().get(at..to).and_then(|letters| letters.split_first())
        {
            let (count, class, word) = self.next(spelling, at, *first, behind, last.0 == Class::Unknown);
            let (start, end) = (first.start(), spelling.start(at + count));
            at += count;
            if first.is_blank() {
                continue;
            }
            let goes_on = last.0 != Class::Edge && (first.is_mark() || word == 0 && last == (class, 0));
            match tokens.last_mut().filter(|_| goes_on) {
                Some(token) => token.end = end,
                None => {
                    tokens.push(Token { start, end, class, word });
                    last = (class, word);
                }
            }
        }
    }

    /// Reads a text without gaps.
    pub(crate) fn tokens(&self, text: &str) -> Vec<Token> {
        let (mut spelling, mut tokens) = (Spelling::default(), Vec::new());
        spelling.read(text);
        self.read(&spelling, 0, spelling.letters().len(), &mut tokens);
        tokens
    }

    /// How many letters the token has that begins with letter `at`, its class and its number.
    #[inline]
    fn next(
        &self,
        spelling: &Spelling,
        at: usize,
        first: Letter,
        behind: &[Letter],
        inside: bool,
    ) -> (usize, Class, u16) {
        if first.is_thai() {
            if let Some((count, word)) = self.longest(first, behind) {
                let class = self.classes.get(usize::from(word)).copied().unwrap_or(Class::Unknown);
                // The วง of หลวง, the มา of โอบามา.
                const SHORT: usize = 9;
                if !inside || class.is_function() || spelling.start(at + count) - spelling.start(at) > SHORT {
                    return (count, class, word + 1);
                }
            }
            let dependent = behind.iter().take_while(|letter| letter.is_dependent()).count();
            return (1 + dependent, Class::Unknown, 0);
        }
        let class = match first {
            _ if first.is_digit() => Class::Number,
            _ if first.is_foreign() => Class::Foreign,
            _ => Class::Punctuation,
        };
        (1, class, 0)
    }

    /// The longest word that begins with `first` and ends where a word may end, in letters.
    #[inline]
    fn longest(&self, first: Letter, behind: &[Letter]) -> Option<(usize, u16)> {
        let mut longest = None;
        let mut node = self.trie.step(self.trie.root(), first.code())?;
        let mut count = 1;
        loop {
            let rest = behind.get(count - 1..).unwrap_or_default();
            if let Some(word) = node.1.word().filter(|_| may_end(rest)) {
                longest = Some((count, word));
            }
            let Some(letter) = rest.first() else { return longest };
            count += 1;
            if letter.is_blank() && rest.get(1).is_some_and(|next| next.is_repetition()) {
                continue;
            }
            let Some(next) = self.trie.step(node, letter.code()) else { return longest };
            node = next;
        }
    }
}

/// Whether a word may end before these letters: not before a vowel or a tone mark, nor before a silent letter, as in มาร์ก.
#[inline]
fn may_end(rest: &[Letter]) -> bool {
    let is_silent = rest.get(1).is_some_and(|letter| letter.silences());
    !is_silent && !rest.first().is_some_and(|letter| letter.is_dependent())
}

#[cfg(test)]
mod tests {
    use super::{Class, TEXT, lexicon};
    use crate::chars::code;

    fn read(text: &str) -> Vec<(&str, Class)> {
        lexicon().tokens(text).iter().map(|token| (&text[token.start..token.end], token.class)).collect()
    }

    #[test]
    fn the_longest_word_wins() {
        assert_eq!(
            read("นอกจากนี้เขาไม่ได้มา"),
            [
                ("นอกจากนี้", Class::Adverbial),
                ("เขา", Class::Pronoun),
                ("ไม่ได้", Class::Negation),
                ("มา", Class::Verb)
            ]
        );
    }

    #[test]
    fn no_word_ends_before_a_vowel_or_tone_mark() {
        assert_eq!(read("มาร์ก")[0].1, Class::Unknown);
    }

    #[test]
    fn what_is_unknown_is_one_token() {
        assert_eq!(
            read("ทรัมป์V2,500"),
            [
                ("ทรัมป์", Class::Unknown),
                ("V", Class::Foreign),
                ("2", Class::Number),
                (",", Class::Punctuation),
                ("500", Class::Number)
            ]
        );
    }

    #[test]
    fn repetition_belongs_to_its_word() {
        assert_eq!(read("เด็กๆ"), [("เด็กๆ", Class::Person)]);
    }

    #[test]
    fn there_is_room_for_every_word() {
        let trie = &lexicon().trie;
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let words = line.split_once(": ").map_or(line, |(_, words)| words);
            for word in words.split_whitespace() {
                let node = word.chars().try_fold(trie.root(), |node, c| trie.step(node, code(c)));
                assert!(node.is_some_and(|(_, cell)| cell.word().is_some()), "{word}");
            }
        }
    }

    #[test]
    fn every_line_of_the_lexicon_has_a_known_class() {
        for line in TEXT.lines() {
            if let Some((name, _)) = line.split_once(": ").filter(|_| !line.starts_with('#')) {
                assert!(Class::named(name).is_some(), "{name}");
            }
        }
    }
}
