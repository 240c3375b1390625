//! What an audit comes to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::finding::{Finding, Kind};

/// What was found in a file of chunks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Audit {
    /// What is wrong, in the order of [`Kind::ALL`]; empty where nothing is.
    pub findings: Vec<Finding>,
    /// How many chunks there are.
    pub chunks: u64,
    /// How many documents.
    pub documents: u64,
    /// Documents of which there is no chunk, blank ones among them: [`Kind::LostDocuments`] counts those with text, nothing else does.
    pub documents_without_chunks: u64,
    /// How many chunks were found in which way: the words of [`Way`](super::Way), `nowhere` and `blank`.
    pub placed: BTreeMap<&'static str, u64>,
    /// Chunks whose text stands in more places than one, so that their order had to decide.
    pub ambiguous: u64,
    /// Their offsets, where they have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<OffsetFigures>,
    /// How large they are.
    pub sizes: Sizes,
    /// Sentences, by the primary subtag of their language.
    pub languages: BTreeMap<String, Sentences>,
    /// Where chunks begin and end.
    pub borders: Borders,
    /// What neighbours share.
    pub overlap: Overlaps,
    /// What is in no chunk.
    pub lost: Lost,
    /// What is stored and what there is.
    pub stored: Stored,
    /// The policy that would mend it.
    pub policy: Fix,
}

/// Offsets held against the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OffsetFigures {
    /// `characters` or `bytes`.
    pub unit: &'static str,
    /// How many chunks have them.
    pub given: u64,
    /// At how many of them the text stands.
    pub right: u64,
}

/// Tokens of the chunks' texts, as the first counter counts them, without special tokens and prefix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// The counter.
    pub counter: String,
    /// The least.
    pub min: u32,
    /// 5 % have no more.
    pub p5: u32,
    /// Half have no more.
    pub p50: u32,
    /// 95 % have no more.
    pub p95: u32,
    /// The most.
    pub max: u32,
    /// The mean.
    pub mean: f64,
    /// The size that they are held against: the stated budget, else `p95`.
    pub size: u32,
    /// `mean / size`.
    pub fill: f64,
}

/// The sentences of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sentences {
    /// Those that any chunk has something of.
    pub sentences: u64,
    /// Those of them that no chunk has whole.
    pub whole_nowhere: u64,
    /// Those of these that are larger than the size: no splitter could keep them.
    pub too_long: u64,
    /// Tokens of all of them.
    pub tokens: u64,
}

/// Where chunks begin and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Borders {
    /// Chunks that begin inside a sentence.
    pub begin_inside: u64,
    /// Chunks that end inside one.
    pub end_inside: u64,
    /// Of both together, borders whose sentence another chunk has whole: an overlap has mended them.
    pub mended: u64,
}

/// What neighbours share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Overlaps {
    /// Boundaries between chunks of one document.
    pub boundaries: u64,
    /// Those at which something is shared.
    pub carrying: u64,
    /// Those at which a whole sentence is.
    pub carrying_a_sentence: u64,
    /// Tokens shared, on average, where something is.
    pub tokens: f64,
    /// Whole sentences shared, on average, where something is.
    pub sentences: f64,
}

/// What is in no chunk, of documents that have any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// Bytes that are not blank and that a reader would keep.
    pub bytes: u64,
    /// In how many stretches.
    pub stretches: u64,
    /// Those of them with a letter or a digit.
    pub stretches_with_letters: u64,
    /// Bytes that are not blank and in no chunk, but that kawara's reader leaves out too: markup, front matter.
    pub left_out: u64,
}

/// What is stored and what there is, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Stored {
    /// Of all chunks: what is embedded, with special tokens and prefix, as `kawara cost` counts.
    pub tokens: u64,
    /// Of the texts that are read of all documents that have chunks: without markup.
    pub source_tokens: u64,
    /// Σ tokens(chunk) / Σ tokens(document) − 1.
    pub redundancy: f64,
}

/// The policy that would mend it, and what it gives on the same documents: really cut.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fix {
    /// The policy.
    pub toml: String,
    /// Chunks.
    pub chunks: u64,
    /// Tokens of all chunks.
    pub tokens: u64,
    /// As in [`Stored`].
    pub redundancy: f64,
    /// Their mean tokens, special tokens included.
    pub mean: f64,
    /// Chunks over its budget.
    pub over_budget: u64,
    /// Sentences that no chunk has whole, though they fit the budget.
    pub torn_sentences: u64,
    /// Sentences that are larger than the budget, and are cut at a clause or a word.
    pub too_long: u64,
    /// Borders inside a grapheme cluster.
    pub torn_characters: u64,
    /// Documents that it could not cut.
    pub failed: u64,
}

impl Audit {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        self.findings.is_empty()
    }

    /// What was found of a kind first.
    pub fn finding(&self, kind: Kind) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.kind == kind)
    }
}
