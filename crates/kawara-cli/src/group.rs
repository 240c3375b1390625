//! `kawara group`

use std::io;
use std::path::Path;

use kawara::Chunks;
use kawara::group::{GroupLimits, groups, write_groups};
use kawara::run::{RunOptions, run};

use crate::End;
use crate::args::GroupArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::figures::counted;
use crate::inputs::{engine, policies, work};
use crate::stdout::written;
use crate::target::Target;

pub(crate) fn group(arguments: &GroupArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.settings.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.output.iter().map(AsRef::as_ref).collect();
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding: work.encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let mut limits = GroupLimits::tokens(arguments.max_tokens);
    limits.max_chunks = arguments.max_chunks;
    let mut to = Target::open(arguments.output.as_deref())?;
    let progress = if arguments.output.is_none() {
        console.progress_beside_output(work.bytes, "documents")
    } else {
        console.progress(work.bytes)
    };
    let (mut failed, mut broken) = (false, None);
    let (mut documents, mut made, mut chunks) = (0, 0, 0);
    // Of a document that comes in parts, all that came.
    let mut parts: Vec<Chunks> = Vec::new();
    run(&engine, work.inputs, options, |result, bytes| {
        progress.add(bytes, result.as_ref().map_or(true, Chunks::is_last));
        let grouped = match result {
            Err(failure) => Err(failure.to_string()),
            Ok(part) => {
                let is_last = part.is_last();
                parts.push(part);
                if !is_last {
                    return true;
                }
                groups(&parts, limits).map_err(|error| error.to_string())
            }
        };
        let parts = std::mem::take(&mut parts);
        match grouped {
            Err(message) => {
                console.error(message);
                failed = true;
            }
            Ok(groups) => {
                documents += 1;
                made += groups.len() as u64;
                chunks += parts.iter().map(|part| part.len() as u64).sum::<u64>();
                broken = write_groups(&parts, &groups, &mut to).err();
            }
        }
        broken.is_none()
    });
    progress.finish_and_clear();
    let keep = documents > 0 || !failed;
    match broken.map_or_else(|| to.finish(keep), Err) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        result => written(result)?,
    }
    work.notes.iter().for_each(|note| console.note(note));
    let (made, chunks, documents) =
        (counted(made, "group"), counted(chunks, "chunk"), counted(documents, "document"));
    console.summary(format_args!("{made} of {chunks} of {documents}"));
    if failed { Err(End::SomeFailed) } else { Ok(()) }
}
