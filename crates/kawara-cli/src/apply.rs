//! `kawara apply`

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use kawara::plan::{Manifest, Operations, apply as carry_out};

use crate::End;
use crate::args::ApplyArguments;
use crate::compare::{Comparison, compare, remarks, totals, usage};
use crate::console::Console;
use crate::guarded::refuse_part;
use crate::interrupt::{self, Unfinished, unfinished_manifest};

pub(crate) fn apply(arguments: &ApplyArguments, console: &Console) -> Result<(), End> {
    let (output, dir) = (arguments.output.as_deref(), arguments.comparison.manifest.as_path());
    let file = output.filter(|path| path.is_file() || !path.exists());
    if let Some(file) = file.filter(|_| !arguments.overwrite) {
        refuse_pending(file)?;
    }
    match output {
        Some(output) => refuse_part(output, dir)?,
        None => refuse_nowhere()?,
    }
    let held = interrupt::hold();
    let manifest = Manifest::open_to_write(dir).map_err(usage)?;
    let unfinished = unfinished_manifest(&manifest);
    drop(held);
    let comparison = Comparison::open(&arguments.comparison, output.as_slice(), console)?;
    let held = interrupt::hold();
    let mut operations = Operations::create(file.unwrap_or(&dir.join("operations"))).map_err(usage)?;
    let _unfinished = Unfinished::new(operations.unfinished());
    drop(held);
    let applied = compare(console, comparison, |engine, inputs, options, tell| {
        carry_out(engine, inputs, &manifest, options, &mut operations, tell)
    })?;
    if applied.plan().is_emptied() && !arguments.allow_empty {
        let message = format!(
            "no document is among the inputs, and {} would be deleted; if that is meant, say --allow-empty",
            applied.plan().documents.gone
        );
        return Err(End::Usage(message));
    }
    let plan = if file.is_some() {
        let _held = interrupt::hold();
        let plan = applied.publish(operations).map_err(usage)?;
        drop(unfinished);
        plan
    } else {
        // Whoever reads the operations may take long, and may be interrupted.
        let is_read = match output {
            Some(output) => stream(operations, File::options().write(true).open(output), output),
            None => stream(operations, Ok(io::stdout().lock()), Path::new("standard output")),
        };
        if !is_read? {
            // Whoever was to carry them out has gone.
            return Ok(());
        }
        let _held = interrupt::hold();
        let plan = applied.commit().map_err(usage)?;
        drop(unfinished);
        plan
    };
    remarks(console, &arguments.comparison, &manifest, &plan);
    console.summary(totals(&plan));
    if plan.documents.failed + plan.unreadable > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

/// Operations that are there may not have been carried out yet, and no later ones make up for them.
fn refuse_pending(file: &Path) -> Result<(), End> {
    if file.metadata().map_or(0, |about| about.len()) == 0 {
        return Ok(());
    }
    let file = file.display();
    Err(End::Usage(format!(
        "there are operations in {file} already, which the manifest counts as done; carry them out and remove the file, name another, or \
         say --overwrite"
    )))
}

/// Standard output that was closed, for which the system's null device stands by now, takes everything and keeps nothing, and operations are
/// counted as done.
#[cfg(unix)]
fn refuse_nowhere() -> Result<(), End> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let failed = |error: io::Error| End::Usage(format!("cannot write standard output: {error}"));
    let to = io::stdout().as_fd().try_clone_to_owned().map_err(failed)?;
    let about = File::from(to).metadata().map_err(failed)?;
    let is_null = std::fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == about.rdev());
    if is_null && about.file_type().is_char_device() {
        let message = "standard output is closed or goes nowhere, and the operations would be lost: the manifest counts them as done; name a \
                       file with -o";
        return Err(End::Usage(message.into()));
    }
    Ok(())
}

/// Elsewhere that cannot be seen.
#[cfg(not(unix))]
fn refuse_nowhere() -> Result<(), End> {
    Ok(())
}

/// Copies operations to a stream; `false` when nobody reads it.
fn stream(operations: Operations, to: io::Result<impl Write>, named: &Path) -> Result<bool, End> {
    match to.and_then(|to| operations.copy_to(to)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(End::Usage(format!("cannot write {}: {error}", named.display()))),
    }
}
