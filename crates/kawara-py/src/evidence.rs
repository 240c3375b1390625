//! What a corpus is like, and whether evidence survives the cut.

use kawara::Document;
use kawara::input::{Encoding, Failure, Input};
use kawara::run::RunOptions;
use kawara_evidence::check::{Checking, Room};
use kawara_evidence::retrieve::{self, Bm25};
use kawara_evidence::{Corpus, Laid, QuestionOptions, read_questions};

/// Why something could not be found out.
pub(crate) enum Trouble {
    /// A document failed.
    Document(Failure),
    /// The questions, or what was asked for.
    Evidence(kawara_evidence::Error),
}

impl From<kawara_evidence::Error> for Trouble {
    fn from(error: kawara_evidence::Error) -> Self {
        Self::Evidence(error)
    }
}

fn inputs(documents: Vec<Document>) -> impl Iterator<Item = Input> {
    documents.into_iter().map(|document| Input::Document(Box::new(document)))
}

/// Figures on units, as JSON.
pub(crate) fn measure(engine: &kawara::Engine, documents: Vec<Document>) -> Result<String, Trouble> {
    let mut failed = None;
    let measures =
        kawara_evidence::measure::measure(engine, inputs(documents), RunOptions::default(), |result, _| {
            failed = failed.take().or(result.err());
        });
    match failed {
        Some(failure) => Err(Trouble::Document(failure)),
        None => Ok(measures.to_json().to_string()),
    }
}

/// A check of questions, as JSON. `lines` are the questions as JSON lines; `ks` is at how many chunks the built-in retriever is judged.
pub(crate) fn check(
    engine: &kawara::Engine,
    documents: Vec<Document>,
    lines: &str,
    ks: &[usize],
) -> Result<String, Trouble> {
    let mut failed = Vec::new();
    let corpus = Corpus::read(inputs(documents), Encoding::UTF_8, |failure| failed.push(failure));
    let laid = Laid::by(engine, &corpus, RunOptions::default(), |failure| failed.push(failure));
    if let Some(failure) = failed.into_iter().next() {
        return Err(Trouble::Document(failure));
    }
    let options = QuestionOptions { laid: Some(&laid), ..QuestionOptions::default() };
    let questions = read_questions(&corpus, lines.as_bytes(), "questions", options)?;
    let room = Room::new(engine, &corpus, &laid, &questions.list, RunOptions::default());
    let deepest = ks.iter().copied().max();
    let ranks = deepest
        .map(|deepest| retrieve::rank(&corpus, &laid, &questions.list, &mut Bm25::new(), deepest))
        .transpose()?;
    let mut checking = Checking::new(&corpus, &questions, &laid).with_room(&room).at(ks);
    if let Some(ranks) = &ranks {
        checking = checking.with_ranks(ranks);
    }
    let check = checking.run()?;
    serde_json::to_string(&check)
        .map_err(|error| Trouble::Document(Failure::new("the check", error.to_string())))
}
