//! Many documents at once, on many threads, without the interpreter's lock.

use std::num::NonZeroUsize;

use kawara::contextual::Contexts;
use kawara::input::{Failure, Input};
use kawara::run::{RunOptions, each};
use kawara::{Chunks, Engine};
use pyo3::prelude::*;

use crate::interrupt::Interrupt;

/// The chunks of each document, in order.
///
/// # Errors
/// What a signal raised meanwhile, or what ends the program.
pub(crate) fn chunk(
    engine: &Engine,
    documents: Vec<Input>,
    threads: Option<NonZeroUsize>,
    contexts: Option<&Contexts>,
) -> PyResult<Vec<Result<Chunks, Failure>>> {
    let mut options = RunOptions::default();
    options.threads = threads.unwrap_or(options.threads);
    let mut results = Vec::with_capacity(documents.len());
    let mut interrupt = Interrupt::new();
    each(
        engine,
        documents.into_iter(),
        options,
        |worker, document| {
            let chunks = worker.chunk(document)?;
            match contexts {
                Some(contexts) => contexts.add(engine, document, chunks),
                None => Ok(chunks),
            }
        },
        |result, _| {
            let goes_on = interrupt.goes_on_after(result.as_ref());
            results.push(result);
            goes_on
        },
    );
    interrupt.over()?;
    Ok(results)
}
