//! What a corpus is like, and whether evidence survives the cut.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use kawara::input::{Encoding, Failure, Input};
use kawara::run::RunOptions;
use kawara_evidence::check::{Checking, Room};
use kawara_evidence::retrieve::{self, Bm25, Retriever};
use kawara_evidence::{Corpus, Error, ErrorKind, Laid, QuestionOptions, read_questions};
use pyo3::prelude::*;

use crate::error::{caused, of_document, value};
use crate::interrupt::Interrupt;

/// Figures on units, as JSON.
pub(crate) fn measure(engine: &kawara::Engine, documents: Vec<Input>) -> PyResult<String> {
    let (mut failed, mut interrupt) = (None, Interrupt::new());
    let is_over = AtomicBool::new(false);
    let documents = documents.into_iter().take_while(|_| !is_over.load(Ordering::Relaxed));
    let measures =
        kawara_evidence::measure::measure(engine, documents, RunOptions::default(), |result, _| {
            is_over.fetch_or(!interrupt.goes_on_after(result.as_ref()), Ordering::Relaxed);
            failed = failed.take().or(result.err());
        });
    interrupt.over()?;
    match failed {
        Some(failure) => Err(of_document(&failure)),
        None => Ok(measures.to_json().to_string()),
    }
}

/// A check of questions, as JSON. `lines` are the questions as JSON lines; `ks` is at how many chunks the built-in retriever is judged.
pub(crate) fn check(
    engine: &kawara::Engine,
    documents: Vec<Input>,
    lines: &str,
    ks: &[usize],
) -> PyResult<String> {
    let interrupt = RefCell::new(Interrupt::new());
    let goes_on = || interrupt.borrow_mut().goes_on();
    let first = RefCell::new(None);
    let failed = |failure: Failure| {
        interrupt.borrow_mut().goes_on_after::<()>(Err(&failure));
        first.borrow_mut().get_or_insert(failure);
    };
    let read = documents.into_iter().take_while(|_| goes_on());
    let corpus = Corpus::read(read, Encoding::UTF_8, failed);
    let laid = Laid::by_while(engine, &corpus, RunOptions::default(), failed, goes_on);
    let checked = match first.borrow_mut().take() {
        Some(failure) => Err(of_document(&failure)),
        None => told(engine, &corpus, &laid, lines, ks, &goes_on)
            .map_err(|error| caused(value(error.to_string()), &error)),
    };
    interrupt.into_inner().over()?;
    checked
}

fn told(
    engine: &kawara::Engine,
    corpus: &Corpus,
    laid: &Laid,
    lines: &str,
    ks: &[usize],
    goes_on: &dyn Fn() -> bool,
) -> kawara_evidence::Result<String> {
    let options = QuestionOptions { laid: Some(laid), ..QuestionOptions::default() };
    let questions = read_questions(corpus, lines.as_bytes(), "questions", options)?;
    let room = Room::new(engine, corpus, laid, &questions.list, RunOptions::default());
    let mut retriever = Heedful { bm25: Bm25::new(), goes_on };
    let deepest = ks.iter().copied().max();
    let ranks = deepest
        .map(|deepest| retrieve::rank(corpus, laid, &questions.list, &mut retriever, deepest))
        .transpose()?;
    let mut checking = Checking::new(corpus, &questions, laid).with_room(&room).at(ks);
    if let Some(ranks) = &ranks {
        checking = checking.with_ranks(ranks);
    }
    let check = checking.run()?;
    serde_json::to_string(&check).map_err(|error| Error::new(ErrorKind::Page, error.to_string()))
}

/// The built-in retriever, which stops in between.
struct Heedful<'g> {
    bm25: Bm25,
    goes_on: &'g dyn Fn() -> bool,
}

impl Retriever for Heedful<'_> {
    fn name(&self) -> &str {
        self.bm25.name()
    }

    fn prepare(&mut self, questions: &[&str]) -> kawara_evidence::Result<()> {
        self.bm25.prepare(questions)
    }

    fn index(&mut self, texts: &[String]) -> kawara_evidence::Result<()> {
        self.bm25.index(texts)
    }

    fn search(&mut self, query: &str, k: usize) -> kawara_evidence::Result<Vec<usize>> {
        if (self.goes_on)() {
            self.bm25.search(query, k)
        } else {
            Err(Error::new(ErrorKind::Retriever, "it was interrupted"))
        }
    }
}
