use kawara_core::{Document, Engine, Worker};

use super::{RunOptions, caught};
use crate::input::{Failure, Input};
use crate::parallel::in_order;

/// Does `step` to every document, with a worker of its thread, and hands the results to `sink` in the order of the inputs, on this thread,
/// each with the bytes that were read for it. When the sink returns `false` the run stops early.
///
/// Every document is read whole; [`run`](super::run) is for chunks, and need not.
///
/// ```
/// use kawara::run::{RunOptions, each};
/// use kawara::{Document, input::Input, policy::Policy};
///
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let inputs = ["One. Two.", "Three."].map(|text| Input::Document(Box::new(Document::new(text, text))));
/// let mut units = Vec::new();
/// each(
///     &engine,
///     inputs.into_iter(),
///     RunOptions::default(),
///     |worker, document| Ok(worker.units(document, None)?.len()),
///     |result, _| {
///         units.push(result.unwrap());
///         true
///     },
/// );
/// assert_eq!(units, [2, 1]);
/// # Ok::<(), kawara::Error>(())
/// ```
pub fn each<R: Send>(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    step: impl Fn(&mut Worker<'_>, &Document) -> kawara_core::Result<R> + Sync,
    mut sink: impl FnMut(Result<R, Failure>, u64) -> bool,
) {
    in_order(
        &options.spread(),
        inputs,
        Input::weight,
        || engine.worker(),
        |worker, input| {
            let bytes = input.bytes();
            let done = input
                .document(options.encoding)
                .and_then(|document| caught(worker, engine, document.id(), |worker| step(worker, &document)));
            (done, bytes)
        },
        |(done, bytes)| sink(done, bytes),
    );
}
