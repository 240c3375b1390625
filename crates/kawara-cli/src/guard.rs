//! `kawara guard`

mod report;

use std::io::{self, BufReader, IsTerminal};

use kawara::guard::{Fit, Records, guard as guard_all};
use kawara::run::RunOptions;
use kawara::{Gauge, Registry};

use crate::End;
use crate::args::GuardArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::gauges::{gauges, tell_gauges};
use crate::paths::tell_waiting;
use crate::source::Source;
use report::Report;

pub(crate) fn guard(arguments: &GuardArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.gauges.commands)?;
    let gauges = limited(arguments, &registry)?;
    tell_waiting([&arguments.chunks].into_iter(), console);
    let Source { from, bytes, name } = Source::open(&arguments.chunks, "a file of chunks")?;
    tell_gauges(&gauges, console);
    let progress = console.progress_of(bytes, "chunks");
    let from = BufReader::with_capacity(1 << 16, progress.reads(from));
    console.info(format_args!("threads: {}", arguments.jobs.threads()));
    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    let is_seen = io::stdout().is_terminal();
    let mut report = Report::new(&gauges, arguments.json);
    let mut broken = None;
    guard_all(
        &gauges,
        Records::new(from, name),
        arguments.field.as_deref(),
        options,
        |result| match result {
            Err(failure) => {
                progress.add(0, true);
                report.failed(&failure, console);
                true
            }
            Ok(checked) => {
                progress.add(0, true);
                // Rare and short: there is room for it beside the progress, if that makes way.
                let mut add = || report.add(&checked, is_seen);
                let is_told = is_seen && checked.fits.iter().any(Fit::is_over);
                broken = if is_told { progress.suspend(add) } else { add() }.err();
                broken.is_none()
            }
        },
    );
    progress.finish_and_clear();
    match broken.map_or_else(|| report.close(), Err) {
        // Whoever closed the pipe has seen enough, but not that all is well.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(End::Usage(format!("cannot write: {error}"))),
        Ok(()) => report.remarks(console),
    }
    if report.is_well() { Ok(()) } else { Err(End::SomeFailed) }
}

/// Counters with their limits: what the command line says wins over what is known of the model.
fn limited(arguments: &GuardArguments, registry: &Registry) -> Result<Vec<Gauge>, End> {
    let limited = |gauge: Gauge| {
        let limit = match arguments.limit {
            None => gauge.limit().map_err(|error| End::Usage(format!("{error}")))?,
            known => known,
        };
        let limit = limit.ok_or_else(|| {
            let name = gauge.name();
            End::Usage(format!("nothing says how many tokens `{name}` takes; give it with --limit"))
        })?;
        let gauge = gauge.with_limit(limit);
        Ok(match &arguments.prefix {
            None => gauge,
            Some(prefix) => gauge.with_prefix(prefix),
        })
    };
    gauges(&arguments.gauges, registry)?.into_iter().map(limited).collect()
}
