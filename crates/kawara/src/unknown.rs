//! Counts that are exact and mean nothing: the share of tokens that stand for text which a vocabulary does not know.

use std::fmt;

/// The share of unknown tokens, in per cent, above which a model cannot read a text.
pub const READABLE: u64 = 5;

/// Watches one counter over many documents, and says in the end whether its counts mean anything.
///
/// A vocabulary that lacks a script turns whole words of it into one `[UNK]`: the count is small, exact, and of no use, as is the
/// embedding.
///
/// ```
/// use kawara::unknown::Unknown;
///
/// let mut unknown = Unknown::default();
/// unknown.add("guide.md", 2, 400);
/// assert_eq!(unknown.warning("wordpiece"), None);
/// unknown.add("คู่มือ.md", 90, 100);
/// assert_eq!(unknown.share(), 0.184);
/// assert!(unknown.warning("wordpiece").is_some_and(|text| text.contains("คู่มือ.md")));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    tokens: u64,
    unknown: u64,
    documents: usize,
    unreadable: usize,
    worst: Option<(String, u64, u64)>,
}

impl Unknown {
    /// Adds a document, or a chunk, with so many tokens of which so many are unknown.
    pub fn add(&mut self, name: &str, unknown: u64, tokens: u64) {
        self.documents += 1;
        self.tokens += tokens;
        self.unknown += unknown;
        if is_unreadable(unknown, tokens) {
            self.unreadable += 1;
            // a / b > c / d without a division.
            let worse = |(_, other, of): &(String, u64, u64)| {
                u128::from(unknown) * u128::from(*of) > u128::from(*other) * u128::from(tokens)
            };
            if self.worst.as_ref().is_none_or(worse) {
                self.worst = Some((name.to_owned(), unknown, tokens));
            }
        }
    }

    /// The share of unknown tokens in all, from 0 to 1.
    pub fn share(&self) -> f64 {
        share(self.unknown, self.tokens)
    }

    /// What to warn of when the share in all is over 5 %: how large it is, in how many documents, and what to do.
    pub fn warning(&self, counter: &str) -> Option<String> {
        is_unreadable(self.unknown, self.tokens).then(|| {
            format!(
                "{:.1} % of the tokens of {counter} are [UNK]: the counts are exact but mean nothing, since the model cannot \
                 read this text; choose a model whose vocabulary knows its script ({self})",
                self.share() * 100.0
            )
        })
    }

    /// What is worth knowing when the share in all is not over 5 %, but that of some documents is.
    pub fn note(&self, counter: &str) -> Option<String> {
        let some = self.unreadable > 0 && !is_unreadable(self.unknown, self.tokens);
        some.then(|| {
            format!("{counter} cannot read all of the text, so some counts are exact but mean little: {self}")
        })
    }
}

/// How many texts are above 5 %, and the worst.
impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} texts over {READABLE} %", self.unreadable, self.documents)?;
        match &self.worst {
            Some((name, unknown, tokens)) => {
                write!(f, ", most in {name}: {:.1} %", share(*unknown, *tokens) * 100.0)
            }
            None => Ok(()),
        }
    }
}

fn is_unreadable(unknown: u64, tokens: u64) -> bool {
    u128::from(unknown) * 100 > u128::from(tokens) * u128::from(READABLE)
}

fn share(unknown: u64, tokens: u64) -> f64 {
    if tokens == 0 { 0.0 } else { unknown as f64 / tokens as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_per_cent_is_still_readable() {
        let mut unknown = Unknown::default();
        unknown.add("a", 5, 100);
        unknown.add("empty", 0, 0);
        assert_eq!((unknown.warning("c"), unknown.note("c")), (None, None));
        unknown.add("b", 1, 1);
        let warning = unknown.warning("c").unwrap();
        assert!(warning.starts_with("5.9 % of the tokens of c are [UNK]"), "{warning}");
        assert!(warning.contains("1 of 3 texts over 5 %, most in b: 100.0 %"), "{warning}");
    }

    #[test]
    fn one_document_that_cannot_be_read_is_no_warning_among_many_that_can() {
        let mut unknown = Unknown::default();
        unknown.add("long", 0, 10_000);
        unknown.add("worse", 9, 10);
        unknown.add("bad", 8, 10);
        assert_eq!(unknown.warning("c"), None);
        assert!(unknown.note("c").unwrap().contains("2 of 3 texts over 5 %, most in worse: 90.0 %"));
    }
}
