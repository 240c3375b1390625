//! From names on the command line to counters.

use kawara::{Gauge, Registry};

use crate::End;
use crate::args::GaugeArguments;

/// The counters that the arguments name.
///
/// # Errors
/// When one is not known or does not open.
pub(crate) fn gauges(arguments: &GaugeArguments, registry: &Registry) -> Result<Vec<Gauge>, End> {
    let usage = |error: kawara::Error| End::Usage(format!("error: {error}"));
    arguments.counters.iter().map(|name| Gauge::open(registry, name).map_err(usage)).collect()
}
