//! From paths on the command line to files.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use kawara::input::{Encoding, Failure, Found, Input, walk};
use kawara::{Document, Registry};

use crate::End;
use crate::console::Console;
use crate::guarded::{places as places_of, refuse_document, refuse_input};

/// What paths lead to, in their order.
pub(crate) struct Paths {
    pub(crate) places: Vec<Place>,
    /// What to tell about files that were passed over.
    pub(crate) notes: Vec<String>,
}

pub(crate) enum Place {
    Stdin,
    /// A file, and its length in bytes.
    File(PathBuf, u64),
    Broken(Failure),
}

/// Finds the files that paths lead to; `-` is standard input. A file that is named twice is found once; what is written, a file or all in a
/// folder, is not read.
///
/// # Errors
/// When standard input is named twice, or a file is to be both read and written.
pub(crate) fn find(paths: &[PathBuf], outputs: &[&Path], registry: &Registry) -> Result<Paths, End> {
    let outputs = places_of(outputs);
    let mut seen = BTreeSet::new();
    let (mut places, mut notes) = (Vec::new(), Vec::new());
    for named in paths {
        if named == Path::new("-") {
            if places.iter().any(|place| matches!(place, Place::Stdin)) {
                return Err(End::Usage("standard input can be read only once".into()));
            }
            places.push(Place::Stdin);
            continue;
        }
        refuse_input(named, &outputs)?;
        let mut found = Found::default();
        walk(named, registry, &mut found);
        notes.extend(passed_over(named, &found));
        places.extend(found.failures.into_iter().map(Place::Broken));
        for (path, length) in found.files {
            let place = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            if let Some(output) = outputs.iter().find(|output| place.starts_with(output)) {
                if *output == place {
                    refuse_document(&path)?;
                }
                continue;
            }
            if seen.insert(place) {
                places.push(Place::File(path, length));
            }
        }
    }
    Ok(Paths { places, notes })
}

/// The encoding that a label names.
///
/// # Errors
/// When no encoding is called so.
pub(crate) fn encoding(label: &str) -> Result<Encoding, End> {
    Encoding::for_label(label).ok_or_else(|| {
        End::Usage(format!("no encoding is called `{label}`; names are those of the WHATWG standard, such as gb18030 or shift_jis"))
    })
}

/// Tells a person who is at the other end of standard input that it is read.
pub(crate) fn tell_waiting<'p>(mut paths: impl Iterator<Item = &'p PathBuf>, console: &Console) {
    if paths.any(|path| path == Path::new("-")) && io::stdin().is_terminal() {
        console.note("reading standard input; end it with Ctrl-D");
    }
}

/// Standard input as a document.
pub(crate) fn stdin() -> Input {
    Input::Reader { document: Box::new(Document::new("-", "")), from: Box::new(std::io::stdin()) }
}

fn passed_over(named: &Path, found: &Found) -> Vec<String> {
    let mut notes = Vec::new();
    if found.files.is_empty() && found.failures.is_empty() {
        notes.push(format!("{}: no documents in this directory", named.display()));
    }
    match found.links {
        0 => {}
        1 => notes.push(format!("{}: passed over a symbolic link; name it to follow it", named.display())),
        many => notes.push(format!(
            "{}: passed over {many} symbolic links; name them to follow them",
            named.display()
        )),
    }
    if found.own > 0 {
        let (own, files) = (found.own, if found.own == 1 { "file" } else { "files" });
        notes.push(format!(
            "{}: passed over {own} {files} that kawara wrote: chunks, operations, reports, manifests",
            named.display()
        ));
    }
    if !found.skipped.is_empty() {
        let kinds: Vec<String> =
            found.skipped.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        notes.push(format!(
            "{}: passed over files that no reader claims: {}",
            named.display(),
            kinds.join(", ")
        ));
    }
    notes
}
