//! Which questions still find their evidence whole in one chunk, and what that costs.
//!
//! [`Checking`] holds questions against chunks. Beside them stand a *baseline*, usually the same policy without overlap, and what a
//! retriever brought.
//!
//! Coverage is not recall: it says that a chunk with all the evidence is there to be found, not that it is found.

mod examine;
mod figures;
mod given;
mod outcome;
mod plain;
mod room;
mod wider;

use std::collections::BTreeMap;

use serde::Serialize;

pub use figures::{Fates, Figures, Group};
pub use given::GivenChunks;
pub use outcome::{Cut, FAR, Fate, Outcome, Remedy, Verdict};
pub use plain::WithoutOverlap;
pub use room::{Room, RoomUnit};
pub use wider::{Wider, widened};

use crate::metrics::{Evaluation, Holding, Metrics};
use crate::retrieve::Ranks;
use crate::{Corpus, Laid, Questions, Result};
use examine::Examiner;

/// What reading wider comes to, over chunks that carry nothing.
#[derive(Clone, Debug, Serialize)]
pub struct Widened {
    /// How much wider.
    #[serde(flatten)]
    pub wider: Wider,
    /// What is found of the questions whose evidence is there, and the tokens that are read.
    pub metrics: Metrics,
}

/// What a check found.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// Over all questions.
    pub all: Figures,
    /// By class, in order of their names; empty where there is none.
    pub classes: Vec<Group>,
    /// By language, in order of their tags.
    pub languages: Vec<Group>,
    /// Σ tokens(chunk) / Σ tokens(document) − 1; `None` where nothing was counted.
    pub effective_redundancy: Option<f64>,
    /// Of the baseline.
    pub baseline_redundancy: Option<f64>,
    /// Of the chunks that reading wider starts from.
    pub plain_redundancy: Option<f64>,
    /// Every metric, of the questions whose evidence is in the source.
    pub metrics: Metrics,
    /// What reading wider comes to instead.
    pub wider: Vec<Widened>,
    /// Each question, in the order of the file.
    pub questions: Vec<Outcome>,
}

/// Questions, chunks, and what they are held against.
#[derive(Clone, Debug)]
pub struct Checking<'c> {
    corpus: &'c Corpus,
    questions: &'c Questions,
    laid: &'c Laid,
    names: Option<&'c [String]>,
    room: Option<&'c Room<'c>>,
    baseline: Option<&'c Laid>,
    ranks: Option<&'c Ranks>,
    plain: Option<(&'c Laid, Option<&'c Ranks>)>,
    ks: Vec<usize>,
    tokens: Vec<u64>,
}

