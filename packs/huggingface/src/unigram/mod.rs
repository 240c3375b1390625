//! Unigram models: the segmentation of a word that its pieces' scores make the likeliest, by the search of Viterbi.
//!
//! The search is the one of the crate `tokenizers`, sum by sum in the same order and with the same choice between equals, so that
//! no rounding can tell them apart; but it walks a trie in two arrays and builds no strings.

mod memo;
mod search;
mod trie;

use serde_json::{Value, json};

pub(crate) use search::Search;
use trie::Trie;

/// How much less likely than the unlikeliest piece a character is that no piece has.
const PENALTY: f64 = 10.0;

/// A Unigram vocabulary.
pub(crate) struct Unigram {
    trie: Trie,
    scores: Vec<f64>,
    /// The piece that stands for unknown characters.
    unknown: Option<u32>,
    unknown_score: f64,
}

impl Unigram {
    /// Takes the vocabulary out of the `model` of a canonical file, and leaves what is enough for the rest of the pipeline.
    /// `None`, and nothing taken, for other models and for one that spells unknown characters out byte by byte.
    ///
    /// # Errors
    /// When an entry is no piece with a score; the message says which.
    pub(crate) fn take(model: &mut Value) -> Result<Option<Self>, String> {
        if model["type"] != "Unigram" || model["byte_fallback"] == true {
            return Ok(None);
        }
        let Some(vocabulary) = model["vocab"].as_array() else {
            return Err("the vocabulary of the Unigram model is no list".into());
        };
        let mut keys = Vec::with_capacity(vocabulary.len());
        let mut scores = Vec::with_capacity(vocabulary.len());
        for (id, entry) in vocabulary.iter().enumerate() {
            let (Some(piece), Some(score)) = (entry[0].as_str(), entry[1].as_f64()) else {
                return Err(format!("entry {id} of the vocabulary is no piece with a score: {entry}"));
            };
            if !piece.is_empty() {
                keys.push((piece, id as u32));
            }
            scores.push(score);
        }
        keys.sort_unstable();
        // Of equal pieces the last counts.
        keys.dedup_by(|later, kept| {
            later.0 == kept.0 && {
                kept.1 = later.1;
                true
            }
        });
        let trie = Trie::new(&keys);
        let unknown = match &model["unk_id"] {
            Value::Null => None,
            id => match id.as_u64().filter(|id| *id < scores.len() as u64) {
                Some(id) => Some(id as u32),
                None => return Err(format!("`unk_id` is {id}, and there are {} pieces", scores.len())),
            },
        };
        let unknown_score = scores.iter().copied().fold(f64::INFINITY, f64::min) - PENALTY;
        model["vocab"] = json!([["<unk>", 0.0]]);
        model["unk_id"] = json!(0);
        Ok(Some(Self { trie, scores, unknown, unknown_score }))
    }

    pub(crate) fn unknown(&self) -> Option<u32> {
        self.unknown
    }
}
