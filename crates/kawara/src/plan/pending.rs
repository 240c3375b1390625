//! A manifest that becomes true with the file that it tells of.
//!
//! Two files cannot take their places at once, and whoever is killed in between must not leave one without the other. So the new head waits in
//! `next.json` with a description of the file: once that file is in its place, the head is true, whether or not it has taken its own.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::error::{Error, Result};
use super::folder::NEXT;
use crate::output::AtomicFile;

/// What a file that is written to its end will be known by once it is in its place: its length, and when it was written last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    file: PathBuf,
    bytes: u64,
    /// Nanoseconds; two writings of one length in one of them do not happen.
    modified: u64,
}

impl Witness {
    /// Of a file that is not placed yet, to which nothing is written any more.
    ///
    /// # Errors
    /// What the file system returns.
    pub fn of(file: &AtomicFile) -> io::Result<Self> {
        file.sync()?;
        let (bytes, modified) = known_by(&fs::metadata(file.unfinished())?)?;
        Ok(Self { file: std::path::absolute(file.destination())?, bytes, modified })
    }

    /// Whether the file is in its place, as it was written.
    fn is_there(&self) -> bool {
        let about = fs::metadata(&self.file).and_then(|about| known_by(&about));
        about.is_ok_and(|about| about == (self.bytes, self.modified))
    }
}

fn known_by(about: &Metadata) -> io::Result<(u64, u64)> {
    let since = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok((about.len(), u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)))
}

/// `next.json`: a head, and the file with which it becomes true.
#[derive(Serialize, Deserialize)]
struct Pending {
    with: Witness,
    head: Box<RawValue>,
}

/// Lets a head wait for a file.
///
/// # Errors
/// When it cannot be written.
pub(super) fn announce(dir: &Path, head: &[u8], with: Witness) -> Result<()> {
    let path = path(dir);
    let written = || -> io::Result<()> {
        let pending = Pending { with, head: serde_json::from_slice(head)? };
        let mut file = AtomicFile::create(&path)?;
        file.write_all(&serde_json::to_vec(&pending)?)?;
        file.place()
    };
    written().map_err(|error| Error::file("write", &path, &error))
}

/// The head whose file is in its place, if one waits.
pub(super) fn head(dir: &Path) -> Option<Vec<u8>> {
    let pending: Pending = serde_json::from_slice(&fs::read(path(dir)).ok()?).ok()?;
    pending.with.is_there().then(|| format!("{}\n", pending.head.get()).into_bytes())
}

/// No head waits any more.
///
/// # Errors
/// When what waits cannot be taken away.
pub(super) fn forget(dir: &Path) -> Result<()> {
    let path = path(dir);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::file("remove", &path, &error)),
        _ => Ok(()),
    }
}

fn path(dir: &Path) -> PathBuf {
    dir.join(NEXT)
}

#[cfg(test)]
mod tests {
    use kawara_core::Document;
    use kawara_policy::Policy;

    use super::*;
    use crate::input::Input;
    use crate::plan::{Applied, Manifest, Operations, Options, apply, plan};

    #[test]
    fn a_head_is_true_once_its_file_is_there_and_as_long_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        announce(home.path(), b"{\"format\": 1}\n", Witness::of(&file).unwrap()).unwrap();
        assert_eq!(head(home.path()), None);
        file.place().unwrap();
        assert_eq!(head(home.path()).as_deref(), Some(&b"{\"format\": 1}\n"[..]));
        fs::write(&path, "later").unwrap();
        assert_eq!(head(home.path()), None);
        forget(home.path()).unwrap();
        forget(home.path()).unwrap();
    }

    #[test]
    fn who_is_killed_between_operations_and_manifest_leaves_both() {
        let home = tempfile::tempdir().unwrap();
        let (dir, file) = (home.path().join("manifest"), home.path().join("operations.jsonl"));
        let engine = crate::engine(Policy::builtin("docs").unwrap()).unwrap();
        let inputs = |text: &str| vec![Input::Document(Box::new(Document::new("a", text)))].into_iter();
        let options = Options::default();
        for (text, is_published) in [("One.", true), ("Two.", false), ("Three.", true)] {
            let manifest = Manifest::open_to_write(&dir).unwrap();
            let mut operations = Operations::create(&file).unwrap();
            let applied =
                apply(&engine, inputs(text), &manifest, &options, &mut operations, &mut |_| {}).unwrap();
            let Applied { draft, .. } = applied;
            let written = draft.unwrap().write(&manifest).unwrap();
            written.announce(operations.witness().unwrap()).unwrap();
            if is_published {
                operations.publish().unwrap();
            }
            drop((written, manifest));
            // Whoever only looks sees it, too.
            let manifest = Manifest::open(&dir).unwrap();
            let plan = plan(&engine, inputs(text), &manifest, &options, &mut |_| {}).unwrap();
            assert_eq!(plan.is_change(), !is_published, "{text}");
        }
        drop(Manifest::open_to_write(&dir).unwrap());
        assert!(dir.join("manifest.json").exists() && !dir.join(NEXT).exists());
    }
}
