//! Documents of any iterable, read while others are worked on.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{panic, thread, vec};

use kawara::input::{Failure, Input};
use kawara::plan::Step;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::document::{named, several};
use crate::error::ending;

/// How many bytes of text are read at once, unless one document has more, and how many documents at most.
const AT_ONCE: (u64, usize) = (1 << 20, 256);

/// How long Ctrl-C waits to be heard, at most.
const TICK: Duration = Duration::from_millis(50);

/// The documents, as work takes them in: it asks for some when it has none.
pub(crate) struct Feed {
    asks: Sender<Message>,
    given: Receiver<Vec<Input>>,
    at_hand: vec::IntoIter<Input>,
}

enum Message {
    /// More documents are asked for.
    More,
    /// What failed a document ends the program.
    Ends(PyErr),
}

/// Does work on a thread of its own, and reads documents for it on this one, to which a generator may be bound, such as one with a
/// connection to a database. Each has to have an id. No more of them are read than are worked on. Work is given them, and whom to tell what
/// happens; returned is what it returns, and what failed.
///
/// # Errors
/// What reading raises, or a signal: that ends the work, and what it has done by then is lost.
pub(crate) fn feed<R: Send>(
    documents: &Bound<'_, PyAny>,
    work: impl FnOnce(Feed, &mut dyn FnMut(Step<'_>)) -> R + Send,
) -> PyResult<(R, Vec<Failure>)> {
    let mut reading = Reading { documents: several("documents", "dicts", documents)?.unbind(), nth: 0 };
    documents.py().detach(|| {
        thread::scope(|scope| {
            let (asks, asked) = mpsc::channel();
            let (gives, given) = mpsc::channel();
            let feed = Feed { asks: asks.clone(), given, at_hand: Vec::new().into_iter() };
            let worker = scope.spawn(move || {
                let mut failed = Vec::new();
                let done = work(feed, &mut |step| {
                    if let Step::Failed(failure) = step {
                        if let Some(error) = ending(failure) {
                            let _ = asks.send(Message::Ends(error));
                        }
                        failed.push(failure.clone());
                    }
                });
                (done, failed)
            });
            let served = serve(&mut reading, &asked, gives);
            let done = worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
            served.map(|()| done)
        })
    })
}

/// Gives documents until the work is done. When this returns there are no more.
fn serve(reading: &mut Reading, asked: &Receiver<Message>, gives: Sender<Vec<Input>>) -> PyResult<()> {
    loop {
        match asked.recv_timeout(TICK) {
            Ok(Message::More) => {
                let documents = Python::attach(|py| reading.some(py))?;
                // Who has asked may have gone: a plan ends where a manifest cannot be read on.
                let _ = gives.send(documents);
            }
            Ok(Message::Ends(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()))?;
    }
}

struct Reading {
    documents: Py<PyIterator>,
    nth: usize,
}

impl Reading {
    /// The next documents; none at the end.
    fn some(&mut self, py: Python<'_>) -> PyResult<Vec<Input>> {
        let (mut some, mut bytes) = (Vec::new(), 0);
        let mut documents = self.documents.bind(py).clone();
        while bytes < AT_ONCE.0 && some.len() < AT_ONCE.1 {
            let Some(document) = documents.next() else { break };
            let document = named(&document?, self.nth)?;
            self.nth += 1;
            bytes += document.bytes();
            some.push(document);
        }
        Ok(some)
    }
}

impl Iterator for Feed {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        if self.at_hand.len() == 0 {
            self.asks.send(Message::More).ok()?;
            self.at_hand = self.given.recv().ok()?.into_iter();
        }
        self.at_hand.next()
    }
}
