//! Remembering what was chunked into an output of its own.

use std::io;
use std::sync::Arc;

use kawara_core::{Chunks, Engine};

use super::draft::Draft;
use super::entry::Entry;
use super::error::{Error, ErrorKind, Result};
use super::look::Looker;
use super::making::Making;
use super::manifest::Manifest;
use super::pending::Witness;
use crate::contextual::Contexts;
use crate::input::{Failure, Input};
use crate::run::{Event, RunOptions, watched};

/// A manifest in the making, of a run whose chunks all go into one output.
///
/// ```
/// use kawara::{Document, input::Input, plan::{self, Manifest, Recording}, policy::Policy, run::RunOptions};
///
/// let dir = std::env::temp_dir().join(format!("kawara-recording-{}", std::process::id()));
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let inputs = || vec![Input::Document(Box::new(Document::new("a", "The gate opens at six.")))].into_iter();
///
/// let mut recording = Recording::begin(Manifest::replace(&dir)?)?;
/// let mut output = Vec::new();
/// recording.run(&engine, inputs(), RunOptions::default(), |chunks, _| {
///     chunks.unwrap().iter().try_for_each(|chunk| kawara::output::write_record(chunk, &mut output)).is_ok()
/// })?;
/// recording.commit()?;
///
/// let manifest = Manifest::open(&dir)?;
/// let plan = plan::plan(&engine, inputs(), &manifest, &plan::Options::default(), &mut |_| {})?;
/// assert!(!plan.is_change());
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recording {
    /// Goes before the manifest, whose folder is taken away if it is empty.
    draft: Draft,
    manifest: Manifest,
    contexts: Option<Arc<Contexts>>,
}

impl Recording {
    /// Begins one in the place of a manifest that is [open to be written](Manifest::replace). What that remembers does not matter.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn begin(manifest: Manifest) -> Result<Self> {
        Ok(Self { draft: Draft::begin(&manifest)?, manifest, contexts: None })
    }

    /// With contexts from outside before the chunks that they are for.
    #[must_use]
    pub fn with_contexts(self, contexts: Arc<Contexts>) -> Self {
        Self { contexts: Some(contexts), ..self }
    }

    /// As [`run`](crate::run::run), and remembers what was handed to `sink`.
    ///
    /// # Errors
    /// When it cannot be written; the run stops there.
    pub fn run(
        &mut self,
        engine: &Engine,
        inputs: impl Iterator<Item = Input> + Send,
        options: RunOptions,
        mut sink: impl FnMut(Result<Chunks, Failure>, u64) -> bool,
    ) -> Result<()> {
        let contexts = self.contexts.clone();
        let contexts = contexts.as_deref();
        let watch = Looker { engine, manifest: None, contexts, full: true };
        let mut current: Option<Making> = None;
        let (mut untold, mut broken) = (0, None);
        watched(engine, inputs, options, &watch, |event, bytes| {
            untold += bytes;
            let mut tell = |result| sink(result, std::mem::take(&mut untold));
            let done = match event {
                Event::Skipped(_) => Ok(true),
                Event::Begins(seen) => {
                    current = Some(Making::begin(seen));
                    Ok(true)
                }
                Event::Chunks(chunks) => {
                    let taken = current.as_mut().map_or(Ok(()), |making| remember(making, &chunks, engine));
                    taken.map(|()| tell(Ok(*chunks)))
                }
                Event::Ends(told) => self.add(current.take().map(|making| making.end(told, contexts).0)),
                Event::Failed(failure) => {
                    // Chunks that were written before the fault are there, and will have to go.
                    let entry =
                        current.take().map(Making::broken_off).filter(|entry| !entry.chunks.is_empty());
                    self.add(entry).map(|_| tell(Err(failure)))
                }
                Event::Broken(failure) => Ok(tell(Err(failure))),
            };
            done.unwrap_or_else(|error| {
                broken = Some(error);
                false
            })
        });
        broken.map_or(Ok(()), Err)
    }

    fn add(&mut self, entry: Option<Entry>) -> Result<bool> {
        entry.map_or(Ok(()), |entry| self.draft.add(&entry)).map(|()| true)
    }

    /// Makes it the manifest. Call it once the output is complete: an output without a manifest is made again, a manifest without its
    /// output would be believed.
    ///
    /// # Errors
    /// When it cannot be written; the old one stays.
    pub fn commit(self) -> Result<()> {
        self.draft.write(&self.manifest)?.commit()
    }

    /// As [`commit`](Self::commit), with an output that `place` puts in its place: a program that is killed meanwhile leaves both or neither.
    ///
    /// # Errors
    /// When something cannot be written; the old manifest stays unless the output is there.
    pub fn commit_with(self, output: Witness, place: impl FnOnce() -> io::Result<()>) -> Result<()> {
        let written = self.draft.write(&self.manifest)?;
        written.announce(output)?;
        place().map_err(|error| Error::new(ErrorKind::File, format!("cannot write: {error}")))?;
        written.commit()
    }
}

fn remember(making: &mut Making, chunks: &Chunks, engine: &Engine) -> Result<()> {
    making.take(chunks, engine, true)?;
    chunks.iter().try_for_each(|chunk| making.chunk(chunk).map(|_| ()))
}
