//! Inputs become tasks: a short document is one, a long one that can be read in pieces a task for each frame.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use kawara_core::{Engine, FRAME, Frame, Stream};

use super::panicked;
use super::text::Text;
use crate::input::{Encoding, Failure, Input};

/// Something for a worker to do.
pub(super) enum Task<'e> {
    /// A document to read and chunk at once.
    Input(Input),
    /// A frame of a long document, and the document's id.
    Frame(Frame<'e>, Arc<str>),
    /// The document whose frames came before cannot be read on.
    Failed(Failure),
    /// The document whose frames came before ends.
    End,
    Broken(Failure),
}

impl Task<'_> {
    /// Bytes of documents.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Input(input) => input.bytes(),
            Self::Frame(frame, _) => frame.len() as u64,
            Self::End | Self::Failed(_) | Self::Broken(_) => 0,
        }
    }

    /// What it counts for while it is worked on.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Self::Input(input) => input.weight(),
            // A frame is there as source, as text and as chunks, and waits for those before it: there are many of them.
            other => other.bytes() * 4 + 4096,
        }
    }
}

/// The tasks of a run.
pub(super) struct Tasks<'e, I> {
    engine: &'e Engine,
    inputs: I,
    encoding: Encoding,
    open: Option<Open<'e>>,
}

/// A document that comes in frames.
struct Open<'e> {
    id: Arc<str>,
    stream: Stream<'e>,
    text: Text<Box<dyn Read + Send>>,
}

impl<'e, I: Iterator<Item = Input>> Tasks<'e, I> {
    pub(super) fn new(engine: &'e Engine, inputs: I, encoding: Encoding) -> Self {
        Self { engine, inputs, encoding, open: None }
    }

    /// The task that an input is, unless it is opened to come in frames.
    fn begin(&mut self, input: Input) -> Option<Task<'e>> {
        let is_long = !matches!(&input, Input::File { bytes, .. } if *bytes < FRAME as u64);
        if self.encoding != Encoding::UTF_8 || !is_long {
            return Some(Task::Input(input));
        }
        let (document, from) = match input.opened() {
            Ok(opened) => opened,
            Err(input) => return Some(input.map_or_else(Task::Broken, Task::Input)),
        };
        let id: Arc<str> = document.id().into();
        let stream = catch_unwind(AssertUnwindSafe(|| self.engine.stream(document.clone())));
        match stream.unwrap_or_else(|_| Err(panicked())) {
            Err(error) => Some(Task::Broken(Failure::of(&id, &error))),
            Ok(None) => Some(Task::Input(Input::Reader { document: Box::new(document), from })),
            Ok(Some(stream)) => {
                self.open = Some(Open { id, stream, text: Text::new(from) });
                None
            }
        }
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

impl<'e, I: Iterator<Item = Input>> Iterator for Tasks<'e, I> {
    type Item = Task<'e>;

    fn next(&mut self) -> Option<Task<'e>> {
        loop {
            let Some(open) = &mut self.open else {
                let input = self.inputs.next()?;
                match self.begin(input) {
                    None => continue,
                    task => return task,
                }
            };
            return Some(match open.frame() {
                Ok(Some(frame)) => Task::Frame(frame, Arc::clone(&open.id)),
                Ok(None) => {
                    self.open = None;
                    Task::End
                }
                Err(failure) => {
                    // The end follows.
                    open.text.end();
                    Task::Failed(failure)
                }
            });
        }
    }
}
