use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kawara::policy::Policy;
use kawara::{Document, Engine, Grain, Worker};

use super::words::{analyze_words, is_beyond_basic};
use super::{Retriever, Script, analyze};
use crate::{Error, ErrorKind, Result};

/// How soon a term's repetition counts no more.
const K1: f64 = 1.2;

/// How much a long text is held against it.
const B: f64 = 0.75;

/// Okapi BM25 over the terms of [`analyze`], with k1 = 1.2 and b = 0.75; the weight of a term is ln(1 + (n − df + ½) / (df + ½)).
///
/// A question's terms count once each, and their weights are added in the order of their code points, so that a score has one value. Of
/// equal scores the earlier text comes first. Texts without a term of the question are not brought.
///
/// If there is a question with letters but without a single term of the basic analysis, the words of [all scripts](Script::All) are used
/// throughout, and the [name](Retriever::name) says so.
///
/// [By packs](Self::by_packs), the words of scripts with spaces are those of the language packs, so that *don't*, *3.14* and *U.S.* are
/// one each. This costs a segmenter's work: see the note there.
#[derive(Clone, Debug)]
pub struct Bm25 {
    analysis: Analysis,
    /// Each term, with the texts it stands in and how often.
    postings: BTreeMap<String, Vec<(usize, u32)>>,
    /// How many terms each text has.
    lengths: Vec<u64>,
    average: f64,
}

/// What a text's terms are.
#[derive(Clone, Debug)]
enum Analysis {
    /// As far as the questions go.
    Questions(Script),
    Given(Script),
    Packs(Arc<Engine>),
}

impl Default for Bm25 {
    fn default() -> Self {
        Self::with(Analysis::Questions(Script::Basic))
    }
}

impl Bm25 {
    /// One without texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// One with a given analysis, whatever the questions.
    pub fn with_script(script: Script) -> Self {
        Self::with(Analysis::Given(script))
    }

    /// One whose words are those of the built-in packs, and of all that linked crates submit.
    ///
    /// # Errors
    /// When two packs claim one name.
    pub fn by_packs() -> Result<Self> {
        let policy = Policy::from_str("policy = 1\n", "kawara.toml", ".")
            .map_err(|mistakes| Error::new(ErrorKind::Settings, mistakes.to_string()))?;
        Ok(Self::with(Analysis::Packs(Arc::new(kawara::engine(policy)?))))
    }

    fn with(analysis: Analysis) -> Self {
        Self { analysis, postings: BTreeMap::new(), lengths: Vec::new(), average: 0.0 }
    }

    /// The best texts with their scores.
    ///
    /// # Errors
    /// When a pack fails.
    pub fn scores(&self, query: &str, k: usize) -> Result<Vec<(usize, f64)>> {
        let terms: BTreeSet<String> = self.analysis.terms()(query)?.into_iter().collect();
        let count = self.lengths.len() as f64;
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for posting in terms.iter().filter_map(|term| self.postings.get(term)) {
            let found = posting.len() as f64;
            let weight = (1.0 + (count - found + 0.5) / (found + 0.5)).ln();
            for (text, times) in posting {
                let times = f64::from(*times);
                let length = self.lengths.get(*text).map_or(0.0, |length| *length as f64);
                let score =
                    weight * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length / self.average));
                *scores.entry(*text).or_default() += score;
            }
        }
        let mut best: Vec<(usize, f64)> = scores.into_iter().collect();
        best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        best.truncate(k);
        Ok(best)
    }
}

/// What tells the terms of a text.
type Terms<'t> = dyn FnMut(&str) -> Result<Vec<String>> + 't;

impl Analysis {
    /// A way to tell the terms of one text after another.
    fn terms(&self) -> Box<Terms<'_>> {
        match self {
            Self::Questions(script) | Self::Given(script) => Box::new(|text| Ok(analyze(text, *script))),
            Self::Packs(engine) => {
                let mut worker = engine.worker();
                Box::new(move |text| words(&mut worker, text))
            }
        }
    }
}

/// The terms of a text by the words of the packs.
fn words(worker: &mut Worker<'_>, text: &str) -> Result<Vec<String>> {
    let document = Document::new("text", text).with_content_type("text/plain");
    let units = worker.units(&document, Some(Grain::Word))?;
    Ok(analyze_words(text, units.iter().filter_map(|unit| text.get(unit.source.clone()))))
}

