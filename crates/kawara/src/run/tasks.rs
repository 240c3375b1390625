//! Inputs become tasks: a short document is one, a long one that can be read in pieces a task for each frame.

use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use kawara_core::{Engine, FRAME, Frame, Stream};

use super::panicked;
use super::text::Text;
use super::watch::{self, Look, Watch};
use crate::digest::{Digest, digest_of};
use crate::input::{Encoding, Failure, Input};

/// Something for a worker to do.
pub(super) enum Task<'e, S> {
    /// A document to read and chunk at once.
    Input(Input),
    /// A long document that need not be chunked, and its bytes.
    Skip(S, u64),
    /// A long document whose frames follow.
    Begin(S),
    /// A frame of a long document, and the document's id.
    Frame(Frame<'e>, Arc<str>),
    /// The document whose frames came before cannot be read on.
    Failed(Failure),
    /// The document whose frames came before ends; the digest of its text, if it was taken.
    End(Option<(Digest, u64)>),
    /// A document that cannot be opened.
    Closed(Failure),
    /// What cannot become a document.
    Broken(Failure),
}

impl<S> Task<'_, S> {
    /// Bytes of documents.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Input(input) => input.bytes(),
            Self::Frame(frame, _) => frame.len() as u64,
            Self::Skip(_, bytes) => *bytes,
            Self::Begin(_) | Self::End(_) | Self::Failed(_) | Self::Closed(_) | Self::Broken(_) => 0,
        }
    }

    /// What it counts for while it is worked on.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Self::Input(input) => input.weight(),
            // A frame is there as source, as text and as chunks, and waits for those before it: there are many of them.
            Self::Frame(frame, _) => frame.len() as u64 * 4 + 4096,
            _ => 4096,
        }
    }
}

/// The tasks of a run.
pub(super) struct Tasks<'e, I, W> {
    engine: &'e Engine,
    inputs: I,
    watch: &'e W,
    encoding: Encoding,
    open: Option<Open<'e>>,
}

/// A document that comes in frames.
struct Open<'e> {
    id: Arc<str>,
    stream: Stream<'e>,
    text: Text<Box<dyn Read + Send>>,
}

impl<'e, I: Iterator<Item = Input>, W: Watch> Tasks<'e, I, W> {
    pub(super) fn new(engine: &'e Engine, inputs: I, encoding: Encoding, watch: &'e W) -> Self {
        Self { engine, inputs, watch, encoding, open: None }
    }

    /// The first task of an input. Where it is opened to come in frames, those follow.
    fn begin(&mut self, input: Input) -> Task<'e, W::Seen> {
        let is_long = !matches!(&input, Input::File { bytes, .. } if *bytes < FRAME as u64);
        if self.encoding != Encoding::UTF_8 || !is_long {
            return whole(input);
        }
        let path = match &input {
            Input::File { path, .. } => Some(path.clone()),
            _ => None,
        };
        let (document, from) = match input.opened() {
            Ok(opened) => opened,
            Err(Ok(input)) => return whole(input),
            Err(Err(failure)) => return Task::Closed(failure),
        };
        // A file is read once more to tell whether it has to be chunked at all.
        let known =
            path.filter(|_| W::TAKES_DIGESTS).and_then(|path| File::open(path).and_then(digest_of).ok());
        let text = known.map_or(watch::Text::ToCome, |(digest, bytes)| watch::Text::Known(digest, bytes));
        let seen = match self.watch.look(&document, text) {
            Look::Skip(seen) => return Task::Skip(seen, known.map_or(0, |(_, bytes)| bytes)),
            Look::Chunk(seen) => seen,
        };
        let id: Arc<str> = document.id().into();
        let stream = catch_unwind(AssertUnwindSafe(|| self.engine.stream(document.clone())));
        match stream.unwrap_or_else(|_| Err(panicked())) {
            Err(error) => Task::Closed(Failure::of(&id, &error)),
            Ok(None) => Task::Input(Input::Reader { document: Box::new(document), from }),
            Ok(Some(stream)) => {
                self.open = Some(Open { id, stream, text: Text::new(from, W::TAKES_DIGESTS) });
                Task::Begin(seen)
            }
        }
    }
}

fn whole<'e, S>(input: Input) -> Task<'e, S> {
    match input {
        Input::Broken(failure) => Task::Broken(failure),
        input => Task::Input(input),
    }
}

impl<'e> Open<'e> {
    fn frame(&mut self) -> Result<Option<Frame<'e>>, Failure> {
        loop {
            self.text.fill(self.stream.wanted()).map_err(|message| Failure::new(&*self.id, message))?;
            let (head, last) = self.text.head();
            let frame = catch_unwind(AssertUnwindSafe(|| self.stream.frame(head, last)))
                .unwrap_or_else(|_| Err(panicked()))
                .map_err(|error| Failure::of(&self.id, &error))?;
            match frame {
                None if !last => {}
                None => return Ok(None),
                Some(frame) => {
                    self.text.consume(frame.len());
                    return Ok(Some(frame));
                }
            }
        }
    }
}

impl<'e, I: Iterator<Item = Input>, W: Watch> Iterator for Tasks<'e, I, W> {
    type Item = Task<'e, W::Seen>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(open) = &mut self.open else {
            let input = self.inputs.next()?;
            return Some(self.begin(input));
        };
        Some(match open.frame() {
            Ok(Some(frame)) => Task::Frame(frame, Arc::clone(&open.id)),
            Ok(None) => {
                let digest = open.text.digest();
                self.open = None;
                Task::End(digest)
            }
            Err(failure) => {
                // The end follows.
                open.text.end();
                Task::Failed(failure)
            }
        })
    }
}
