use crate::chars::{is_closer, is_opener};
use crate::lexicon::{Class, Token};
use crate::stretches::{Stretch, Stretches};

/// Both sides of a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub(super) text: &'a str,
    pub(super) stretches: &'a Stretches,
    /// The number of the stretch before.
    pub(super) nth: usize,
    pub(super) left: &'a Stretch,
    pub(super) right: &'a Stretch,
    /// The text of the stretch before.
    pub(super) before: &'a str,
    /// The text of the stretch behind.
    pub(super) behind: &'a str,
    /// Where the quotation or the aside begins that ends with the stretch before.
    pub(super) quoted_from: Option<usize>,
}

impl<'a> Sides<'a> {
    pub(super) fn new(
        text: &'a str,
        stretches: &'a Stretches,
        nth: usize,
        [left, right]: [&'a Stretch; 2],
        quoted_from: Option<usize>,
    ) -> Self {
        let [before, behind] = [left, right].map(|side| text.get(side.start..side.end).unwrap_or_default());
        Self { text, stretches, nth, left, right, before, behind, quoted_from }
    }

    /// The words before.
    pub(super) fn words_before(&self) -> &'a [Token] {
        self.stretches.tokens(self.left)
    }

    /// The words behind.
    pub(super) fn words_behind(&self) -> &'a [Token] {
        self.stretches.tokens(self.right)
    }

    /// The last word before, or what is no word of the lexicon.
    pub(super) fn last_word(&self) -> &'a str {
        self.words_before().last().map_or("", |token| self.word(token))
    }

    /// The first word behind, or what is no word of the lexicon.
    pub(super) fn first_word(&self) -> &'a str {
        self.words_behind().first().map_or("", |token| self.word(token))
    }

    /// The class of the last word before.
    pub(super) fn last_class(&self) -> Class {
        self.stretches.tail(self.left, 0).0
    }

    /// The class of the first word behind.
    pub(super) fn first_class(&self) -> Class {
        self.stretches.head(self.right, 0).0
    }

    pub(super) fn word(&self, token: &Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    /// The last character before.
    pub(super) fn last(&self) -> Option<char> {
        self.before.chars().next_back()
    }

    /// The first character behind.
    pub(super) fn first(&self) -> Option<char> {
        self.behind.chars().next()
    }

    /// The stretch before without closing marks at its end.
    pub(super) fn bare(&self) -> &'a str {
        self.before.trim_end_matches(|c| is_closer(c) || c == '"')
    }

    /// The first character behind that opens nothing.
    pub(super) fn first_inside(&self) -> Option<char> {
        self.behind.chars().find(|c| !is_opener(*c) && *c != '"')
    }
}
