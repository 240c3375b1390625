//! Many documents at once, on many threads, without the interpreter's lock.

use std::num::NonZeroUsize;

use kawara::input::{Failure, Input};
use kawara::run::{RunOptions, each};
use kawara::{Chunks, Document, Engine};

/// The chunks of each document, in order.
pub(crate) fn chunk(
    engine: &Engine,
    documents: Vec<Document>,
    threads: Option<NonZeroUsize>,
) -> Vec<Result<Chunks, Failure>> {
    let mut options = RunOptions::default();
    options.threads = threads.unwrap_or(options.threads);
    let mut results = Vec::with_capacity(documents.len());
    let inputs = documents.into_iter().map(|document| Input::Document(Box::new(document)));
    each(
        engine,
        inputs,
        options,
        |worker, document| worker.chunk(document),
        |result, _| {
            results.push(result);
            true
        },
    );
    results
}
