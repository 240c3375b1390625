//! Which chunks a question brings back.
//!
//! A [`Retriever`] is given texts and asked for the best of them. [`Bm25`] is built in and needs nothing; whoever wants to know how the
//! model that they deploy fares writes a program for it.
//!
//! ```
//! use kawara_evidence::retrieve::{Bm25, Retriever};
//!
//! let mut bm25 = Bm25::new();
//! bm25.index(&["Red apple pie.".into(), "Blue sky day.".into()])?;
//! assert_eq!(bm25.search("blue sky", 5)?, [1]);
//! # Ok::<(), kawara_evidence::Error>(())
//! ```

mod bm25;
mod named;
mod nearest;
pub mod program;
mod words;

use std::collections::BTreeMap;

use crate::{Corpus, Error, ErrorKind, Laid, Question, Result};

pub use bm25::Bm25;
pub use named::Retrievers;
pub use nearest::nearest;
pub use program::Program;
pub use words::{Script, analyze};

/// Finds texts.
///
/// It is deterministic: the same texts and the same question bring the same numbers in the same order.
pub trait Retriever {
    /// What it is called in reports.
    fn name(&self) -> &str;

    /// Is told all questions before the first text. Nothing needs to come of it; one whose analysis depends on scripts can choose.
    ///
    /// # Errors
    /// When it cannot go on.
    fn prepare(&mut self, questions: &[&str]) -> Result<()> {
        let _ = questions;
        Ok(())
    }

    /// Forgets the texts that it had and takes these, which are called by their places.
    ///
    /// # Errors
    /// When it cannot go on.
    fn index(&mut self, texts: &[String]) -> Result<()>;

    /// The places of at most `k` texts, best first, none twice.
    ///
    /// # Errors
    /// When it cannot go on.
    fn search(&mut self, query: &str, k: usize) -> Result<Vec<usize>>;

    /// What [`search`](Self::search) brings for each of several questions.
    ///
    /// # Errors
    /// When it cannot go on.
    fn search_all(&mut self, queries: &[&str], k: usize) -> Result<Vec<Vec<usize>>> {
        queries.iter().map(|query| self.search(query, k)).collect()
    }
}

/// What a retriever brought for each of some questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    /// The retriever's name.
    pub retriever: String,
    /// How many chunks it was asked for.
    pub k: usize,
    /// By question: chunks by their places among [`Laid::pieces`], best first; `None` where the question is not written down, and none where it is
    /// empty.
    pub lists: Vec<Option<Vec<usize>>>,
}

impl Ranks {
    /// The chunks that a question brought, best first; `None` where it was not asked.
    pub fn of(&self, question: usize) -> Option<&[usize]> {
        self.lists.get(question)?.as_deref()
    }
}

/// Which part of a chunk a retriever is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// What is embedded: context and text.
    #[default]
    Embedded,
    /// The stretch of the source alone.
    Source,
}

/// Gives a retriever what is embedded of each chunk, and asks it every question for its `k` best chunks.
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Laid, Passage, Question, retrieve};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n", "kawara.toml", ".")?;
/// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
/// let question = Question {
///     id: "1".into(),
///     document: 0,
///     question: Some("Where do I buy tickets?".into()),
///     class: None,
///     evidence: vec![Passage { chars: 58..84, relevance: 1.0 }],
/// };
/// let ranks = retrieve::rank(&corpus, &laid, &[question], &mut retrieve::Bm25::new(), 5)?;
/// assert_eq!(ranks.of(0), Some(&[1, 0][..]), "both have the sentence, and the second is shorter");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the retriever fails, or brings what there is not.
pub fn rank(
    corpus: &Corpus,
    laid: &Laid,
    questions: &[Question],
    retriever: &mut dyn Retriever,
    k: usize,
) -> Result<Ranks> {
    rank_given(corpus, laid, questions, retriever, k, Given::Embedded)
}

/// As [`rank`], with a choice of what the retriever is given.
///
/// # Errors
/// As [`rank`].
pub fn rank_given(
    corpus: &Corpus,
    laid: &Laid,
    questions: &[Question],
    retriever: &mut dyn Retriever,
    k: usize,
    given: Given,
) -> Result<Ranks> {
    let name = retriever.name().to_owned();
    let mut ranks = ranked(questions, &name, k, |asked| {
        retriever.prepare(asked)?;
        retriever.index(&texts(corpus, laid, given))?;
        let lists = retriever.search_all(asked, k)?;
        check(&lists, asked.len(), laid.pieces.len(), k).map_err(|what| {
            Error::new(ErrorKind::Retriever, format!("the retriever `{}` {what}", retriever.name()))
        })?;
        Ok(lists)
    })?;
    // What it is called may hang on the questions.
    ranks.retriever = retriever.name().to_owned();
    Ok(ranks)
}

/// What questions bring: `search` is given each text once, in the order in which they come.
///
/// # Errors
/// As `search`.
pub(crate) fn ranked(
    questions: &[Question],
    name: &str,
    k: usize,
    search: impl FnOnce(&[&str]) -> Result<Vec<Vec<usize>>>,
) -> Result<Ranks> {
    // Sets ask the same of several passages.
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut asked: Vec<&str> = Vec::new();
    let places: Vec<Option<usize>> = questions
        .iter()
        .map(|question| {
            let text = question.asked()?;
            Some(*first.entry(text).or_insert_with(|| {
                asked.push(text);
                asked.len() - 1
            }))
        })
        .collect();
    let lists = search(&asked)?;
    Ok(Ranks {
        retriever: name.to_owned(),
        k,
        lists: questions
            .iter()
            .zip(places)
            .map(|(question, place)| match place {
                Some(place) => lists.get(place).cloned(),
                None => question.is_empty().then(Vec::new),
            })
            .collect(),
    })
}

/// What a retriever is given of each chunk.
fn texts(corpus: &Corpus, laid: &Laid, given: Given) -> Vec<String> {
    let text = |(nth, piece): (usize, &crate::Piece)| match given {
        Given::Embedded => laid.embedded(corpus, nth),
        Given::Source => {
            let source = corpus.get(piece.document);
            source.map(|source| source.slice(piece.chars.clone()).to_owned()).unwrap_or_default()
        }
    };
    laid.pieces.iter().enumerate().map(text).collect()
}

/// Whether the lists are what was asked for: one a question, of `k` texts at most, each of them there and none twice.
fn check(lists: &[Vec<usize>], questions: usize, texts: usize, k: usize) -> Result<(), String> {
    if lists.len() != questions {
        return Err(format!("was asked {questions} questions and answers {}", lists.len()));
    }
    for list in lists {
        if list.len() > k {
            return Err(format!("was asked for {k} texts and brings {}", list.len()));
        }
        if let Some(place) = list.iter().find(|place| **place >= texts) {
            return Err(format!("brings a text with the id {place}, and there are {texts}, called from 0"));
        }
        let mut seen = list.clone();
        seen.sort_unstable();
        if let Some(twice) = seen.array_windows().find_map(|[one, next]| (one == next).then_some(one)) {
            return Err(format!("brings text {twice} twice"));
        }
    }
    Ok(())
}

/// For how many chunks a retriever has to be asked, so that they are sure to fill a number of tokens: as many as the smallest that
/// together do.
pub fn depth(laid: &Laid, tokens: u64) -> usize {
    let mut sizes: Vec<u32> = laid.pieces.iter().map(|piece| piece.tokens).collect();
    sizes.sort_unstable();
    let mut sum = 0;
    let fits = sizes.iter().take_while(|size| {
        sum += u64::from(**size);
        sum <= tokens
    });
    (fits.count() + 1).min(sizes.len())
}
