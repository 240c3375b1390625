//! Many documents at once: workers in parallel, results in the order of input, bytes in flight capped.

mod each;
mod tasks;
mod text;
mod watch;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Chunks, Engine, Error, ErrorKind, Joiner, Part, Worker};

use crate::contextual::Contexts;
use crate::digest::Digest;
use crate::input::{Encoding, Failure, Input};
use crate::parallel::{Spread, in_order};
pub use each::each;
use tasks::{Task, Tasks};
pub(crate) use watch::{Event, Look, Text, Watch};
use watch::{Giving, Unwatched};

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
    sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    told(engine, inputs, options, &Unwatched, sink);
}

/// As [`run`], with contexts from outside before the chunks that they are for.
///
/// ```
/// use kawara::contextual::Contexts;
/// use kawara::run::{RunOptions, run_with};
/// use kawara::{Document, input::Input, policy::Policy};
///
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let lines = r#"{"doc_id": "pump", "start": 0, "end": 17, "context": "From the log of the waterworks."}"#;
/// let contexts = Contexts::read(lines.as_bytes(), "contexts.jsonl").unwrap();
/// let inputs = [Input::Document(Box::new(Document::new("pump", "The pump stopped.")))];
/// run_with(&engine, inputs.into_iter(), RunOptions::default(), &contexts, |chunks, _| {
///     assert_eq!(chunks.unwrap().get(0).unwrap().context(), "From the log of the waterworks.\n");
///     true
/// });
/// # Ok::<(), kawara::Error>(())
/// ```
pub fn run_with(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    contexts: &Contexts,
    sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    told(engine, inputs, options, &Giving(contexts), sink);
}

/// Tells of a run what comes of it.
fn told<W: Watch>(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    watch: &W,
    mut sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    let mut untold = 0;
    watched(engine, inputs, options, watch, |event, bytes| {
        untold += bytes;
        let mut tell = |result| sink(result, std::mem::take(&mut untold));
        match event {
            Event::Chunks(chunks) => tell(Ok(*chunks)),
            Event::Failed(failure) | Event::Broken(failure) => tell(Err(failure)),
            Event::Skipped(_) | Event::Begins(_) | Event::Ends(_) => true,
        }
    });
}

/// As [`run`], but each document is looked at before it is chunked, and `sink` is told what happens, with the bytes that were read since
/// it was last told.
pub(crate) fn watched<W: Watch>(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    watch: &W,
    mut sink: impl FnMut(Event<W::Seen>, u64) -> bool,
) {
    let (mut parts, mut untold) = (Parts::new(engine, watch), 0);
    in_order(
        &options.spread(),
        Tasks::new(engine, inputs, options.encoding, watch),
        Task::weight,
        || engine.worker(),
        |worker, task| {
            let bytes = task.bytes();
            (done(worker, engine, task, options.encoding, watch), bytes)
        },
        |(done, bytes)| {
            untold += bytes;
            let goes_on = parts.take(done, &mut |event| sink(event, std::mem::take(&mut untold)));
            if parts.failed {
                // What comes behind the fault is for nothing.
                untold = 0;
            }
            goes_on
        },
    );
}

/// What became of a task.
enum Done<S> {
    /// A document at once, unless it was skipped.
    Whole(Look<S>, Option<Chunks>),
    Begin(S),
    Part(Result<Part, Failure>),
    /// The last part of a document was the one before.
    End(Option<(Digest, u64)>),
    Failed(Failure),
    Broken(Failure),
}

