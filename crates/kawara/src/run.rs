//! Many documents at once: workers in parallel, results in the order of input, bytes in flight capped.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Chunks, Document, Engine, Error, ErrorKind, Worker};

use crate::input::{Encoding, Failure, Input};
use crate::parallel::{Spread, in_order};

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
/// bytes each document had; when it returns `false` the run stops early.
pub fn run(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    mut sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
) {
    in_order(
        &options.spread(),
        inputs,
        Input::weight,
        || engine.worker(),
        |worker, input| {
            let bytes = input.bytes();
            let document = input.document(options.encoding);
            (document.and_then(|document| chunk(worker, engine, &document)), bytes)
        },
        |(result, bytes)| sink(result, bytes),
    );
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
