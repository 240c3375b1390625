//! What a corpus is like, as far as that decides how it should be cut: how long its units are, what a percentage of overlap would carry,
//! and how large a chunk has to be to hold a unit with those before it.
//!
//! Figures are kept by [`Group`]: units of one language, content type and kind under one budget. They are counts by size ([`Spread`](kawara::survey::Spread)), so
//! percentiles are exact and memory does not grow with the corpus. Every token is counted by the policy's counter.
//!
//! # The least size
//!
//! A carry of *k* units keeps every *k* + 1 consecutive units whole in one chunk if they fit. [`Figures::least_size`] is the size at which 95
//! of 100 such stretches do: their 95th percentile, special tokens and context included. It is a floor, not the best size, which questions
//! have to tell.

mod add;
mod group;
mod page;

use std::collections::BTreeMap;

use kawara::Engine;
use kawara::input::{Failure, Input};
use kawara::packs::PackFaults;
use kawara::run::{RunOptions, each};
use serde_json::{Value, json};

pub use group::{Figures, Group};

/// What a corpus is like.
///
/// ```
/// use kawara::{Document, input::Input, policy::Policy, run::RunOptions};
/// use kawara_evidence::measure::measure;
///
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 40\ncounter = \"words\"\n", "kawara.toml", ".")?;
/// let document = Document::new("gate", "The gate opens at six. It closes at nine in the evening. The first bus leaves at half past.");
/// let inputs = [Input::Document(Box::new(document))];
/// let measures = measure(&kawara::engine(policy)?, inputs.into_iter(), RunOptions::default(), |_, _| ());
///
/// let (group, figures) = measures.groups().next().unwrap();
/// assert_eq!((group.language.as_str(), group.unit.as_str(), group.carry), ("en", "sentence", 1));
/// assert_eq!((figures.tokens.count(), figures.tokens.median(), figures.tokens.most()), (3, 7, 7));
/// assert_eq!(figures.consecutive[1].most(), 14, "the longest two neighbours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Measures {
    groups: BTreeMap<Group, Figures>,
    documents: u64,
    failed: u64,
    pack_faults: PackFaults,
}

/// Measures every input; `done` is told of each, with the bytes that were read for it.
pub fn measure(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    mut done: impl FnMut(Result<(), Failure>, u64),
) -> Measures {
    let mut all = Measures::default();
    each(
        engine,
        inputs,
        options,
        |worker, document| {
            let mut measures = Measures { documents: 1, ..Measures::default() };
            worker.measure(document, |units| {
                measures.add(units)?;
                measures.pack_faults.add(&units.pack_faults());
                Ok(())
            })?;
            measures.groups.values_mut().for_each(|figures| figures.documents = 1);
            Ok(measures)
        },
        |result, bytes| {
            let told = match result {
                Ok(measures) => {
                    all.join(&measures);
                    Ok(())
                }
                Err(failure) => {
                    all.failed += 1;
                    Err(failure)
                }
            };
            done(told, bytes);
            true
        },
    );
    all
}

impl Measures {
    /// The groups with their figures, in order.
    pub fn groups(&self) -> impl Iterator<Item = (&Group, &Figures)> {
        self.groups.iter()
    }

    /// How many documents were measured.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// How many documents failed.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// Adds what others were like.
    pub fn join(&mut self, other: &Self) {
        self.documents += other.documents;
        self.failed += other.failed;
        self.pack_faults.join(&other.pack_faults);
        for (group, figures) in &other.groups {
            match self.groups.get_mut(group) {
                Some(known) => known.join(figures),
                None => _ = self.groups.insert(group.clone(), figures.clone()),
            }
        }
    }

    /// What does not fit: one sentence for each group whose stretches of *k* + 1 units are over the budget in more than 5 of 100 cases; and
    /// one for each pack that was at fault.
    pub fn warnings(&self) -> Vec<String> {
        let groups = self.groups().filter_map(|(group, figures)| figures.warning(group));
        groups.chain(self.pack_faults.warnings()).collect()
    }

    /// All of it as JSON.
    pub fn to_json(&self) -> Value {
        let groups: Vec<Value> = self.groups().map(|(group, figures)| figures.to_json(group)).collect();
        json!({ "documents": self.documents, "failed": self.failed, "groups": groups })
    }
}