impl Retriever for Bm25 {
    fn name(&self) -> &str {
        match self.analysis {
            Analysis::Questions(Script::Basic) | Analysis::Given(Script::Basic) => "bm25",
            Analysis::Questions(Script::All) | Analysis::Given(Script::All) => "bm25 (all scripts)",
            Analysis::Packs(_) => "bm25 (packs)",
        }
    }

    fn prepare(&mut self, questions: &[&str]) -> Result<()> {
        if let Analysis::Questions(script) = &mut self.analysis {
            let is_beyond = questions.iter().any(|question| is_beyond_basic(question));
            *script = if is_beyond { Script::All } else { Script::Basic };
        }
        Ok(())
    }

    fn index(&mut self, texts: &[String]) -> Result<()> {
        self.postings.clear();
        self.lengths.clear();
        let mut terms_of = self.analysis.terms();
        for (nth, text) in texts.iter().enumerate() {
            let mut terms = terms_of(text)?;
            self.lengths.push(terms.len() as u64);
            terms.sort_unstable();
            for same in terms.chunk_by(|one, other| one == other) {
                let Some(term) = same.first() else { continue };
                let entry = (nth, same.len() as u32);
                match self.postings.get_mut(term) {
                    Some(posting) => posting.push(entry),
                    None => _ = self.postings.insert(term.clone(), vec![entry]),
                }
            }
        }
        drop(terms_of);
        self.average = self.lengths.iter().sum::<u64>() as f64 / texts.len().max(1) as f64;
        Ok(())
    }

    fn search(&mut self, query: &str, k: usize) -> Result<Vec<usize>> {
        Ok(self.scores(query, k)?.into_iter().map(|(text, _)| text).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn scores_are_those_of_the_reference() {
        let mut bm25 = Bm25::new();
        bm25.index(&texts(&["red apple pie", "blue sky day blue", "blue apple", ""])).unwrap();
        // From BM25(texts).top of the reference evaluator, its terms added in order.
        assert_eq!(
            bm25.scores("blue apple", 9).unwrap(),
            [(2, 1.4523083783160762), (1, 0.7820122037086562), (0, 0.6099695188927519)]
        );
        assert_eq!(bm25.search("Blue, blue!", 1).unwrap(), [1]);
        assert!(bm25.search("green", 5).unwrap().is_empty());
    }

    #[test]
    fn equal_scores_keep_the_order_of_the_texts() {
        let mut bm25 = Bm25::new();
        bm25.index(&texts(&["a b", "b a", "a b"])).unwrap();
        assert_eq!(bm25.search("a", 9).unwrap(), [0, 1, 2]);
        bm25.index(&texts(&["c", "a"])).unwrap();
        assert_eq!(bm25.search("a", 9).unwrap(), [1], "what was indexed before is forgotten");
        bm25.index(&[]).unwrap();
        assert!(bm25.search("a", 9).unwrap().is_empty());
    }

    #[test]
    fn a_given_script_stays() {
        let mut bm25 = Bm25::with_script(Script::Basic);
        bm25.prepare(&["서울"]).unwrap();
        assert_eq!(bm25.name(), "bm25");
    }

    #[test]
    fn words_of_the_packs_are_whole() {
        let mut bm25 = Bm25::by_packs().unwrap();
        assert_eq!(bm25.name(), "bm25 (packs)");
        let text = "“Don't”, the U.S. said: 3.14 瓦屋根 и дом.";
        let terms = bm25.analysis.terms()(text).unwrap();
        assert_eq!(terms, ["don't", "the", "u.s", "said", "3.14", "и", "дом", "瓦屋", "屋根"]);
        bm25.index(&texts(&["I do not know.", "", "I don't know."])).unwrap();
        assert_eq!(bm25.search("don't", 5).unwrap(), [2]);
    }

    #[test]
    fn scripts_are_chosen_by_the_questions() {
        let mut bm25 = Bm25::new();
        bm25.prepare(&["Where is it?"]).unwrap();
        assert_eq!(bm25.name(), "bm25");
        bm25.prepare(&["Where is it?", "서울은 어디에 있나요?"]).unwrap();
        assert_eq!(bm25.name(), "bm25 (all scripts)");
        bm25.index(&texts(&["파리는 프랑스의 수도", "서울은 한국의 수도"])).unwrap();
        assert_eq!(bm25.search("서울은 어디에 있나요?", 5).unwrap(), [1]);
    }
}
