//! `kawara chunk`

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use kawara::Chunks;
use kawara::output::{Paint, write_human, write_record};
use kawara::run::{RunOptions, run};

use crate::End;
use crate::args::{ChunkArguments, Format};
use crate::commands::registry;
use crate::inputs::{Work, engine, policies, work};
use crate::summary::Summary;

pub(crate) fn chunk(arguments: ChunkArguments) -> Result<(), End> {
    let registry = registry(&arguments.inputs.commands)?;
    let policies = policies(&arguments.inputs, &[])?;
    let (work, policies) = work(&arguments.inputs, policies, &registry, arguments.output.as_deref())?;
    let Work { inputs, encoding, bytes, notes } = work;
    let engine = engine(registry, policies)?;
    let mut options = RunOptions { encoding, ..RunOptions::default() };
    if let Some(threads) = arguments.threads {
        options.threads = threads;
    }
    let mut sink = Sink::open(&arguments)?;
    let progress = progress(bytes, arguments.quiet);
    let mut summary = Summary::start();
    let mut broken = None;
    run(&engine, inputs, options, |result, bytes| {
        progress.inc(bytes);
        match result {
            Err(failure) => {
                progress.suspend(|| eprintln!("error: {failure}"));
                summary.failed();
                true
            }
            Ok(chunks) => {
                summary.add(&chunks, bytes);
                broken = sink.write(&chunks).err();
                broken.is_none()
            }
        }
    });
    progress.finish_and_clear();
    match broken.map_or_else(|| sink.close(summary.has_documents() || !summary.has_failures()), Err) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => return Err(End::Usage(format!("cannot write: {error}"))),
        Ok(()) => {}
    }
    if !arguments.quiet {
        notes.iter().chain(&summary.note()).for_each(|note| eprintln!("note: {note}"));
        eprintln!("{summary}");
    }
    if let Some(warning) = summary.warning() {
        eprintln!("warning: {warning}");
    }
    if summary.has_failures() { Err(End::SomeFailed) } else { Ok(()) }
}

/// Where chunks go.
struct Sink {
    to: BufWriter<Box<dyn Write>>,
    format: Format,
    paint: Paint,
    /// A file is written beside its place and takes it at the end: until then the old one stays.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Sink {
    fn open(arguments: &ChunkArguments) -> Result<Self, End> {
        let mut rename = None;
        let to: Box<dyn Write> = match &arguments.output {
            None => Box::new(io::stdout()),
            Some(path) if path.exists() && !path.is_file() => Box::new(create(path, path)?),
            Some(path) => {
                let mut beside = path.clone().into_os_string();
                beside.push(".partial");
                let beside = PathBuf::from(beside);
                let file = create(&beside, path)?;
                rename = Some((beside, path.clone()));
                Box::new(file)
            }
        };
        let is_colour = arguments.output.is_none()
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let paint = if is_colour && io::stdout().is_terminal() { Paint::Ansi } else { Paint::Plain };
        Ok(Self { to: BufWriter::with_capacity(1 << 16, to), format: arguments.format, paint, rename })
    }

    fn write(&mut self, chunks: &Chunks) -> io::Result<()> {
        for chunk in chunks.iter() {
            match self.format {
                Format::Jsonl => write_record(chunk, &mut self.to)?,
                Format::Text => write_human(chunk, self.paint, &mut self.to)?,
            }
        }
        Ok(())
    }

    /// Ends the output. Where nothing could be done, an earlier file stays as it was.
    fn close(mut self, keep: bool) -> io::Result<()> {
        self.to.flush()?;
        match &self.rename {
            Some((beside, path)) if keep => fs::rename(beside, path),
            Some((beside, _)) => fs::remove_file(beside),
            None => Ok(()),
        }
    }
}

fn create(file: &Path, named: &Path) -> Result<File, End> {
    File::create(file).map_err(|error| {
        let hint = "is there such a directory, and may you write to it?";
        End::Usage(format!("error: cannot write {}: {error}; {hint}", named.display()))
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress(bytes: Option<u64>, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let Some(bytes) = bytes else {
        return ProgressBar::new_spinner();
    };
    let bar = ProgressBar::new(bytes);
    let template = "{bar:30} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
