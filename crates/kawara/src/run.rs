//! Many documents at once: workers in parallel, results in the order of input, bytes in flight capped.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use kawara_core::{Chunks, Document, Engine, Error, ErrorKind, Worker};

use crate::input::{Encoding, Failure, Input};

/// How a run is spread over threads.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// How many threads chunk documents.
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

/// Chunks every input and hands the results to `sink` in the order of the inputs, on this thread. The sink is also told how many
/// bytes each document had; when it returns `false` the run stops early.
pub fn run(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    mut sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    let flight = Flight::new(options.bytes_in_flight);
    let (to_workers, from_source) = mpsc::sync_channel::<(u64, Input)>(options.threads.get() * 2);
    // Owned by the workers alone: when they are gone, the source stops instead of waiting for them.
    let from_source = Arc::new(Mutex::new(from_source));
    let (to_sink, from_workers) = mpsc::channel();
    std::thread::scope(|scope| {
        let flight = &flight;
        // However this thread leaves, the source must not go on waiting for room.
        let _abort = Abort(flight);
        scope.spawn(move || {
            for (nth, input) in (0u64..).zip(inputs) {
                if !flight.take_off(input.weight()) || to_workers.send((nth, input)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..options.threads.get() {
            let (to_sink, from_source) = (to_sink.clone(), Arc::clone(&from_source));
            scope.spawn(move || {
                let mut worker = engine.worker();
                loop {
                    let next = lock(&from_source).recv();
                    let Ok((nth, input)) = next else { break };
                    let (bytes, weight) = (input.bytes(), input.weight());
                    let result = input
                        .document(options.encoding)
                        .and_then(|document| chunk(&mut worker, engine, &document));
                    if to_sink.send((nth, bytes, weight, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop((to_sink, from_source));
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (nth, bytes, weight, result) in from_workers {
            waiting.insert(nth, (bytes, weight, result));
            while let Some((bytes, weight, result)) = waiting.remove(&due) {
                if !sink(result, bytes) {
                    return;
                }
                flight.land(weight);
                due += 1;
            }
        }
    });
}

/// Chunks one document. A panic in a pack fails this document only; its worker is not used again.
fn chunk<'e>(worker: &mut Worker<'e>, engine: &'e Engine, document: &Document) -> Result<Chunks, Failure> {
    let result = catch_unwind(AssertUnwindSafe(|| worker.chunk(document))).unwrap_or_else(|_| {
        *worker = engine.worker();
        Err(Error::new(
            ErrorKind::Segment,
            "a pack panicked on this document; please report it with the text",
        ))
    });
    result.map_err(|error| Failure::of(document, &error))
}

/// Counts the bytes of documents between reading and writing.
struct Flight {
    most: u64,
    state: Mutex<State>,
    landed: Condvar,
}

/// Stops the source when it is dropped.
struct Abort<'f>(&'f Flight);

impl Drop for Abort<'_> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Default)]
struct State {
    bytes: u64,
    aborted: bool,
}

impl Flight {
    fn new(most: u64) -> Self {
        Self { most, state: Mutex::default(), landed: Condvar::new() }
    }

    /// Waits until there is room; `false` when the run was stopped.
    fn take_off(&self, bytes: u64) -> bool {
        let mut state = lock(&self.state);
        while !state.aborted && state.bytes > 0 && state.bytes + bytes > self.most {
            state = self.landed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        !state.aborted
    }

    fn land(&self, bytes: u64) {
        lock(&self.state).bytes -= bytes;
        self.landed.notify_all();
    }

    fn abort(&self) {
        lock(&self.state).aborted = true;
        self.landed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
