//! One writer at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::draft::has_no_head;
use super::error::{Error, ErrorKind, Result};
use super::folder::{HEAD, LOCK, SHARDS};
use super::pending;

/// Holds a manifest for writing, until it is dropped or the program ends, however it ends.
///
/// If there is no manifest by then, the folder is as it was before.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
    dir: PathBuf,
    /// Whether the folder was made for it.
    is_folder_new: bool,
}

impl Lock {
    /// Takes a folder, which is made if there is none.
    ///
    /// # Errors
    /// When another program has it, or it cannot be written.
    pub(super) fn take(dir: &Path) -> Result<Self> {
        let is_folder_new = !dir.exists();
        fs::create_dir_all(dir).map_err(|error| Error::file("make the folder", dir, &error))?;
        let path = dir.join(LOCK);
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| Error::file("write", &path, &error))?;
        let busy = || {
            let message =
                format!("another program writes the manifest in {}; wait until it is done", dir.display());
            Error::new(ErrorKind::Busy, message)
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy()),
            // There are file systems without locks: on them, whoever runs two at once has to see to it.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(Error::file("lock", &path, &error)),
        }
        // Whoever had it may have taken the file away in between: then this one holds nobody off.
        if !is_at(&file, &path) {
            return Err(busy());
        }
        Ok(Self { _file: file, dir: dir.to_path_buf(), is_folder_new })
    }

    /// What is there only because of this: what stands in another before that.
    pub(super) fn made(&self) -> Vec<PathBuf> {
        if self.dir.join(HEAD).exists() {
            return Vec::new();
        }
        let folder = self.is_folder_new.then(|| self.dir.clone());
        [self.dir.join(LOCK)].into_iter().chain(folder).collect()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) && has_no_head(&self.dir) {
            let _ = pending::forget(&self.dir);
            // Folders that are not empty stay.
            let _ = fs::remove_dir(self.dir.join(SHARDS));
            let _ = fs::remove_file(self.dir.join(LOCK));
            if self.is_folder_new {
                let _ = fs::remove_dir(&self.dir);
            }
        }
    }
}

/// Whether an open file is the one that a path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    file.metadata().map(place).ok() == fs::metadata(path).map(place).ok()
}

/// Elsewhere the file is never taken away.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