impl<'c> Checking<'c> {
    /// Questions over chunks.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::{Corpus, Laid, read_questions, check::{Checking, Room, Verdict}};
    ///
    /// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
    /// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
    /// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n[units]\noverlap = 0\n", "kawara.toml", ".")?;
    /// let engine = kawara::engine(policy)?;
    /// let laid = Laid::by(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    /// let lines = r#"{"doc_id": "a", "evidence": ["Tickets are sold on board. The last one comes back at nine."]}"#;
    /// let questions = read_questions(&corpus, lines.as_bytes(), "questions.jsonl", Default::default())?;
    /// let room = Room::new(&engine, &corpus, &laid, &questions.list, RunOptions::default());
    /// let check = Checking::new(&corpus, &questions, &laid).with_room(&room).run()?;
    /// let question = &check.questions[0];
    /// assert_eq!((question.verdict, question.units, question.overlap), (Verdict::Straddling, Some(2), Some(1)));
    /// assert_eq!(question.cuts[0].character, 85);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(corpus: &'c Corpus, questions: &'c Questions, laid: &'c Laid) -> Self {
        Self {
            corpus,
            questions,
            laid,
            names: None,
            room: None,
            baseline: None,
            ranks: None,
            plain: None,
            ks: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// Over chunks that somebody else made.
    pub fn over_given(corpus: &'c Corpus, questions: &'c Questions, given: &'c GivenChunks) -> Self {
        Self { names: Some(&given.names), ..Self::new(corpus, questions, &given.laid) }
    }

    /// With what tells units, languages and sizes: how an engine laid the same documents. Without it no question is unfittable or far.
    pub fn with_room(self, room: &'c Room<'c>) -> Self {
        Self { room: Some(room), ..self }
    }

    /// Beside a way of cutting that breaks some of the evidence.
    pub fn with_baseline(self, baseline: &'c Laid) -> Self {
        Self { baseline: Some(baseline), ..self }
    }

    /// With what a retriever brought.
    pub fn with_ranks(self, ranks: &'c Ranks) -> Self {
        Self { ranks: Some(ranks), ..self }
    }

    /// With what reading wider comes to: over the documents laid without any overlap, and what the retriever brought of those chunks.
    pub fn with_wider(self, plain: &'c Laid, ranks: Option<&'c Ranks>) -> Self {
        Self { plain: Some((plain, ranks)), ..self }
    }

    /// At numbers of chunks.
    pub fn at(mut self, ks: &[usize]) -> Self {
        self.ks.extend_from_slice(ks);
        self
    }

    /// At numbers of tokens served.
    pub fn at_tokens(mut self, tokens: &[u64]) -> Self {
        self.tokens.extend_from_slice(tokens);
        self
    }

    /// Checks.
    ///
    /// # Errors
    /// When a counter fails.
    pub fn run(&self) -> Result<Check> {
        let list = &self.questions.list;
        let examiner = Examiner {
            corpus: self.corpus,
            laid: self.laid,
            holding: Holding::of(self.laid),
            names: self.names,
            room: self.room,
            baseline: self.baseline.map(Holding::of),
            ranks: self.ranks,
            most: self.ks.iter().copied().max().unwrap_or(usize::MAX),
        };
        let mut outcomes = Vec::with_capacity(self.questions.len());
        for (nth, question) in list.iter().enumerate() {
            let line = self.questions.lines.get(nth).copied().unwrap_or(0);
            outcomes.push(examiner.examine(nth, question, line)?);
        }
        outcomes.extend(self.questions.missing.iter().map(|missing| examiner.missing(missing)));
        outcomes.extend(self.questions.unread.iter().map(|unread| examiner.unread(unread)));
        outcomes.sort_by_key(|outcome| outcome.line);
        let metrics = self.evaluate(self.laid, self.ranks)?;
        let mut wider = Vec::new();
        if let Some((plain, ranks)) = self.plain {
            for each in Wider::TRIED.into_iter().chain(Wider::passages(plain)) {
                let metrics = self.evaluate(&widened(plain, self.corpus, each), ranks)?;
                wider.push(Widened { wider: each, metrics });
            }
        }
        let figures = |chosen: Vec<&Outcome>| Figures::of(&chosen, &self.ks);
        Ok(Check {
            all: figures(outcomes.iter().collect()),
            classes: groups(&outcomes, |outcome| outcome.class.as_deref(), &figures),
            languages: groups(&outcomes, |outcome| outcome.language.as_deref(), &figures),
            effective_redundancy: self.laid.effective_redundancy(),
            baseline_redundancy: self.baseline.and_then(Laid::effective_redundancy),
            plain_redundancy: self.plain.and_then(|(plain, _)| plain.effective_redundancy()),
            metrics,
            wider,
            questions: outcomes,
        })
    }

    fn evaluate(&self, laid: &Laid, ranks: Option<&Ranks>) -> Result<Metrics> {
        let mut evaluation = Evaluation::new(self.corpus, &self.questions.list, laid);
        if let Some(baseline) = self.baseline {
            evaluation = evaluation.with_baseline(baseline);
        }
        if let Some(ranks) = ranks {
            evaluation = evaluation.with_ranks(ranks).at(&self.ks).at_tokens(&self.tokens);
            if let Some(counter) = self.room.map(|room| room.counter()).transpose()?.flatten() {
                evaluation = evaluation.with_counter(counter);
            }
        }
        evaluation.run()
    }
}

/// Figures of the questions that are called alike; of none where no question has a name.
fn groups(
    outcomes: &[Outcome],
    name: impl Fn(&Outcome) -> Option<&str>,
    figures: &impl Fn(Vec<&Outcome>) -> Figures,
) -> Vec<Group> {
    let mut groups: BTreeMap<Option<&str>, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        groups.entry(name(outcome)).or_default().push(outcome);
    }
    if groups.keys().all(Option::is_none) {
        return Vec::new();
    }
    let group = |(name, those): (Option<&str>, Vec<&Outcome>)| Group {
        name: name.map(str::to_owned),
        figures: figures(those),
    };
    groups.into_iter().map(group).collect()
}
