//! Long documents in frames, each read, cut and laid by itself: by many threads, and without having all of it at hand.

use std::sync::Arc;

use super::Engine;
use super::reading::{Decided, Opened, Read, Way};
use crate::blocks::Reading;
use crate::{Document, Error, ErrorKind, Result};

/// The least bytes of a frame; what is shorter is chunked at once. The frames of a document depend on its text alone, so a document
/// has the same chunks whether it is at hand or comes as a stream.
pub const FRAME: usize = 1 << 20;

/// A document that comes in pieces, for formats that can be read so: records, tables, plain text.
///
/// Frames are chunked by any [`Worker`](crate::Worker), in any order; a [`Joiner`](crate::Joiner) puts the parts together.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Joiner, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
///
/// let text = "The pump stopped. Nobody noticed it.\n\n".repeat(100_000);
/// let mut stream = engine.stream(Document::new("log", ""))?.expect("plain text comes in pieces");
/// let (mut worker, mut joiner, mut chunks) = (engine.worker(), Joiner::new(), 0);
/// let mut at = 0;
/// while let Some(frame) = stream.frame(&text[at..], true)? {
///     at += frame.len();
///     chunks += joiner.join(worker.chunk_frame(frame)?).map_or(0, |part| part.len());
/// }
/// chunks += joiner.finish().map_or(0, |part| part.len());
/// assert_eq!(chunks, engine.chunk(&Document::new("log", text))?.len());
/// # Ok::<(), kawara_core::Error>(())
/// ```
pub struct Stream<'e> {
    way: Way<'e>,
    framer: Box<dyn Reading + Send + 'e>,
    document: Document,
    decided: Option<Arc<Decided<'e>>>,
    /// Bytes that the next frame may need.
    wanted: usize,
    /// Bytes of the source before the next frame.
    at: usize,
}

/// A piece of a long document, to be chunked by itself.
pub struct Frame<'e> {
    pub(super) state: State<'e>,
    /// Bytes of the source before it.
    pub(super) at: usize,
    len: usize,
}

pub(super) enum State<'e> {
    /// The first frame is read to decide how to go on.
    Read(Box<Read<'e>>),
    Fresh {
        decided: Arc<Decided<'e>>,
        reading: Box<dyn Reading + Send + 'e>,
        source: Arc<str>,
        torn: bool,
    },
}

impl Frame<'_> {
    /// Its length in bytes of the source.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty: never.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Engine {
    /// Begins a document that comes in pieces; its own text is not looked at. `None` where its format has to be read whole.
    ///
    /// # Errors
    /// As [`Engine::chunk`].
    pub fn stream(&self, document: Document) -> Result<Option<Stream<'_>>> {
        let opened = self.open(&document).map_err(|error| error.in_document(document.id()))?;
        Ok(Stream::new(opened, document.without_text()).ok())
    }
}

impl<'e> Stream<'e> {
    /// A stream, or what was opened where the format has to be read whole.
    pub(super) fn new(opened: Opened<'e>, document: Document) -> Result<Self, Opened<'e>> {
        if opened.reading.fork().is_none() {
            return Err(opened);
        }
        let Opened { way, reading: framer } = opened;
        Ok(Self { way, framer, document, decided: None, wanted: FRAME, at: 0 })
    }

    /// The bytes of text that the next frame asks for.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// The next frame: a prefix of `head`, the text from the end of the frame before on. `None` asks for more text; if there is no more,
    /// which `last` says, it is the end.
    ///
    /// # Errors
    /// When the first frame cannot be read, or the policy has no settings for it; when the reader frames nothing, more than there is, or a
    /// part of a character. The error names the document.
    pub fn frame(&mut self, head: &str, last: bool) -> Result<Option<Frame<'e>>> {
        while !head.is_empty() && (last || head.len() >= self.wanted) {
            // However much is at hand, a reader sees the same.
            let seen = &head[..head.floor_char_boundary(self.wanted.min(head.len()))];
            let is_last = last && seen.len() == head.len();
            match self.framer.frame(seen, is_last) {
                None if is_last => return self.take(seen).map(Some),
                None => self.wanted *= 2,
                Some(len) => {
                    let piece = seen.get(..len).filter(|piece| !piece.is_empty());
                    let piece = piece.ok_or_else(|| self.misframed(len, seen.len()))?;
                    return self.take(piece).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn misframed(&self, len: usize, of: usize) -> Error {
        let message = format!(
            "the reader framed {len} of {of} bytes: a frame has at least one character and no part of one, and no more than there is"
        );
        let error = Error::new(ErrorKind::Gate, message).at_byte(self.at);
        error.in_pack(self.way.reader.pack.0).in_document(self.document.id())
    }

    fn take(&mut self, piece: &str) -> Result<Frame<'e>> {
        let (at, len) = (self.at, piece.len());
        let torn = self.framer.torn();
        let state = self.state(Arc::from(piece), torn);
        let state = state.map_err(|error| error.moved_by(at).in_document(self.document.id()))?;
        self.at += len;
        self.wanted = FRAME;
        Ok(Frame { state, at, len })
    }

    fn state(&mut self, source: Arc<str>, torn: bool) -> Result<State<'e>> {
        let Some(mut reading) = self.framer.fork() else {
            let message = "the reader forks no more in the middle of a document";
            return Err(Error::new(ErrorKind::Read, message));
        };
        match &self.decided {
            Some(decided) => Ok(State::Fresh { decided: Arc::clone(decided), reading, source, torn }),
            None => {
                let mut read = self.way.first(self.document.clone(), &mut *reading, source)?;
                read.torn = torn;
                self.decided = Some(Arc::clone(&read.decided));
                Ok(State::Read(Box::new(read)))
            }
        }
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("document", &self.document.id())
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").field("at", &self.at).field("len", &self.len).finish_non_exhaustive()
    }
}
