//! What stands behind a possible end.

use crate::marks::{is_bullet, is_dash, is_opener};
use crate::text::is_blank;
use crate::vocabulary::STARTERS;

/// How far to look for the first letter or digit, in characters.
const REACH: usize = 12;

/// The beginning of what follows a possible end of a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct After<'t> {
    pub(super) first: First,
    /// The first word: letters and digits, up to an apostrophe.
    pub(super) word: &'t str,
    /// What follows the word.
    pub(super) rest: &'t str,
    /// Whether a bracket opens before the word.
    pub(super) bracket: bool,
    /// Whether a dash stands before the word.
    pub(super) dash: bool,
}

/// What kind of thing comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    Upper,
    Lower,
    Digit,
    /// A letter of a script without case.
    Caseless,
    /// A web address.
    Link,
    /// A comma or the like: the sentence goes on.
    Pause,
    /// Anything else.
    Sign,
}

impl<'t> After<'t> {
    /// Reads from byte `at`, which is not blank.
    pub(super) fn read(text: &'t str, at: usize) -> Self {
        let tail = text.get(at..).unwrap_or_default();
        let mut after = Self { first: First::Sign, word: "", rest: tail, bracket: false, dash: false };
        for (n, (i, c)) in tail.char_indices().take(REACH).enumerate() {
            if c.is_alphanumeric() {
                let start = tail.get(i..).unwrap_or_default();
                let end = start.find(|c: char| !c.is_alphanumeric()).unwrap_or(start.len());
                (after.word, after.rest) = start.split_at(end);
                after.first = first(c, after.word, after.rest);
                break;
            }
            match c {
                ',' | ';' | ':' | '，' | '、' | '；' if n == 0 => {
                    after.first = First::Pause;
                    break;
                }
                '(' | '[' | '{' => after.bracket = true,
                c if is_dash(c) => after.dash = true,
                '.' | '…' | '*' | '_' | '`' | '#' | '>' | '~' => {}
                c if is_opener(c) || is_bullet(c) || is_blank(c) => {}
                _ => break,
            }
        }
        after
    }

    /// Whether the first word is an English word that begins sentences, rather than a name.
    pub(super) fn is_starter(&self) -> bool {
        if self.first != First::Upper {
            return false;
        }
        let negated =
            self.word.ends_with('n') && (self.rest.starts_with("'t") || self.rest.starts_with("’t"));
        negated || (STARTERS.has(self.word) && !self.is_acronym() && !self.is_initial())
    }

    /// Whether the first word is written in capitals throughout: `IT`, not `I` or `THE`.
    pub(super) fn is_acronym(&self) -> bool {
        matches!(self.word.len(), 2..=4)
            && self.word != "THE"
            && self.word.bytes().all(|byte| byte.is_ascii_uppercase())
    }

    /// Whether the first word is one letter with a full stop: `A. Smith`.
    fn is_initial(&self) -> bool {
        self.word.len() == 1 && self.rest.starts_with('.')
    }
}

fn first(c: char, word: &str, rest: &str) -> First {
    if rest.starts_with("://") || (word.eq_ignore_ascii_case("www") && rest.starts_with('.')) {
        First::Link
    } else if c.is_uppercase() {
        First::Upper
    } else if c.is_lowercase() {
        First::Lower
    } else if c.is_numeric() {
        First::Digit
    } else {
        First::Caseless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_are_passed_over() {
        let after = After::read("- (“Hello there", 0);
        assert_eq!((after.first, after.word, after.rest), (First::Upper, "Hello", " there"));
        assert!(after.bracket && after.dash);
    }

    #[test]
    fn starters_are_not_names() {
        assert!(After::read("It was", 0).is_starter());
        assert!(After::read("Don't go", 0).is_starter());
        assert!(!After::read("Smith was", 0).is_starter());
        assert!(!After::read("IT department", 0).is_starter());
        assert!(!After::read("A. Smith", 0).is_starter());
    }

    #[test]
    fn kinds() {
        let first = |text| After::read(text, 0).first;
        assert_eq!(first("www.example.org"), First::Link);
        assert_eq!(first("http://x"), First::Link);
        assert_eq!(first("日本"), First::Caseless);
        assert_eq!(first(", x"), First::Pause);
        assert_eq!(first("$5"), First::Sign);
        assert_eq!(first("5"), First::Digit);
        assert_eq!(first(""), First::Sign);
    }
}
