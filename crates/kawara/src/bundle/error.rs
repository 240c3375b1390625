use std::fmt;
use std::io;
use std::path::Path;

use kawara_core::printable;
use kawara_policy::Mistakes;

/// What kind of thing is wrong.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The policy: a setting cannot be had.
    Policy,
    /// A file that the policy needs can be had on this machine alone.
    Stray,
    /// The file is no bundle, or is not as it was made.
    Damaged,
    /// Another version of kawara has made it.
    Version,
    /// A file cannot be read or written, for this reason.
    File(io::ErrorKind),
}

/// Why a bundle cannot be made or opened. The message names the file and says what to do.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// What this module returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(super) fn file(what: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(ErrorKind::File(error.kind()), format!("cannot {what} {}: {error}", shown(path)))
    }

    /// What kind of thing is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<kawara_core::Error> for Error {
    fn from(error: kawara_core::Error) -> Self {
        Self::new(ErrorKind::Policy, error.to_string())
    }
}

impl From<Mistakes> for Error {
    fn from(mistakes: Mistakes) -> Self {
        Self::new(ErrorKind::Policy, mistakes.to_string())
    }
}

/// A path in a message: names of files come from anywhere.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}
