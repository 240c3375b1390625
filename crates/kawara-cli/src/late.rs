//! `kawara late`

use std::io::Write;
use std::path::Path;

use kawara::late::{LateOptions, WindowRecord, windows_by};
use kawara::run::{RunOptions, each};
use kawara::{Document, Engine, Error, ErrorKind, Worker};

use crate::End;
use crate::args::LateArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::figures::counted;
use crate::inputs::{engine, policies, work};
use crate::stdout::written;
use crate::target::Target;

pub(crate) fn late(arguments: &LateArguments, console: &Console) -> Result<(), End> {
    let options = LateOptions {
        limit: arguments.limit,
        overlap: arguments.overlap,
        soft_units: arguments.soft_overlap,
        soft_weight: arguments.soft_weight,
        ..LateOptions::default()
    };
    let registry = registry(&arguments.inputs.settings.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.output.iter().map(|file| file.as_path()).collect();
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let usage = |error: kawara::Error| End::Usage(error.to_string());
    let settings = policies.base_settings().map_err(usage)?;
    let engine = engine(registry, policies, console)?;
    for settings in &settings {
        let counter = engine.counter(settings).map_err(usage)?;
        options.check(settings, counter).map_err(usage)?;
    }
    let mut to = Target::open(arguments.output.as_deref())?;
    let progress = if arguments.output.is_none() {
        console.progress_beside_output(work.bytes, "documents")
    } else {
        console.progress(work.bytes)
    };
    let run =
        RunOptions { encoding: work.encoding, threads: arguments.jobs.threads(), ..RunOptions::default() };
    let (mut documents, mut failures, mut windows, mut broken) = (0, 0, 0, None);
    each(
        &engine,
        work.inputs,
        run,
        |worker, document| lines(&engine, worker, document, &options),
        |result, bytes| {
            progress.add(bytes, true);
            match result {
                Err(failure) => {
                    console.error(&failure);
                    failures += 1;
                }
                Ok(lines) => {
                    documents += 1;
                    windows += lines.len() as u64;
                    broken = lines.iter().try_for_each(|line| to.write_all(line.as_bytes())).err();
                }
            }
            broken.is_none()
        },
    );
    progress.finish_and_clear();
    written(broken.map_or_else(|| to.finish(documents > 0 || failures == 0), Err))?;
    work.notes.iter().for_each(|note| console.note(note));
    console.summary(format_args!("{}, {}", counted(documents, "document"), counted(windows, "window")));
    if failures > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

/// The windows of a document, a line each.
fn lines(
    engine: &Engine,
    worker: &mut Worker<'_>,
    document: &Document,
    options: &LateOptions,
) -> kawara::Result<Vec<String>> {
    let chunks = worker.chunk(document)?;
    let windows = windows_by(engine, &chunks, options)?;
    let line = |(nth, window)| serde_json::to_string(&WindowRecord::of(window, nth)).map(|line| line + "\n");
    windows.iter().enumerate().map(line).collect::<Result<_, _>>().map_err(|error| {
        let message = format!("a window cannot be written as JSON: {error}");
        Error::caused_by(ErrorKind::Unsupported, message, error)
    })
}
