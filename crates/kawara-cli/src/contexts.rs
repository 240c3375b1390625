//! Contexts from outside, on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kawara::contextual::Contexts;
use kawara::input::{Failure, Input};

use crate::End;
use crate::args::{FromOutside, InputArguments};
use crate::console::Console;
use crate::figures::counted;
use crate::guarded::{places, refuse_input};
use crate::source::Source;

/// How many mistakes are named; all are counted.
const SHOWN: usize = 5;

/// The contexts that a file holds, if one is named. It may not be one of the outputs.
///
/// # Errors
/// When it cannot be read, has mistakes, or is to be written, too.
pub(crate) fn from_outside(
    arguments: &FromOutside,
    inputs: &InputArguments,
    outputs: &[&Path],
    console: &Console,
) -> Result<Option<Arc<Contexts>>, End> {
    let Some(file) = &arguments.file else { return Ok(None) };
    if file == Path::new("-") && inputs.reads_stdin() {
        return Err(End::Usage("standard input can be read only once: documents or contexts".into()));
    }
    refuse_input(file, &places(outputs))?;
    read(file, console).map(|contexts| Some(Arc::new(contexts)))
}

/// The contexts that a file holds.
///
/// # Errors
/// When it cannot be read or has mistakes.
pub(crate) fn read(file: &Path, console: &Console) -> Result<Contexts, End> {
    let source = Source::open(file, "a file of contexts")?;
    let name = source.name.clone();
    Contexts::read(source.lines(), &name).map_err(|failures| refused(&name, &failures, console))
}

/// Names what is wrong with a file.
pub(crate) fn refused(name: &str, failures: &[Failure], console: &Console) -> End {
    failures.iter().take(SHOWN).for_each(|failure| console.error(failure));
    let count = counted(failures.len() as u64, "mistake");
    End::Usage(format!("{name}: {count} in the contexts; correct the file, or have it made anew"))
}

/// Documents without the file that their contexts are in, which may lie among them.
pub(crate) fn without(
    arguments: &FromOutside,
    inputs: Box<dyn Iterator<Item = Input> + Send>,
) -> Box<dyn Iterator<Item = Input> + Send> {
    let place = arguments.file.as_ref().and_then(|file| fs::canonicalize(file).ok());
    let Some(place) = place else { return inputs };
    let is_it = move |path: &PathBuf| {
        path.file_name() == place.file_name() && fs::canonicalize(path).is_ok_and(|path| path == place)
    };
    Box::new(inputs.filter(move |input| !matches!(input, Input::File { path, .. } if is_it(path))))
}

/// Says what became of contexts.
pub(crate) fn tell(contexts: Option<&Contexts>, console: &Console) {
    let Some(contexts) = contexts else { return };
    let told = contexts.told();
    console.info(format_args!("{} with a context from outside", counted(told.given, "chunk")));
    told.warnings().for_each(|warning| console.warning(warning));
}
