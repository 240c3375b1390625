//! What is read is not written over.

use std::fs;
use std::path::{Path, PathBuf};

use kawara::PolicyTree;
use kawara::output::is_output;

use crate::End;

/// Where a path leads, behind all links; whether or not there is something yet.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(beside).unwrap_or_else(|| path.to_path_buf())
}

/// The places of outputs that are there already. Standard output has none.
pub(crate) fn places(outputs: &[&Path]) -> Vec<PathBuf> {
    let named = outputs.iter().filter(|path| **path != Path::new("-"));
    named.filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// What was named to be read may not be what is written, and may not lie in a folder that is written.
///
/// # Errors
/// When it is, or does.
pub(crate) fn refuse_input(named: &Path, outputs: &[PathBuf]) -> Result<(), End> {
    let Ok(place) = fs::canonicalize(named) else { return Ok(()) };
    let Some(output) = outputs.iter().find(|output| place.starts_with(output)) else { return Ok(()) };
    let named = named.display();
    Err(End::Usage(if output.is_dir() {
        let folder = output.display();
        format!(
            "{named} is to be read, and is or lies in {folder}, which is to be written; name a folder of its own"
        )
    } else {
        format!("{named} is to be read and written; write to another file")
    }))
}

/// A file among the documents that is to be written over has to be an earlier output.
///
/// # Errors
/// When it is a document.
pub(crate) fn refuse_document(file: &Path) -> Result<(), End> {
    let is_empty = fs::metadata(file).is_ok_and(|about| about.len() == 0);
    if is_empty || is_output(file) {
        return Ok(());
    }
    Err(End::Usage(format!(
        "{} is to be read and written: it is among the documents and no output of kawara; write to another file",
        file.display()
    )))
}

/// A policy that is in force may not be written over, nor any that will be found by its name.
///
/// # Errors
/// When it would be.
pub(crate) fn refuse_policies(outputs: &[PathBuf], policies: &PolicyTree) -> Result<(), End> {
    let used = policies.used();
    let read: Vec<PathBuf> = used
        .iter()
        .flat_map(|policy| policy.sources().map(|(name, _)| Path::new(name)))
        // One in a bundle is called as if that were a folder.
        .filter_map(|name| name.ancestors().find(|path| path.is_file()))
        .filter_map(|name| fs::canonicalize(name).ok())
        .collect();
    let is_policy = |output: &&PathBuf| read.contains(output) || output.ends_with("kawara.toml");
    match outputs.iter().find(is_policy) {
        None => Ok(()),
        Some(policy) => Err(End::Usage(format!(
            "{} is a policy, and is to be written over; write to another file",
            policy.display()
        ))),
    }
}

/// An output may lie in the manifest's folder, but may not be a part of the manifest.
///
/// # Errors
/// When it would be.
pub(crate) fn refuse_part(output: &Path, manifest: &Path) -> Result<(), End> {
    let (place, dir) = (resolved(output), resolved(manifest));
    let Ok(within) = place.strip_prefix(&dir) else { return Ok(()) };
    let own = ["manifest.json", "next.json", "lock", "lines.partial", "shards"];
    if own.iter().any(|own| within.starts_with(own)) {
        let message = "is a part of the manifest; write to another file";
        return Err(End::Usage(format!("{} {message}", output.display())));
    }
    Ok(())
}
