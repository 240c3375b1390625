//! One opaque error for the whole engine.

use std::fmt;
use std::sync::Arc;

/// The result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, where, and what to do about it.
///
/// An error is cheap to clone: a pack that failed to open is asked once and its error is kept.
///
/// ```
/// use kawara_core::{Error, ErrorKind};
///
/// let error = Error::new(ErrorKind::Gate, "cut 4 is inside a character").in_pack("ja").in_document("a.txt").at_byte(120);
/// assert_eq!(error.to_string(), "a.txt: byte 120: pack `ja`: cut 4 is inside a character");
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    message: String,
    pack: Option<String>,
    document: Option<String>,
    byte: Option<usize>,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// The kind of an [`Error`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Two packs claim the same name, or a pack, counter, reader or language is not registered.
    Registry,
    /// A pack could not be opened: a file is missing, damaged or of the wrong kind.
    Open,
    /// An option of a pack is unknown or has a value of the wrong type.
    Option,
    /// A segmenter failed.
    Segment,
    /// A counter failed.
    Count,
    /// An embedder failed, or made what is no vector.
    Embed,
    /// A reader could not read the document.
    Read,
    /// A policy or setting is wrong or impossible to satisfy.
    Settings,
    /// A pack returned a boundary that the gate refuses.
    Gate,
    /// The operation is not supported by this pack.
    Unsupported,
    /// The program is to stop, as when it is interrupted while it counts or segments itself. No fallback steps in.
    Stopped,
}

impl Error {
    /// An error with a message that says what is wrong and what to do.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            kind,
            message: message.into(),
            pack: None,
            document: None,
            byte: None,
            source: None,
        }))
    }

    /// An error caused by another one, which stays reachable through `source`.
    pub fn caused_by(
        kind: ErrorKind,
        message: impl Into<String>,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        let mut error = Self::new(kind, message);
        error.inner_mut().source = Some(Arc::from(source.into()));
        error
    }

    /// The kind, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is wrong and what to do, without the document, the byte and the pack that it is about.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The byte of the document at which it went wrong, where one is known.
    pub fn byte(&self) -> Option<usize> {
        self.0.byte
    }

    /// The pack at fault, where one is known.
    pub fn pack(&self) -> Option<&str> {
        self.0.pack.as_deref()
    }

    /// Names the pack at fault; the first name given stays.
    pub fn in_pack(mut self, name: &str) -> Self {
        self.inner_mut().pack.get_or_insert_with(|| name.to_owned());
        self
    }

    /// Names the document; the first name given stays.
    pub fn in_document(mut self, id: &str) -> Self {
        self.inner_mut().document.get_or_insert_with(|| id.to_owned());
        self
    }

    /// Names the byte of the document; the first byte given stays.
    pub fn at_byte(mut self, byte: usize) -> Self {
        self.inner_mut().byte.get_or_insert(byte);
        self
    }

    /// Counts the byte from elsewhere, such as from the start of the document instead of the block.
    pub(crate) fn moved_to(mut self, byte: usize) -> Self {
        self.inner_mut().byte = Some(byte);
        self
    }

    /// Counts the byte, where one is known, from a start that lies `by` bytes before.
    pub(crate) fn moved_by(self, by: usize) -> Self {
        match self.byte() {
            Some(byte) => self.moved_to(by + byte),
            None => self,
        }
    }

    fn inner_mut(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        if let Some(document) = &inner.document {
            write!(f, "{document}: ")?;
        }
        if let Some(byte) = inner.byte {
            write!(f, "byte {byte}: ")?;
        }
        if let Some(pack) = &inner.pack {
            write!(f, "pack `{pack}`: ")?;
        }
        f.write_str(&inner.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
