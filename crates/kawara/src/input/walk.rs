use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use kawara_core::Registry;

use super::{Failure, explain_io};
use crate::output::is_output;
use crate::plan::Manifest;

/// What a walk found.
#[derive(Debug, Default)]
pub struct Found {
    /// Files to chunk, in the order of their paths, and their length in bytes.
    pub files: Vec<(PathBuf, u64)>,
    /// How many files were passed over because no reader claims their extension, by extension.
    pub skipped: BTreeMap<String, usize>,
    /// How many files were passed over because they are what this program writes: chunks, operations, a report, a manifest.
    pub own: usize,
    /// How many symbolic links were passed over: what they lead to may lie outside, or be found already.
    pub links: usize,
    /// Paths that could not be looked at.
    pub failures: Vec<Failure>,
}

/// Finds the files under a path. A file is taken whatever its extension; in a directory those that a reader claims, leaving
/// out what ignore files name, hidden files, symbolic links, policies, and what this program has written as JSON or CSV. The path itself may be a link.
pub fn walk(path: &Path, registry: &Registry, found: &mut Found) {
    match std::fs::metadata(path) {
        Err(error) => found.failures.push(Failure::new(path.display().to_string(), explain_io(path, &error))),
        Ok(about) if !about.is_dir() => found.files.push((path.to_path_buf(), about.len())),
        Ok(_) => directory(path, registry, found),
    }
}

/// The policies in a directory and below it, in the order of their paths, leaving out what ignore files name and hidden files.
pub fn policies_below(directory: &Path) -> Vec<PathBuf> {
    let walk = WalkBuilder::new(directory).require_git(false).sort_by_file_path(Path::cmp).build();
    let files = walk.filter_map(Result::ok).filter(|entry| entry.file_name() == "kawara.toml");
    files.filter(|entry| entry.path().is_file()).map(|entry| entry.into_path()).collect()
}

fn directory(path: &Path, registry: &Registry, found: &mut Found) {
    let walk = WalkBuilder::new(path).require_git(false).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                found.failures.push(Failure::new(path.display().to_string(), error.to_string()));
                continue;
            }
        };
        found.links += usize::from(entry.path_is_symlink() && entry.depth() > 0);
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        if entry.file_name() == "kawara.toml" {
            continue;
        }
        let name = entry.path().to_string_lossy();
        if is_own(entry.path()) {
            found.own += 1;
        } else if registry.reader_for_path(&name).is_some() {
            let bytes = entry.metadata().map_or(0, |about| about.len());
            found.files.push((entry.path().to_path_buf(), bytes));
        } else {
            let extension = entry.path().extension().map_or("(none)".into(), |e| e.to_string_lossy());
            *found.skipped.entry(extension.into_owned()).or_default() += 1;
        }
    }
}

/// What a run or a plan left among the documents is no document. Text and Markdown are taken as they are.
fn is_own(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let may_be = extension.is_some_and(|of| matches!(of.as_str(), "jsonl" | "ndjson" | "json" | "csv"));
    may_be && (is_output(path) || Manifest::holds(path))
}
