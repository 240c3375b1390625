//! `kawara stats`

mod bars;
mod page;

use std::io::{self, BufReader};
use std::path::Path;

use kawara::input::Failure;
use kawara::stats::{read, read_file};

use crate::End;
use crate::args::StatsArguments;
use crate::console::Console;
use crate::paths::tell_waiting;
use crate::stdout::print;
use page::Page;

pub(crate) fn stats(arguments: &StatsArguments, console: &Console) -> Result<(), End> {
    let mut failures = 0;
    let failed = |failure: Failure| {
        failures += 1;
        if failures <= SHOWN_FAILURES {
            console.error(failure);
        }
    };
    let path = &arguments.chunks;
    tell_waiting([path].into_iter(), console);
    let stats = if path == Path::new("-") {
        read(BufReader::with_capacity(1 << 16, io::stdin()), "-", failed)
    } else {
        read_file(path, failed)
    };
    let stats = stats.map_err(|failure| End::Usage(failure.to_string()))?;
    if stats.failures() > SHOWN_FAILURES {
        console.error(format_args!("{} more records could not be read", stats.failures() - SHOWN_FAILURES));
    }
    let shown = if arguments.json {
        stats.to_json(arguments.max_tokens).to_string() + "\n"
    } else {
        Page::new(&stats, arguments.max_tokens).to_string()
    };
    print(&shown)?;
    if stats.chunks() == 0 {
        console.note("there are no chunks in it");
    }
    if stats.failures() > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

/// How many failures are named; all are counted.
const SHOWN_FAILURES: u64 = 5;
