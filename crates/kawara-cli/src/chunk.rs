//! `kawara chunk`

use std::io;
use std::path::{Path, PathBuf};

use kawara::Chunks;
use kawara::input::Failure;
use kawara::output::{Paint, write_human, write_parent, write_record};
use kawara::plan::{Manifest, Recording};
use kawara::policy::printable;
use kawara::run::{RunOptions, run};

use crate::End;
use crate::args::{ChunkArguments, Format};
use crate::commands::registry;
use crate::compare::usage;
use crate::console::Console;
use crate::inputs::{Work, engine, policies, work};
use crate::interrupt::{self, Unfinished};
use crate::summary::{Summary, flags};
use crate::target::Target;

pub(crate) fn chunk(arguments: ChunkArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let manifest = arguments.manifest.as_ref().map(Manifest::replace).transpose().map_err(usage)?;
    let _unfinished = manifest.as_ref().map(|manifest| Unfinished::new(&manifest.unfinished()));
    let mut recording = manifest.map(Recording::begin).transpose().map_err(usage)?;
    let parents = arguments.parents.as_ref().and_then(Option::as_deref);
    let outputs = [arguments.output.as_deref(), parents, arguments.manifest.as_deref()];
    let outputs: Vec<&Path> = outputs.into_iter().flatten().collect();
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let Work { inputs, encoding, bytes, notes } = work;
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let mut sink = Sink::open(&arguments)?;
    console.info(format_args!("threads: {}", options.threads));
    let progress = if arguments.output.is_none() && parents.is_none() {
        console.progress_beside_output(bytes, "documents")
    } else {
        console.progress(bytes)
    };
    let mut summary = Summary::start();
    let mut broken = None;
    let take = |result: Result<Chunks, Failure>, bytes| {
        progress.add(bytes, result.as_ref().map_or(true, Chunks::is_last));
        match result {
            Err(failure) => {
                console.error(failure);
                summary.failed();
                true
            }
            Ok(chunks) => {
                summary.add(&chunks, bytes);
                tell(&chunks, console);
                broken = sink.write(&chunks).err();
                broken.is_none()
            }
        }
    };
    let remembered = match &mut recording {
        Some(recording) => recording.run(&engine, inputs, options, take),
        None => {
            run(&engine, inputs, options, take);
            Ok(())
        }
    };
    progress.finish_and_clear();
    remembered.map_err(usage)?;
    let keep = summary.has_documents() || !summary.has_failures();
    match broken.map_or_else(|| sink.close(keep), Err) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => return Err(End::Usage(format!("cannot write: {error}"))),
        Ok(()) => {}
    }
    // Not before the chunks are safe: what it tells is believed.
    if let Some(recording) = recording.filter(|_| keep) {
        let _held = interrupt::hold();
        recording.commit().map_err(usage)?;
    }
    summary.languages().for_each(|language| console.info(language));
    notes.iter().chain(&summary.note()).for_each(|note| console.note(note));
    console.summary(&summary);
    if let Some(warning) = summary.warning() {
        console.warning(warning);
    }
    if summary.has_failures() { Err(End::SomeFailed) } else { Ok(()) }
}

/// Says what became of a document, as far as that is asked for.
fn tell(chunks: &Chunks, console: &Console) {
    if !console.informs() {
        return;
    }
    let id = printable(chunks.doc_id());
    let flags = flags(chunks.iter());
    if !flags.is_empty() {
        console.info(format_args!("{id}: {flags}"));
    }
    if console.details() {
        let tokens: u64 = chunks.iter().map(|chunk| u64::from(chunk.tokens())).sum();
        console.detail(format_args!("{id}: {} chunks, {tokens} tokens", chunks.len()));
    }
}

/// Where chunks go, and what they are parts of.
struct Sink {
    chunks: Target,
    /// `None` within: behind the chunks of each document.
    parents: Option<Option<Target>>,
    format: Format,
    paint: Paint,
}

impl Sink {
    fn open(arguments: &ChunkArguments) -> Result<Self, End> {
        let format = arguments.format;
        if format == Format::Text && matches!(arguments.parents, Some(None)) {
            return Err(End::Usage(
                "parents are JSON lines: give them a file, --parents=FILE, or leave out --format text".into(),
            ));
        }
        let is_same = |file: &PathBuf| arguments.output.as_ref() == Some(file);
        if arguments.parents.as_ref().and_then(Option::as_ref).is_some_and(is_same) {
            return Err(End::Usage(
                "--parents and --output name one file; give parents a file of their own, or none".into(),
            ));
        }
        let is_colour = arguments.output.is_none()
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let paint = if is_colour { Paint::Ansi } else { Paint::Plain };
        let chunks = Target::open(arguments.output.as_deref())?;
        let file = |file: &Option<PathBuf>| file.as_deref().map(|file| Target::open(Some(file))).transpose();
        let parents = arguments.parents.as_ref().map(file).transpose()?;
        Ok(Self { chunks, parents, format, paint })
    }

    fn write(&mut self, chunks: &Chunks) -> io::Result<()> {
        for chunk in chunks.iter() {
            match self.format {
                Format::Jsonl => write_record(chunk, &mut self.chunks.to)?,
                Format::Text => write_human(chunk, self.paint, &mut self.chunks.to)?,
            }
        }
        let Some(parents) = &mut self.parents else { return Ok(()) };
        let to = parents.as_mut().unwrap_or(&mut self.chunks);
        chunks.parents().try_for_each(|parent| write_parent(parent, &mut to.to))
    }

    /// Ends the output. Where nothing could be done, earlier files stay as they were.
    fn close(self, keep: bool) -> io::Result<()> {
        self.chunks.close(keep)?;
        self.parents.flatten().map_or(Ok(()), |parents| parents.close(keep))
    }
}
