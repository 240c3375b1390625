//! What finished chunks are like: sizes, carries, compromises.

mod facts;
mod read;
#[cfg(feature = "arrow")]
mod tables;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashSet};
use std::hash::{Hash, Hasher};

use serde::Serialize;
use serde_json::{Value, json};

pub use facts::Facts;
pub use read::{read, read_file};

use crate::spread::Spread;

/// Figures about chunks. Sizes are kept as counts by size, so percentiles are exact; of texts and ids eight bytes each are kept, to tell
/// which come twice.
///
/// ```
/// use kawara::stats;
///
/// let chunks = r#"{"id":"1","doc_id":"a","context":"","text":"One. Two.","tokens":4,"carried":0,"flags":[]}
/// {"id":"2","doc_id":"a","context":"","text":"Two. Three.","tokens":5,"carried":1,"flags":["carry_reduced"],"asked":2}
/// "#;
/// let stats = stats::read(chunks.as_bytes(), "chunks.jsonl", |_| {})?;
/// assert_eq!((stats.chunks(), stats.documents(), stats.tokens()), (2, 1, 9));
/// assert_eq!((stats.percentile(50), stats.percentile(100)), (Some(4), Some(5)));
/// assert_eq!((stats.carried()[&1], stats.asked()[&2], stats.flags()["carry_reduced"]), (1, 1, 1));
/// # Ok::<(), kawara::input::Failure>(())
/// ```
#[derive(Debug, Default)]
pub struct Stats {
    sizes: Spread,
    tokens: u64,
    chunks: u64,
    carried: BTreeMap<u64, u64>,
    asked: BTreeMap<u64, u64>,
    flags: BTreeMap<String, u64>,
    languages: BTreeMap<String, u64>,
    content_types: BTreeMap<String, u64>,
    settings: BTreeMap<String, u64>,
    bytes: Bytes,
    documents: HashSet<u64>,
    texts: HashSet<u64>,
    ids: HashSet<u64>,
    repeated_texts: u64,
    repeated_ids: u64,
    parents: u64,
    failed: u64,
}

/// What chunks are made of, in bytes: of the source, but for the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bytes {
    /// Of what is new in each chunk.
    pub own: u64,
    /// Of what is repeated from the chunk before.
    pub repeated: u64,
    /// Of what is put before the text.
    pub context: u64,
}

impl Stats {
    /// No chunks yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a chunk.
    pub fn add(&mut self, facts: &Facts<'_>) {
        self.chunks += 1;
        self.tokens += u64::from(facts.tokens);
        self.sizes.add(facts.tokens);
        *self.carried.entry(facts.carried).or_default() += 1;
        *self.asked.entry(facts.asked.unwrap_or(facts.carried)).or_default() += 1;
        facts.flags.iter().for_each(|flag| count(&mut self.flags, flag));
        let kinds = [
            (&mut self.languages, &facts.language),
            (&mut self.content_types, &facts.content_type),
            (&mut self.settings, &facts.settings),
        ];
        for (counts, name) in kinds {
            name.iter().for_each(|name| count(counts, name));
        }
        let own_start = facts.own_start.clamp(facts.start, facts.end.max(facts.start));
        self.bytes.own += facts.end.saturating_sub(own_start);
        self.bytes.repeated += own_start - facts.start;
        self.bytes.context += facts.context.len() as u64;
        self.documents.insert(hash(&facts.doc_id));
        self.repeated_texts += u64::from(!self.texts.insert(hash(&(&facts.context, &facts.text))));
        self.repeated_ids += u64::from(!self.ids.insert(hash(&facts.id)));
    }

    /// Adds a row that is no chunk but what chunks are parts of.
    pub fn add_parent(&mut self) {
        self.parents += 1;
    }

    /// Adds a row that could not be read.
    pub fn failed(&mut self) {
        self.failed += 1;
    }

    /// How many chunks there are.
    pub fn chunks(&self) -> u64 {
        self.chunks
    }

    /// How many documents they are from.
    pub fn documents(&self) -> u64 {
        self.documents.len() as u64
    }

    /// The tokens of all chunks.
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// How many chunks there are of each size in tokens.
    pub fn sizes(&self) -> &Spread {
        &self.sizes
    }

    /// The tokens of a chunk on average; `None` where there is no chunk.
    pub fn mean(&self) -> Option<f64> {
        (self.chunks > 0).then(|| self.tokens as f64 / self.chunks as f64)
    }

    /// The size that so many chunks of a hundred do not exceed, exactly (nearest rank): 0 is the smallest, 100 the largest. `None` where there
    /// is no chunk.
    pub fn percentile(&self, hundredths: u8) -> Option<u32> {
        (self.chunks > 0).then(|| self.sizes.percentile(hundredths.min(100).into()))
    }

