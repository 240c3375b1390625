use std::fmt;
use std::io;
use std::path::Path;

/// What kind of thing is wrong.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Documents: two with one id, for example.
    Documents,
    /// A setting, a policy or an option.
    Settings,
    /// Questions, or the evidence that they name.
    Questions,
    /// Chunks that somebody else made.
    Chunks,
    /// A retriever.
    Retriever,
    /// A certificate.
    Certificate,
    /// What a page cannot show, such as a number that is none.
    Page,
    /// A file cannot be read or written.
    File,
}

/// What went wrong, where, and what to do about it.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    /// What the engine said, if it was the engine.
    said: Option<kawara::Error>,
}

/// What this crate returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with a message that says what is wrong, where, and what to do.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), said: None }
    }

    /// A file that cannot be read or written: `what` is what was to be done with it.
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(ErrorKind::File, format!("cannot {what} {}: {error}", path.display()))
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

/// The source is what was behind an error of the engine: what a pack or the program itself gave as the cause.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.said.as_ref().and_then(std::error::Error::source)
    }
}

impl From<kawara::Error> for Error {
    fn from(error: kawara::Error) -> Self {
        Self { said: Some(error.clone()), ..Self::new(ErrorKind::Settings, error.to_string()) }
    }
}
