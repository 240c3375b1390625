//! A small lexicon of Thai by word class, and how a stretch of text is read with it.
//!
//! It is no dictionary of the language: it holds the words that tell sentences apart, such as connectives, pronouns, verbs and
//! the commonest nouns. Whatever it does not know is one token, [`Class::Unknown`].

mod class;
mod trie;

use std::str::CharIndices;
use std::sync::OnceLock;

pub(crate) use class::{COUNT as CLASSES, Class};
use trie::Trie;

use crate::chars::{code, is_blank, is_dependent, is_digit, is_foreign, is_mark, is_thai};

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

    /// Reads `text[start..end]`, a stretch between gaps, from left to right, always the longest word; appends what it finds.
    pub(crate) fn read(&self, text: &str, start: usize, end: usize, tokens: &mut Vec<Token>) {
        let stretch = text.get(start..end).unwrap_or_default();
        let from = tokens.len();
        let mut at = 0;
        while let Some(c) = stretch.get(at..).and_then(|rest| rest.chars().next()) {
            let inside = tokens
                .get(from..)
                .and_then(|own| own.last())
                .is_some_and(|last| last.class == Class::Unknown);
            let (len, class, word) = self.next(stretch.get(at..).unwrap_or_default(), c, inside);
            let (begins, ends) = (start + at, start + at + len);
            at += len;
            match tokens.get_mut(from..).and_then(|own| own.last_mut()) {
                _ if is_blank(c) => {}
                Some(last) if is_mark(c) => last.end = ends,
                Some(last) if word == 0 && last.word == 0 && last.class == class => last.end = ends,
                _ => tokens.push(Token { start: begins, end: ends, class, word }),
            }
        }
    }

    /// The length of the token at the head of `rest`, which begins with `c`, its class and its number.
    fn next(&self, rest: &str, c: char, inside: bool) -> (usize, Class, u16) {
        if is_thai(c) {
            if let Some((len, word)) = self.longest(rest) {
                let class = self.classes.get(usize::from(word)).copied().unwrap_or(Class::Unknown);
                // The วง of หลวง, the มา of โอบามา.
                const SHORT: usize = 9;
                if !inside || len > SHORT || class.is_function() {
                    return (len, class, word + 1);
                }
            }
            let body = rest.get(c.len_utf8()..).unwrap_or_default();
            let len = c.len_utf8() + body.len() - body.trim_start_matches(is_dependent).len();
            return (len, Class::Unknown, 0);
        }
        let class = match c {
            _ if is_digit(c) => Class::Number,
            _ if is_foreign(c) => Class::Foreign,
            _ => Class::Punctuation,
        };
        (c.len_utf8(), class, 0)
    }

    /// The longest word at the head of `rest` that ends where a word may end.
    fn longest(&self, rest: &str) -> Option<(usize, u16)> {
        let mut longest = None;
        let mut node = Trie::ROOT;
        let mut characters = rest.char_indices();
        while let Some((at, c)) = characters.next() {
            if is_blank(c) && characters.clone().next().is_some_and(|(_, next)| next == 'ๆ') {
                continue;
            }
            let Some(next) = self.trie.step(node, code(c)) else { break };
            node = next;
            if let Some(word) = self.trie.word(node).filter(|_| may_end(characters.clone())) {
                longest = Some((at + c.len_utf8(), word));
            }
        }
        longest
    }
}

/// Whether a word may end before these characters: not before a vowel or a tone mark, nor before a silent letter, as in มาร์ก.
fn may_end(mut rest: CharIndices<'_>) -> bool {
    let next = rest.next().map(|(_, c)| c);
    !next.is_some_and(is_dependent) && rest.next().is_none_or(|(_, c)| c != '\u{e4c}')
}

#[cfg(test)]
mod tests {
    use super::{Class, TEXT, lexicon};

    fn read(text: &str) -> Vec<(&str, Class)> {
        let mut tokens = Vec::new();
        lexicon().read(text, 0, text.len(), &mut tokens);
        tokens.iter().map(|token| (&text[token.start..token.end], token.class)).collect()
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
    fn every_line_of_the_lexicon_has_a_known_class() {
        for line in TEXT.lines() {
            if let Some((name, _)) = line.split_once(": ").filter(|_| !line.starts_with('#')) {
                assert!(Class::named(name).is_some(), "{name}");
            }
        }
    }
}