    /// How many chunks have more tokens than this.
    pub fn over(&self, limit: u32) -> u64 {
        self.sizes.above(limit)
    }

    /// The tokens of a chunk on average, of those that have no more than this; `None` where there is no such chunk.
    pub fn mean_within(&self, limit: u32) -> Option<f64> {
        let within = || self.sizes.iter().take_while(|(size, _)| *size <= limit);
        let chunks: u64 = within().map(|(_, count)| count).sum();
        let tokens: u64 = within().map(|(size, count)| u64::from(size) * count).sum();
        (chunks > 0).then(|| tokens as f64 / chunks as f64)
    }

    /// How many chunks repeat how many units.
    pub fn carried(&self) -> &BTreeMap<u64, u64> {
        &self.carried
    }

    /// How many chunks were to repeat how many units.
    pub fn asked(&self) -> &BTreeMap<u64, u64> {
        &self.asked
    }

    /// How many chunks have which flag.
    pub fn flags(&self) -> &BTreeMap<String, u64> {
        &self.flags
    }

    /// How many chunks are of which language.
    pub fn languages(&self) -> &BTreeMap<String, u64> {
        &self.languages
    }

    /// How many chunks are from documents of which content type.
    pub fn content_types(&self) -> &BTreeMap<String, u64> {
        &self.content_types
    }

    /// How many chunks were cut under which settings, by fingerprint.
    pub fn settings(&self) -> &BTreeMap<String, u64> {
        &self.settings
    }

    /// What chunks are made of.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    /// How many chunks have context and text of one before: they were paid for twice.
    pub fn repeated_texts(&self) -> u64 {
        self.repeated_texts
    }

    /// How many chunks have the id of one before: something was written twice.
    pub fn repeated_ids(&self) -> u64 {
        self.repeated_ids
    }

    /// How many rows were no chunks but what they are parts of.
    pub fn parents(&self) -> u64 {
        self.parents
    }

    /// How many rows could not be read.
    pub fn failures(&self) -> u64 {
        self.failed
    }

    /// All of it as JSON; `over` counts chunks over this many tokens.
    pub fn to_json(&self, max_tokens: Option<u32>) -> Value {
        let tokens = json!({
            "total": self.tokens, "min": self.percentile(0), "p5": self.percentile(5), "p50": self.percentile(50),
            "p90": self.percentile(90), "p99": self.percentile(99), "max": self.percentile(100), "mean": self.mean(),
        });
        json!({
            "chunks": self.chunks, "documents": self.documents(), "tokens": tokens,
            "over": max_tokens.map(|limit| self.over(limit)),
            "carried": self.carried, "asked": self.asked, "flags": self.flags,
            "languages": self.languages, "content_types": self.content_types, "settings": self.settings,
            "bytes": self.bytes, "duplicates": { "texts": self.repeated_texts, "ids": self.repeated_ids },
            "parents": self.parents, "failed": self.failed,
        })
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

/// The same on every run.
fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(sizes: impl IntoIterator<Item = u32>) -> Stats {
        let mut stats = Stats::new();
        for (nth, tokens) in sizes.into_iter().enumerate() {
            stats.add(&Facts { id: nth.to_string().into(), tokens, ..Facts::default() });
        }
        stats
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        let stats = sized((1..=100).rev());
        for hundredths in 1..=100 {
            assert_eq!(stats.percentile(hundredths), Some(hundredths.into()));
        }
        assert_eq!((stats.percentile(0), stats.mean()), (Some(1), Some(50.5)));
        let few = sized([7, 3, 3]);
        assert_eq!([0, 33, 34, 66, 67, 100].map(|nth| few.percentile(nth).unwrap()), [3, 3, 3, 3, 7, 7]);
        assert_eq!((sized([]).percentile(50), sized([]).mean()), (None, None));
    }

    #[test]
    fn over_is_more_than_the_limit() {
        let stats = sized([1, 2, 2, 3, u32::MAX]);
        assert_eq!([0, 1, 2, 3, u32::MAX].map(|limit| stats.over(limit)), [5, 4, 2, 1, 0]);
    }

    #[test]
    fn what_comes_twice_is_counted() {
        let mut stats = Stats::new();
        let facts = |id: &'static str, context: &'static str, text: &'static str| Facts {
            id: id.into(),
            context: context.into(),
            text: text.into(),
            ..Facts::default()
        };
        for row in [facts("1", "a", "b"), facts("2", "ab", ""), facts("3", "a", "b"), facts("1", "", "c")] {
            stats.add(&row);
        }
        assert_eq!((stats.repeated_texts(), stats.repeated_ids(), stats.documents()), (1, 1, 1));
    }
}
