//! Which chunks a model would not see to their end: any chunks, from whichever splitter, as JSON.

mod fit;
mod records;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::Result;

pub use fit::Fit;
pub use records::{Record, Records};
pub use text::{Embedded, embedded};

use crate::Gauge;
use crate::input::Failure;
use crate::parallel::in_order;
use crate::run::RunOptions;

/// A chunk that was held against the limits.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The line that its record begins on, from 1.
    pub line: usize,
    /// Its id and its text.
    pub embedded: Embedded,
    /// How it fits each model, in the order of the gauges.
    pub fits: Vec<Fit>,
}

/// Holds every record against the limit of every gauge, on as many threads as the options say, and hands the results to `sink` in
/// the order of the records, on this thread. When the sink returns `false` the run stops early. Records are read as they are
/// needed: memory does not grow with their number.
///
/// `field` names the field that is embedded; [`embedded`] says which it is where none is named.
///
/// ```
/// use kawara::Gauge;
/// use kawara::guard::{Records, guard};
///
/// let chunks = "{\"id\": 1, \"text\": \"The pump stopped.\"}\n{\"id\": 2, \"text\": \"Nobody noticed it until noon.\"}\n";
/// let gauges = [Gauge::open(&kawara::registry()?, "words")?.with_limit(3)];
/// let mut lost = Vec::new();
/// guard(&gauges, Records::new(chunks.as_bytes(), "chunks.jsonl"), None, Default::default(), |checked| {
///     let checked = checked.unwrap();
///     lost.extend(checked.fits[0].is_over().then(|| checked.embedded.text[checked.fits[0].kept..].to_owned()));
///     true
/// });
/// assert_eq!(lost, ["until noon."]);
/// # Ok::<(), kawara::Error>(())
/// ```
pub fn guard(
    gauges: &[Gauge],
    records: impl Iterator<Item = Result<Record, Failure>> + Send,
    field: Option<&str>,
    options: RunOptions,
    sink: impl FnMut(Result<Checked, Failure>) -> bool,
) {
    let weight = |record: &Result<Record, Failure>| {
        record.as_ref().map_or(0, |record| record.json.len() as u64) + OVERHEAD
    };
    let step = |(): &mut (), record: Result<Record, Failure>| {
        let record = record?;
        check(gauges, &record, field).map_err(|message| Failure::new(record.place(), message))
    };
    in_order(&options.spread(), records, weight, || (), step, sink);
}

/// What a record takes besides its text, in bytes, roughly.
const OVERHEAD: u64 = 1024;

/// Holds one record against the limits. A panic in a counter fails this record only.
fn check(gauges: &[Gauge], record: &Record, field: Option<&str>) -> Result<Checked, String> {
    let embedded = embedded(&record.json, field)?;
    let fits = || gauges.iter().map(|gauge| Fit::of(gauge, &embedded.text)).collect::<Result<Vec<_>>>();
    match catch_unwind(AssertUnwindSafe(fits)) {
        Ok(Ok(fits)) => Ok(Checked { line: record.line, embedded, fits }),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("a counter panicked on this text; please report it with the text".to_owned()),
    }
}
