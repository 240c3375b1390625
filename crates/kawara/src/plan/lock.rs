//! One writer at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use super::error::{Error, ErrorKind, Result};

/// Holds a manifest for writing, until it is dropped or the program ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes a folder, which is made if there is none.
    ///
    /// # Errors
    /// When another program has it, or it cannot be written.
    pub(super) fn take(dir: &Path) -> Result<Self> {
        fs::create_dir_all(dir).map_err(|error| Error::file("make the folder", dir, &error))?;
        let path = dir.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| Error::file("write", &path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!(
                    "another program writes the manifest in {}; wait until it is done",
                    dir.display()
                );
                return Err(Error::new(ErrorKind::Busy, message));
            }
            // There are file systems without locks: on them, whoever runs two at once has to see to it.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(Error::file("lock", &path, &error)),
        }
        Ok(Self { _file: file })
    }
}
