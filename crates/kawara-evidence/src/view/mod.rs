//! Documents with their chunks, to be looked at: one page for several documents and several policies.

mod make;
mod model;
mod utf16;

use std::ops::Range;

use crate::metrics::Holding;
use crate::page::{SCRIPT, STYLE, Shell, TOGGLE, json};
use crate::{Corpus, Laid, Question, Result};

/// Documents as policies cut them, for [a page](Self::to_html).
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Laid, view::View};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n", "kawara.toml", ".")?;
/// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
///
/// let page = View::new(&corpus).policy("kawara.toml", &laid).to_html()?;
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct View<'v> {
    corpus: &'v Corpus,
    ways: Vec<Way<'v>>,
    questions: &'v [Question],
}

/// A policy, by its name on the page, and what it makes of the documents.
#[derive(Debug)]
struct Way<'v> {
    name: String,
    laid: &'v Laid,
    holding: Holding,
}

impl Way<'_> {
    /// The chunks of a document that hold all of a range, by their places in it.
    fn holding(&self, document: usize, range: &Range<usize>) -> Vec<usize> {
        let first = self.laid.documents.get(document).map_or(0, |document| document.pieces.start);
        self.holding.all_whole(document, range).into_iter().map(|piece| piece - first).collect()
    }
}

impl<'v> View<'v> {
    /// Documents that are not cut yet.
    pub fn new(corpus: &'v Corpus) -> Self {
        Self { corpus, ways: Vec::new(), questions: &[] }
    }

    /// One more policy to switch to, with what it makes of the same documents.
    pub fn policy(mut self, name: impl Into<String>, laid: &'v Laid) -> Self {
        self.ways.push(Way { name: name.into(), laid, holding: Holding::of(laid) });
        self
    }

    /// Marks the evidence of questions, and tells which chunks keep it whole.
    pub fn questions(self, questions: &'v [Question]) -> Self {
        Self { questions, ..self }
    }

    /// The page. It fetches nothing; what is shown is in its fragment, so that an address leads to a document, a policy and a chunk.
    ///
    /// # Errors
    ///
    /// None that a corpus could bring about.
    pub fn to_html(&self) -> Result<String> {
        let data = json(&self.model())?;
        let title = match self.corpus.sources() {
            [one] => format!("{} in chunks", one.id()),
            many => format!("{} documents in chunks", many.len()),
        };
        let shell = Shell {
            title: &title,
            style: &format!("{STYLE}{}", include_str!("view.css")),
            body: &include_str!("view.html").replace("<!-- theme -->", TOGGLE),
            data: &[("data", &data)],
            script: &[SCRIPT, include_str!("layout.js"), include_str!("view.js")].concat(),
        };
        Ok(shell.to_html())
    }
}

#[cfg(test)]
mod tests;
