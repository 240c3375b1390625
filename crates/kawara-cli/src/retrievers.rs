//! Retrievers, as the command line and the user's configuration file define them.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use kawara::command::Definition;
use kawara_evidence::retrieve::{Retriever, Retrievers};
use kawara_evidence::{Error, Result as Evidence};

use crate::End;
use crate::console::{Console, note};

/// The retriever of a name, made ready; `none` is none.
///
/// # Errors
/// What is wrong with a definition or with the configuration file, there is none of that name, or its program cannot be started.
pub(crate) fn retriever(
    name: &str,
    definitions: &[String],
    console: &Console,
) -> Result<Option<Box<dyn Retriever>>, End> {
    let usage = |error: Error| End::Usage(error.to_string());
    if name == "none" {
        return Ok(None);
    }
    let mut retrievers = Retrievers::new();
    for definition in definitions {
        let definition = Definition::parse(definition).map_err(|error| End::Usage(error.to_string()))?;
        retrievers.define(definition.with_origin("with --retriever-command")).map_err(usage)?;
    }
    let retrievers = retrievers.or(Retrievers::of_user().map_err(usage)?);
    let says = console.notes();
    let retriever = waiting_for(name, says, || retrievers.open(name)).map_err(usage)?;
    Ok(Some(Box::new(Awaited { retriever, says })))
}

/// After how long it is said what is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A retriever of which it is said that it takes its time, or nobody could tell a long run from one that hangs.
struct Awaited {
    retriever: Box<dyn Retriever>,
    says: bool,
}

impl Retriever for Awaited {
    fn name(&self) -> &str {
        self.retriever.name()
    }

    fn prepare(&mut self, questions: &[&str]) -> Evidence<()> {
        self.retriever.prepare(questions)
    }

    fn index(&mut self, texts: &[String]) -> Evidence<()> {
        let name = self.retriever.name().to_owned();
        waiting_for(&name, self.says, || self.retriever.index(texts))
    }

    fn search(&mut self, query: &str, k: usize) -> Evidence<Vec<usize>> {
        let name = self.retriever.name().to_owned();
        waiting_for(&name, self.says, || self.retriever.search(query, k))
    }

    fn search_all(&mut self, queries: &[&str], k: usize) -> Evidence<Vec<Vec<usize>>> {
        let name = self.retriever.name().to_owned();
        waiting_for(&name, self.says, || self.retriever.search_all(queries, k))
    }
}

/// Does something, and says that it is waited for where it takes long.
fn waiting_for<T>(name: &str, says: bool, work: impl FnOnce() -> T) -> T {
    let (working, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        if says {
            scope.spawn(move || {
                if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    note(&format!("waiting for {name}"));
                }
            });
        }
        let result = work();
        drop(working);
        result
    })
}
