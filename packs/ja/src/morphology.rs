//! The words of a stretch of text and what they are, by a dictionary that is opened when it is first needed.
//!
//! Rules ask here only where code points do not decide. Without a dictionary the answer is `None` and the rules fall back on
//! their word lists.

#[cfg(feature = "dictionary")]
mod analyzer;
#[cfg(not(feature = "dictionary"))]
#[path = "morphology/absent.rs"]
mod analyzer;
#[cfg(feature = "dictionary")]
mod features;
#[cfg(feature = "dictionary")]
mod stretches;

pub(crate) use analyzer::{Analyzer, Source, opens};

use kawara_core::Result;

/// What a word is, as far as any rule needs to know.
#[cfg_attr(not(feature = "dictionary"), allow(dead_code, reason = "only a dictionary tells them apart"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Noun,
    /// 昨日, 以前: a noun that may stand as an adverb.
    AdverbialNoun,
    /// 説明: becomes a verb with する.
    VerbalNoun,
    /// 静か: becomes an adjective with な.
    AdjectivalNoun,
    /// こと, ため, とき: needs words before it.
    DependentNoun,
    Pronoun,
    Number,
    /// 的, 者, 回: ends a noun.
    Suffix,
    /// お, 各, 第
    Prefix,
    Verb,
    /// する
    Suru,
    /// いる, くる: needs a verb before it; れる, せる.
    DependentVerb,
    Adjective,
    /// ない, やすい after a verb.
    DependentAdjective,
    Adverb,
    /// この, 大きな
    Adnominal,
    Conjunction,
    Interjection,
    Filler,
    Auxiliary,
    /// が, を, に, から, について: tells the part of a noun in its sentence.
    Case,
    /// は, も
    Topic,
    /// て, ば, が, ので: joins clauses.
    Conjunctive,
    /// の between nouns.
    Genitive,
    /// か, や, だけ and the other particles within a sentence.
    Adverbial,
    /// ね, よ
    Final,
    /// Punctuation, white space, signs.
    Sign,
    /// Not in the dictionary, or of a kind that no rule knows.
    Unknown,
}

impl Class {
    pub(crate) const fn is_particle(self) -> bool {
        matches!(
            self,
            Self::Case | Self::Topic | Self::Conjunctive | Self::Genitive | Self::Adverbial | Self::Final
        )
    }

    /// Whether the word is inflected.
    pub(crate) const fn is_predicate(self) -> bool {
        matches!(
            self,
            Self::Verb
                | Self::Suru
                | Self::DependentVerb
                | Self::Adjective
                | Self::DependentAdjective
                | Self::Auxiliary
        )
    }

    pub(crate) const fn is_noun(self) -> bool {
        matches!(
            self,
            Self::Noun
                | Self::AdverbialNoun
                | Self::VerbalNoun
                | Self::AdjectivalNoun
                | Self::Pronoun
                | Self::Number
                | Self::Suffix
                | Self::Unknown
        )
    }
}

/// The form of an inflected word, as far as any rule needs to know.
#[cfg_attr(not(feature = "dictionary"), allow(dead_code, reason = "only a dictionary tells them apart"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Not inflected, or a form that decides nothing.
    Other,
    /// 連用形: 印刷し、
    Continuative,
    /// 基本形, 終止形 and, where they are not told apart, 連体形.
    Final,
    /// 体言接続: 静かな
    Attributive,
    /// 仮定形: 降れば
    Conditional,
    /// 命令形
    Imperative,
}

/// A word: half-open bytes of the stretch that was asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) class: Class,
    pub(crate) form: Form,
}

/// One thread's way to ask.
pub(crate) struct Morphology<'a> {
    analyzer: Analyzer<'a>,
    tokens: Vec<Token>,
}

impl<'a> Morphology<'a> {
    /// Opens nothing yet.
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { analyzer: Analyzer::new(source), tokens: Vec::new() }
    }

    /// The words of `text`, which cover it; `None` without a dictionary.
    ///
    /// # Errors
    /// When the dictionary cannot be opened.
    pub(crate) fn tokens(&mut self, text: &str) -> Result<Option<&[Token]>> {
        self.tokens.clear();
        let known = self.analyzer.analyze(text, &mut self.tokens)?;
        Ok(known.then_some(&self.tokens))
    }
}
