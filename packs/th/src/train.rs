//! Training of the sentence model: the same sentences give the same bytes, on any machine.
//!
//! Sentences are joined by spaces into documents, in several orders: what joins two of them is an end, a space inside one is not. With
//! them come texts of our own, in which ends are marked. Gaps that a rule decides are left out. Weights are those of a logistic
//! regression with a quadratic penalty; the threshold comes from cross-validation.

mod corpus;
mod examples;
mod logistic;
mod quality;
mod write;

use corpus::{Corpus, Document};
use examples::{Examples, Vocabulary};
pub use quality::Quality;

/// A model and what cross-validation says of it.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The file.
    pub model: Vec<u8>,
    /// How many features it has.
    pub features: usize,
    /// Boundary quality over folds that were not trained on, at the threshold of the model.
    pub cross_validated: Quality,
}

/// Folds of the cross-validation that the threshold comes from.
const FOLDS: usize = 5;

/// Trains on the sentences of a treebank, one a line, and on the pack's own texts. The result depends on nothing else.
pub fn train(sentences: &str) -> Trained {
    let corpus = Corpus::new(sentences, include_str!("../data/texts.txt"));
    let mut held_out = Vec::new();
    for fold in 0..FOLDS {
        let (tested, trained) = corpus.split(fold, FOLDS);
        let (vocabulary, weights) = fit(&trained.documents());
        held_out.extend(Examples::new(&tested.once(), &vocabulary).scored(&weights));
    }
    let (threshold, cross_validated) = Quality::best(&mut held_out);
    let (vocabulary, weights) = fit(&corpus.documents());
    let entries = write::quantised(&vocabulary, &weights);
    Trained { model: write::file(threshold, &weights, &entries), features: entries.len(), cross_validated }
}

fn fit(documents: &[Document]) -> (Vocabulary, Vec<f64>) {
    let vocabulary = Vocabulary::of(documents);
    let examples = Examples::new(documents, &vocabulary);
    let weights = logistic::fit(examples.rows(), vocabulary.len());
    (vocabulary, weights)
}
