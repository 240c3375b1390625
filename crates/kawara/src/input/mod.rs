//! Documents in: files, directories, standard input, and documents as JSON lines.

mod decode;
mod documents;
mod walk;

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use kawara_core::Document;

pub use decode::{Encoding, decode};
pub(crate) use decode::{is_utf16, no_text, nul};
pub use documents::{Documents, document_of};
pub use walk::{Found, policies_below, walk};

/// Something to chunk.
pub enum Input {
    /// A file to read; its path, and the id that its document gets.
    File {
        /// Where it lies.
        path: PathBuf,
        /// The document's id: the path relative to the policy where there is one, with forward slashes.
        id: String,
        /// Its length in bytes, where that is known.
        bytes: u64,
    },
    /// A document at hand.
    Document(Box<Document>),
    /// A document whose text is yet to be read, such as standard input.
    Reader {
        /// What is known about it; its text is not looked at.
        document: Box<Document>,
        /// Where the text comes from.
        from: Box<dyn Read + Send>,
    },
    /// What could not become a document, and why.
    Broken(Failure),
}

impl Input {
    /// Bytes that it takes while it is worked on.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::File { bytes, .. } => *bytes,
            Self::Document(document) => document.text().len() as u64,
            Self::Broken(_) | Self::Reader { .. } => 0,
        }
    }

    /// What it counts for while it is worked on: its bytes, its metadata, and something for its being there at all.
    pub(crate) fn weight(&self) -> u64 {
        let meta = match self {
            Self::Document(document) => document.meta().map_or(0, |meta| meta.len() as u64),
            _ => 0,
        };
        self.bytes() + meta + 4096
    }

    /// The document: at hand, or read and decoded now.
    ///
    /// # Errors
    /// When the file cannot be read or is not text in the encoding; the failure names it.
    pub fn document(self, encoding: Encoding) -> Result<Document, Failure> {
        match self {
            Self::Document(document) => Ok(*document),
            Self::Broken(failure) => Err(failure),
            Self::File { path, id, .. } => {
                let bytes =
                    std::fs::read(&path).map_err(|error| Failure::new(&id, explain_io(&path, &error)))?;
                let text = decode(bytes, encoding).map_err(|message| Failure::new(&id, message))?;
                Ok(Document::new(id, text).with_path(path.to_string_lossy()))
            }
            Self::Reader { document, mut from } => {
                let failure = |message| Failure::new(document.id(), message);
                let mut bytes = Vec::new();
                from.read_to_end(&mut bytes).map_err(|error| failure(format!("cannot read on: {error}")))?;
                let text = decode(bytes, encoding).map_err(failure)?;
                Ok(document.with_text(text))
            }
        }
    }

    /// A document without its text, and where that comes from; what has none, or has it at hand, comes back as it is.
    pub(crate) fn opened(self) -> Result<(Document, Box<dyn Read + Send>), Result<Self, Failure>> {
        match self {
            Self::Reader { document, from } => Ok((*document, from)),
            Self::File { path, id, .. } => match std::fs::File::open(&path) {
                Ok(file) => Ok((Document::new(id, "").with_path(path.to_string_lossy()), Box::new(file))),
                Err(error) => Err(Err(Failure::new(&id, explain_io(&path, &error)))),
            },
            other => Err(Ok(other)),
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, .. } => f.debug_tuple("File").field(path).finish(),
            Self::Document(document) => f.debug_tuple("Document").field(&document.id()).finish(),
            Self::Reader { document, .. } => f.debug_tuple("Reader").field(&document.id()).finish(),
            Self::Broken(failure) => f.debug_tuple("Broken").field(failure).finish(),
        }
    }
}

/// A document that failed: the others go on.
///
/// Where the engine said so, [`source`](std::error::Error::source) is what was behind its error: what a pack or the program itself gave as
/// the cause. Two that say the same are equal, whatever is behind them.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The document: its id, or the file and line it should have come from.
    pub document: String,
    /// What is wrong and what to do about it.
    pub message: String,
    said: Option<kawara_core::Error>,
}

impl Failure {
    /// A failure of a document.
    pub fn new(document: impl Into<String>, message: impl Into<String>) -> Self {
        Self { document: document.into(), message: message.into(), said: None }
    }

    /// What the engine says of the document with an id.
    ///
    /// ```
    /// use std::error::Error as _;
    ///
    /// use kawara::{Error, ErrorKind, input::Failure};
    ///
    /// let error = Error::caused_by(ErrorKind::Count, "the counter failed", std::io::Error::other("it is gone"));
    /// let failure = Failure::of("a", &error.in_document("a"));
    /// assert_eq!(failure.to_string(), "a: the counter failed");
    /// assert_eq!(failure.source().unwrap().to_string(), "it is gone");
    /// ```
    pub fn of(id: &str, error: &kawara_core::Error) -> Self {
        let text = error.to_string();
        let message = text.strip_prefix(id).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&text);
        Self { said: Some(error.clone()), ..Self::new(id, message) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.document, self.message)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.said.as_ref().and_then(std::error::Error::source)
    }
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        (&self.document, &self.message) == (&other.document, &other.message)
    }
}

impl Eq for Failure {}

fn explain_io(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => format!("cannot read {}: {error}", path.display()),
    }
}
