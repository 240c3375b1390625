//! From names on the command line to counters.

use kawara::{Gauge, Registry};

use crate::End;
use crate::args::GaugeArguments;
use crate::console::Console;
use crate::models::folders;

/// The counters that the arguments name, then the models.
///
/// # Errors
/// When one is not known or does not open, or the tokenizer of a model is not at hand.
pub(crate) fn gauges(arguments: &GaugeArguments, registry: &Registry) -> Result<Vec<Gauge>, End> {
    let tokenizers = folders(&arguments.tokenizers);
    let counters = arguments.counters.iter().map(|name| Gauge::open(registry, name));
    let models = arguments.models.iter().map(|name| Gauge::of_model(registry, name, &tokenizers));
    counters.chain(models).collect::<Result<_, _>>().map_err(|error| End::Usage(format!("{error}")))
}

/// Says which counters were opened.
pub(crate) fn tell_gauges(gauges: &[Gauge], console: &Console) {
    for gauge in gauges {
        console.info(format_args!("counter {}: {}", gauge.name(), gauge.counter().id()));
    }
}
