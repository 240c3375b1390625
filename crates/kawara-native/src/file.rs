//! The file that a pack is in.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use kawara_core::{Error, ErrorKind, Result, printable, sha256_of};
use sha2::{Digest, Sha256};

/// The largest library that is read.
const MOST_BYTES: u64 = 1 << 30;

/// A library's bytes, and their hash.
pub(crate) struct LibraryFile<'p> {
    pub(crate) path: &'p Path,
    pub(crate) bytes: Vec<u8>,
    /// SHA-256 in lower-case hexadecimal.
    pub(crate) digest: String,
    /// Whether this hash was asked for.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only a sealed copy makes it enough"))]
    pub(crate) is_pinned: bool,
}

impl LibraryFile<'_> {
    /// Why it is not loaded.
    pub(crate) fn refused(&self, what: impl AsRef<str>) -> Error {
        refused(self.path, what)
    }

    /// Refuses a library that others may put another one in the place of.
    ///
    /// # Errors
    /// Which directory they may write in.
    pub(crate) fn check_places(&self) -> Result<()> {
        check_places(self.path).map_err(|what| self.refused(what))
    }
}

fn refused(path: &Path, what: impl AsRef<str>) -> Error {
    Error::new(ErrorKind::Open, format!("{}: {}", printable(&path.display().to_string()), what.as_ref()))
}

/// Reads a library that may be loaded.
pub(crate) fn read<'p>(path: &'p Path, sha256: Option<&str>) -> Result<LibraryFile<'p>> {
    let wanted = sha256.map(sha256_of).transpose()?;
    if !path.is_absolute() {
        let what = "a pack is not searched for: give its absolute path";
        return Err(refused(path, what));
    }
    let fails = |error: std::io::Error| {
        Error::caused_by(ErrorKind::Open, refused(path, reason(&error)).message(), error)
    };
    // Before it is opened: opening a pipe waits for somebody who writes.
    check_kind(&path.metadata().map_err(fails)?).map_err(|what| refused(path, what))?;
    let file = File::open(path).map_err(fails)?;
    let metadata = file.metadata().map_err(fails)?;
    check_kind(&metadata).and_then(|()| check_rights(&metadata)).map_err(|what| refused(path, what))?;
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    (&file).take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fails)?;
    let digest = hexadecimal(&Sha256::digest(&bytes));
    match wanted {
        Some(wanted) if wanted != digest => {
            let what = format!(
                "its SHA-256 is {digest}, and {wanted} was asked for: it is not the library that was pinned; if it was \
                 renewed on purpose, pin the new hash"
            );
            Err(refused(path, what))
        }
        wanted => Ok(LibraryFile { path, bytes, digest, is_pinned: wanted.is_some() }),
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check_kind(metadata: &Metadata) -> Result<(), String> {
    let what = match metadata {
        it if it.is_dir() => "is a directory: name the library in it",
        it if !it.is_file() => "is no regular file: name a shared library",
        it if it.len() == 0 => "is empty",
        it if it.len() > MOST_BYTES => "is larger than 1 GiB, which no pack is",
        _ => return Ok(()),
    };
    Err(what.to_owned())
}

#[cfg(unix)]
fn check_rights(metadata: &Metadata) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = metadata.permissions().mode();
    let who = match mode {
        mode if mode & 0o002 != 0 => "anybody",
        mode if mode & 0o020 != 0 => "its group",
        _ => return Ok(()),
    };
    let mode = mode & 0o7777;
    Err(format!("may be changed by {who} (mode {mode:o}), and so is not run: chmod go-w"))
}

/// Where anybody may rename files, the rights of a file say nothing about what lies at its path tomorrow. A sticky directory, such as
/// `/tmp`, keeps others from that. Group-writable ones pass: where each user has a group of their own, all directories are.
#[cfg(unix)]
fn check_places(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let real = path.canonicalize().ok();
    for dir in [Some(path), real.as_deref()].into_iter().flatten().filter_map(Path::parent) {
        let mode = dir.metadata().map_or(0, |metadata| metadata.permissions().mode());
        if mode & 0o1002 == 0o002 {
            let dir = printable(&dir.display().to_string());
            return Err(format!(
                "anybody may replace it, since they may write in {dir}: put it elsewhere, or pin its SHA-256"
            ));
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_rights(_: &Metadata) -> Result<(), String> {
    Ok(())
}

#[cfg(not(unix))]
fn check_places(_: &Path) -> Result<(), String> {
    Ok(())
}