/// A panic in a pack fails this document only; its worker is not used again.
fn done<'e, W: Watch>(
    worker: &mut Worker<'e>,
    engine: &'e Engine,
    task: Task<'e, W::Seen>,
    encoding: Encoding,
    watch: &W,
) -> Done<W::Seen> {
    match task {
        Task::Broken(failure) => Done::Broken(failure),
        Task::Closed(failure) => Done::Failed(failure),
        Task::Failed(failure) => Done::Part(Err(failure)),
        Task::Begin(seen) => Done::Begin(seen),
        Task::Skip(seen, _) => Done::Whole(Look::Skip(seen), None),
        Task::End(digest) => Done::End(digest),
        Task::Input(input) => {
            let whole = input.document(encoding).and_then(|document| {
                let look = watch.look(&document, Text::AtHand);
                let chunks = match look {
                    Look::Skip(_) => None,
                    Look::Chunk(ref seen) => {
                        let chunk = |worker: &mut Worker<'e>| {
                            let chunks = worker.chunk(&document)?;
                            match watch.contexts() {
                                Some(contexts) => contexts.add_to(engine, chunks, W::digest(seen)),
                                None => Ok(chunks),
                            }
                        };
                        Some(caught(worker, engine, document.id(), chunk)?)
                    }
                };
                Ok(Done::Whole(look, chunks))
            });
            whole.unwrap_or_else(Done::Failed)
        }
        Task::Frame(frame, id) => Done::Part(caught(worker, engine, &id, |worker| worker.chunk_frame(frame))),
    }
}

fn caught<'e, R>(
    worker: &mut Worker<'e>,
    engine: &'e Engine,
    id: &str,
    work: impl FnOnce(&mut Worker<'e>) -> kawara_core::Result<R>,
) -> Result<R, Failure> {
    catch_unwind(AssertUnwindSafe(|| work(worker)))
        .unwrap_or_else(|_| {
            *worker = engine.worker();
            Err(panicked())
        })
        .map_err(|error| Failure::of(id, &error))
}

fn panicked() -> Error {
    Error::new(ErrorKind::Segment, "a pack panicked on this document; please report it with the text")
}

/// Puts the parts of documents together, one document after the other.
struct Parts<'e, W> {
    engine: &'e Engine,
    watch: &'e W,
    joiner: Joiner,
    /// What contexts know the document by.
    digest: Option<Digest>,
    /// Whether a part of the document failed: those after it are dropped.
    failed: bool,
}

impl<'e, W: Watch> Parts<'e, W> {
    fn new(engine: &'e Engine, watch: &'e W) -> Self {
        Self { engine, watch, joiner: Joiner::default(), digest: None, failed: false }
    }

    /// Chunks that were joined, with their contexts.
    fn joined(&mut self, chunks: Option<Chunks>, tell: &mut impl FnMut(Event<W::Seen>) -> bool) -> bool {
        let Some(chunks) = chunks else { return true };
        let Some(contexts) = self.watch.contexts() else { return tell(Event::Chunks(Box::new(chunks))) };
        let id = chunks.doc_id().to_owned();
        let add = AssertUnwindSafe(|| contexts.add_to(self.engine, chunks, self.digest));
        match catch_unwind(add).unwrap_or_else(|_| Err(panicked())) {
            Ok(chunks) => tell(Event::Chunks(Box::new(chunks))),
            Err(error) => {
                self.failed = true;
                tell(Event::Failed(Failure::of(&id, &error)))
            }
        }
    }

    /// Tells what has happened, in its order; `false` when the run is to stop.
    fn take(&mut self, done: Done<W::Seen>, tell: &mut impl FnMut(Event<W::Seen>) -> bool) -> bool {
        match done {
            Done::Whole(Look::Skip(seen), _) => tell(Event::Skipped(seen)),
            Done::Whole(Look::Chunk(seen), chunks) => {
                tell(Event::Begins(seen))
                    && chunks.is_none_or(|chunks| tell(Event::Chunks(Box::new(chunks))))
                    && tell(Event::Ends(None))
            }
            Done::Broken(failure) => tell(Event::Broken(failure)),
            Done::Failed(failure) => tell(Event::Failed(failure)),
            Done::Begin(seen) => {
                self.digest = W::digest(&seen);
                tell(Event::Begins(seen))
            }
            Done::Part(_) if self.failed => true,
            Done::Part(Ok(part)) => {
                let chunks = self.joiner.join(part);
                self.joined(chunks, tell)
            }
            Done::Part(Err(failure)) => {
                self.failed = true;
                tell(Event::Failed(failure))
            }
            Done::End(digest) => {
                let joiner = std::mem::take(&mut self.joiner);
                if std::mem::take(&mut self.failed) {
                    return true;
                }
                let goes_on = self.joined(joiner.finish(), tell);
                // The last part may have failed just now, and that was told.
                goes_on && (std::mem::take(&mut self.failed) || tell(Event::Ends(digest)))
            }
        }
    }
}
