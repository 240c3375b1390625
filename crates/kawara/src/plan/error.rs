use std::fmt;
use std::io;
use std::path::Path;

/// What kind of thing is wrong.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Another program writes the manifest, or wrote it meanwhile.
    Busy,
    /// A file of the manifest, or a line of chunks or operations, is not what it should be.
    Corrupt,
    /// The manifest was written by a later version.
    Newer,
    /// A file cannot be read or written.
    File,
    /// An option is wrong.
    Option,
}

/// Why a plan cannot be made or carried out. The message names the file and says what to do.
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
        Self::new(ErrorKind::File, format!("cannot {what} {}: {error}", path.display()))
    }

    /// A file of a manifest that is damaged.
    pub(super) fn damaged(path: &Path, what: impl fmt::Display) -> Self {
        let remedy = "put the whole folder back as it was, or remove it and make it anew with `kawara chunk --manifest`, whose output then fills \
                      the index anew";
        Self::new(ErrorKind::Corrupt, format!("{}: {what}; {remedy}", path.display()))
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
