//! Many documents at once: workers in parallel, results in the order of input, bytes in flight capped.

mod tasks;
mod text;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Chunks, Engine, Error, ErrorKind, Joiner, Part, Worker};

use crate::input::{Encoding, Failure, Input};
use crate::parallel::{Spread, in_order};
use tasks::{Task, Tasks};

/// How a run is spread over threads.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// How many threads work on documents.
    pub threads: NonZeroUsize,
    /// The most bytes of documents that are worked on or wait to be written; one larger document goes alone.
    pub bytes_in_flight: u64,
    /// How files are decoded.
    pub encoding: Encoding,
}

impl Default for RunOptions {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads, bytes_in_flight: 64 << 20, encoding: Encoding::UTF_8 }
    }
}

impl RunOptions {
    pub(crate) fn spread(&self) -> Spread {
        Spread { threads: self.threads, bytes_in_flight: self.bytes_in_flight }
    }
}

/// Chunks every input and hands the results to `sink` in the order of the inputs, on this thread. The sink is also told how many
/// bytes were read for it; when it returns `false` the run stops early.
///
/// A long file in UTF-8 whose format can be read in pieces ([`Engine::stream`]) is never held whole: its chunks come in several parts, the
/// last of which [is the last](Chunks::is_last). If it fails half-way, parts of it were handed over before the failure is.
pub fn run(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    mut sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    let mut parts = Parts::default();
    in_order(
        &options.spread(),
        Tasks::new(engine, inputs, options.encoding),
        Task::weight,
        || engine.worker(),
        |worker, task| {
            let bytes = task.bytes();
            (done(worker, engine, task, options.encoding), bytes)
        },
        |(done, bytes)| parts.take(done, bytes).is_none_or(|(result, bytes)| sink(result, bytes)),
    );
}

/// What became of a task.
enum Done {
    /// A document at once, or what went wrong with one.
    Whole(Result<Chunks, Failure>),
    Part(Result<Part, Failure>),
    /// The last part of a document was the one before.
    End,
}

/// A panic in a pack fails this document only; its worker is not used again.
fn done<'e>(worker: &mut Worker<'e>, engine: &'e Engine, task: Task<'e>, encoding: Encoding) -> Done {
    let mut caught = |id: &str, work: &mut dyn FnMut(&mut Worker<'e>) -> kawara_core::Result<Done>| {
        catch_unwind(AssertUnwindSafe(|| work(worker)))
            .unwrap_or_else(|_| {
                *worker = engine.worker();
                Err(panicked())
            })
            .map_err(|error| Failure::of(id, &error))
    };
    match task {
        Task::Broken(failure) => Done::Whole(Err(failure)),
        Task::Failed(failure) => Done::Part(Err(failure)),
        Task::End => Done::End,
        Task::Input(input) => {
            let result = input.document(encoding).and_then(|document| {
                caught(document.id(), &mut |worker| {
                    worker.chunk(&document).map(|chunks| Done::Whole(Ok(chunks)))
                })
            });
            result.unwrap_or_else(|failure| Done::Whole(Err(failure)))
        }
        Task::Frame(frame, id) => {
            let mut frame = Some(frame);
            let result = caught(&id, &mut |worker| match frame.take() {
                Some(frame) => worker.chunk_frame(frame).map(|part| Done::Part(Ok(part))),
                None => Ok(Done::End),
            });
            result.unwrap_or_else(|failure| Done::Part(Err(failure)))
        }
    }
}

fn panicked() -> Error {
    Error::new(ErrorKind::Segment, "a pack panicked on this document; please report it with the text")
}

/// Puts the parts of documents together, one document after the other.
#[derive(Default)]
struct Parts {
    joiner: Joiner,
    /// Whether a part of the document failed: those after it are dropped.
    failed: bool,
    /// Bytes of which the sink was not told.
    untold: u64,
}

impl Parts {
    /// What is whole now, if anything, and the bytes that have come since something was.
    fn take(&mut self, done: Done, bytes: u64) -> Option<(Result<Chunks, Failure>, u64)> {
        self.untold += bytes;
        let whole = self.whole(done)?;
        Some((whole, std::mem::take(&mut self.untold)))
    }

    fn whole(&mut self, done: Done) -> Option<Result<Chunks, Failure>> {
        match done {
            Done::Whole(result) => Some(result),
            Done::Part(_) if self.failed => None,
            Done::Part(Ok(part)) => self.joiner.join(part).map(Ok),
            Done::Part(Err(failure)) => {
                self.failed = true;
                Some(Err(failure))
            }
            Done::End => {
                let joiner = std::mem::take(&mut self.joiner);
                if std::mem::take(&mut self.failed) {
                    // What came behind the fault was for nothing, and is not for the next document.
                    self.untold = 0;
                    return None;
                }
                joiner.finish().map(Ok)
            }
        }
    }
}
