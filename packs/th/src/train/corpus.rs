//! What is trained on: sentences that are joined into documents, and texts in which ends are marked.

use crate::features;
use crate::gaps::{Gaps, Verdict};

/// Sentences of a treebank, and texts of our own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corpus<'a> {
    sentences: Vec<&'a str>,
    texts: Vec<Document>,
}

/// Strides in which sentences are taken to be joined. Beyond the ends of its own sentence a gap sees another neighbour in each.
const STRIDES: [usize; 8] = [1, 3, 7, 11, 19, 29, 43, 61];
/// How often a sentence comes in the documents of [`Corpus::documents`].
pub(crate) const ORDERS: usize = STRIDES.len();
/// How often a text comes in an order: texts are few, and of more kinds than the treebank.
const TEXTS: usize = 2;
/// In a document that is joined.
const SENTENCES: usize = 8;

impl<'a> Corpus<'a> {
    /// `sentences` are one a line; `texts` are a document a line, with a | where a sentence ends and another begins.
    pub(crate) fn new(sentences: &'a str, texts: &str) -> Self {
        let lines = |text: &'a str| text.lines().map(str::trim).filter(|line| !line.is_empty());
        let marked = texts.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        Self { sentences: lines(sentences).collect(), texts: marked.map(Document::marked).collect() }
    }

    /// Every `of`th, from the `nth` on, and the others.
    pub(crate) fn split(&self, nth: usize, of: usize) -> (Self, Self) {
        let (mut part, mut rest) = (Self::default(), Self::default());
        for (at, sentence) in self.sentences.iter().enumerate() {
            if at % of == nth { &mut part } else { &mut rest }.sentences.push(sentence);
        }
        for (at, text) in self.texts.iter().enumerate() {
            if at % of == nth { &mut part } else { &mut rest }.texts.push(text.clone());
        }
        (part, rest)
    }

    /// Documents to train on.
    pub(crate) fn documents(&self) -> Vec<Document> {
        let joined = STRIDES.iter().flat_map(|stride| self.joined(*stride));
        joined.chain(self.texts.iter().cycle().take(self.texts.len() * TEXTS * ORDERS).cloned()).collect()
    }

    /// Documents to test on, each sentence and text once.
    pub(crate) fn once(&self) -> Vec<Document> {
        self.joined(1).into_iter().chain(self.texts.iter().cloned()).collect()
    }

    /// Every sentence once: those at 0, stride, 2 stride …, then those at 1, stride + 1 …
    fn joined(&self, stride: usize) -> Vec<Document> {
        let order = (0..stride).flat_map(|first| self.sentences.iter().skip(first).step_by(stride));
        let order: Vec<&str> = order.copied().collect();
        order.chunks(SENTENCES).map(Document::joined).collect()
    }
}

/// A text and where sentences end in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    text: String,
    /// Where its sentences begin, but for the first.
    starts: Vec<usize>,
}

/// What a document says of one of its gaps.
pub(crate) enum Gap<'a> {
    /// No rule decides it: its features.
    Asked(&'a [u64]),
    /// A rule decides whether a sentence ends.
    Ruled(bool),
}

impl Document {
    fn joined(sentences: &[&str]) -> Self {
        let mut document = Self::default();
        for sentence in sentences {
            if !document.text.is_empty() {
                document.text.push(' ');
                document.starts.push(document.text.len());
            }
            document.text.push_str(sentence);
        }
        document
    }

    fn marked(line: &str) -> Self {
        let mut document = Self::default();
        for sentence in line.split('|') {
            if !document.text.is_empty() {
                document.starts.push(document.text.len());
            }
            document.text.push_str(sentence);
        }
        document
    }

    /// Calls `look` for each gap, and whether a sentence ends there.
    pub(crate) fn gaps(&self, mut look: impl FnMut(Gap<'_>, bool)) {
        let mut gaps = Gaps::default();
        gaps.read(&self.text);
        let mut found = Vec::new();
        let mut first = 0;
        for (nth, start) in gaps.stretches().list().iter().skip(1).map(|stretch| stretch.start).enumerate() {
            let ends = self.starts.binary_search(&start).is_ok();
            match gaps.verdict(nth) {
                Verdict::Ask => {
                    found.clear();
                    features::of_gap(gaps.stretches(), nth, first, |feature| found.push(feature));
                    look(Gap::Asked(&found), ends);
                }
                verdict => look(Gap::Ruled(verdict == Verdict::End), ends),
            }
            if ends {
                first = nth + 1;
            }
        }
    }
}
