//! `kawara guard`

mod report;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use kawara::guard::{Records, guard as guard_all};
use kawara::run::RunOptions;
use kawara::{Gauge, Registry};

use crate::End;
use crate::args::GuardArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::gauges::gauges;
use report::Report;

pub(crate) fn guard(arguments: &GuardArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.gauges.commands)?;
    let gauges = limited(arguments, &registry)?;
    let (from, name) = open(&arguments.chunks)?;
    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    let mut report = Report::new(&gauges, arguments.json);
    let mut broken = None;
    guard_all(
        &gauges,
        Records::new(from, name),
        arguments.field.as_deref(),
        options,
        |result| match result {
            Err(failure) => {
                report.failed(&failure, console);
                true
            }
            Ok(checked) => {
                broken = report.add(&checked).err();
                broken.is_none()
            }
        },
    );
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
            None => gauge.limit().map_err(|error| End::Usage(format!("error: {error}")))?,
            known => known,
        };
        let limit = limit.ok_or_else(|| {
            let name = gauge.name();
            End::Usage(format!("error: nothing says how many tokens `{name}` takes; give it with --limit"))
        })?;
        let gauge = gauge.with_limit(limit);
        Ok(match &arguments.prefix {
            None => gauge,
            Some(prefix) => gauge.with_prefix(prefix),
        })
    };
    gauges(&arguments.gauges, registry)?.into_iter().map(limited).collect()
}

fn open(path: &Path) -> Result<(Box<dyn BufRead + Send>, String), End> {
    if path == Path::new("-") {
        return Ok((Box::new(BufReader::with_capacity(1 << 16, io::stdin())), "-".into()));
    }
    let name = path.display().to_string();
    let usage = |error: io::Error| End::Usage(format!("error: cannot read {name}: {error}"));
    let file = File::open(path).map_err(usage)?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(End::Usage(format!("error: {name} is a directory; name a file of chunks")));
    }
    Ok((Box::new(BufReader::with_capacity(1 << 16, file)), name))
}
