//! `kawara chunk`

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kawara::input::Failure;
use kawara::output::{Format, Paint, ParentSink, Sink};
use kawara::plan::{Manifest, Recording, Witness};
use kawara::policy::printable;
use kawara::report::Report;
use kawara::run::{RunOptions, run, run_with};
use kawara::{Chunks, Pack};

use crate::End;
use crate::args::ChunkArguments;
use crate::certify::Certifying;
use crate::commands::registry_with_loaded;
use crate::compare::usage;
use crate::console::Console;
use crate::contexts::{from_outside, tell as told, without};
use crate::guarded::{refuse_part, resolved};
use crate::inputs::{Work, engine, policies, work};
use crate::interrupt::{self, unfinished_manifest};
use crate::summary::{Summary, flags};
use crate::target::{Settled, Target, place};

pub(crate) fn chunk(arguments: ChunkArguments, console: &Console) -> Result<(), End> {
    let (registry, loaded) = registry_with_loaded(&arguments.inputs.settings.commands)?;
    // What is configured is for all runs, and so need not be of use in this one.
    let named: Vec<&Pack> = loaded
        .iter()
        .filter(|loaded| arguments.inputs.settings.commands.counting.packs.contains(&loaded.file))
        .map(|loaded| loaded.pack)
        .collect();
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs = output_files(&arguments)?;
    let contexts = from_outside(&arguments.contexts, &arguments.inputs, &outputs, console)?;
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let Work { inputs, encoding, bytes, notes } = work;
    let mut inputs = without(&arguments.contexts, inputs);
    let mut certifying = match &arguments.certificate {
        Some(_) => {
            let (certifying, noted) = Certifying::begin(&arguments, inputs, encoding)?;
            inputs = noted;
            Some(certifying)
        }
        None => None,
    };
    let mut report = arguments.report.as_ref().map(|_| Report::new(&registry, policies.clone()));
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let held = interrupt::hold();
    let manifest = arguments.manifest.as_ref().map(Manifest::replace).transpose().map_err(usage)?;
    let unfinished = manifest.as_ref().map(unfinished_manifest);
    drop(held);
    let recording = manifest.map(Recording::begin).transpose().map_err(usage)?;
    let mut recording = recording.map(|recording| match &contexts {
        Some(contexts) => recording.with_contexts(Arc::clone(contexts)),
        None => recording,
    });
    let mut to = Outputs::open(&arguments)?;
    console.info(format_args!("threads: {}", options.threads));
    let progress = if arguments.output.is_none() {
        console.progress_beside_output(bytes, "documents")
    } else {
        console.progress(bytes)
    };
    let mut summary = Summary::start();
    let (mut broken, mut uncertified) = (None, None);
    let take = |result: Result<Chunks, Failure>, bytes| {
        progress.add(bytes, result.as_ref().map_or(true, Chunks::is_last));
        match result {
            Err(failure) => {
                console.error(&failure);
                summary.failed();
                if let Some(certifying) = &mut certifying {
                    certifying.failed(&failure);
                }
                if let Some(report) = &mut report {
                    report.failed(failure);
                }
                true
            }
            Ok(chunks) => {
                summary.add(&chunks, bytes);
                tell(&chunks, console);
                if let Some(report) = &mut report {
                    report.add(&chunks);
                }
                uncertified =
                    certifying.as_mut().and_then(|certifying| certifying.add(&engine, &chunks).err());
                broken = to.write(&chunks).err();
                broken.is_none() && uncertified.is_none()
            }
        }
    };
    let remembered = match (&mut recording, &contexts) {
        (Some(recording), _) => recording.run(&engine, inputs, options, take),
        (None, Some(contexts)) => {
            run_with(&engine, inputs, options, contexts, take);
            Ok(())
        }
        (None, None) => {
            run(&engine, inputs, options, take);
            Ok(())
        }
    };
    progress.finish_and_clear();
    remembered.map_err(usage)?;
    if let Some(error) = uncertified {
        return Err(End::Usage(error.to_string()));
    }
    let uncheckable = certifying.as_ref().and_then(Certifying::warning);
    let certificate = certifying.map(Certifying::finish);
    let keep = summary.has_documents() || !summary.has_failures();
    match broken
        .map_or_else(|| to.settle(keep, report.as_ref(), certificate.as_deref()).and_then(witnessed), Err)
    {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => return Err(End::Usage(format!("cannot write: {error}"))),
        Ok((files, witness)) => {
            let _held = interrupt::hold();
            let placed = || place(files);
            // What the manifest tells is believed: it becomes true with the output, or after what went down a pipe.
            match (recording.filter(|_| keep), witness) {
                (Some(recording), Some(witness)) => recording.commit_with(witness, placed).map_err(usage)?,
                (recording, _) => {
                    placed().map_err(|error| End::Usage(format!("cannot write: {error}")))?;
                    recording.map_or(Ok(()), Recording::commit).map_err(usage)?;
                }
            }
            drop(unfinished);
        }
    }
    summary.languages().for_each(|language| console.info(language));
    notes.iter().chain(&summary.note()).for_each(|note| console.note(note));
    named.iter().filter_map(|pack| summary.unmet(pack)).for_each(|note| console.note(note));
    console.summary(&summary);
    for warning in summary.warnings().chain(uncheckable) {
        console.warning(warning);
    }
    told(contexts.as_deref(), console);
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

/// The files that are written, each of which has to be another one.
fn output_files(arguments: &ChunkArguments) -> Result<Vec<&Path>, End> {
    let named = [
        ("--output", arguments.output.as_deref()),
        ("--parents", arguments.parents.as_ref().and_then(Option::as_deref)),
        ("--report", arguments.report.as_deref()),
        ("--certificate", arguments.certificate.as_deref()),
        ("--manifest", arguments.manifest.as_deref()),
    ];
    let named: Vec<(&str, &Path)> =
        named.into_iter().filter_map(|(name, file)| Some((name, file?))).collect();
    let places: Vec<PathBuf> = named.iter().map(|(_, file)| resolved(file)).collect();
    for (nth, place) in places.iter().enumerate() {
        if let Some(other) = places[..nth].iter().position(|known| known == place) {
            let (other, name) = (named[other].0, named[nth].0);
            return Err(End::Usage(format!("{other} and {name} name one file; give each its own")));
        }
    }
    if let Some(dir) = &arguments.manifest {
        named.iter().try_for_each(|(_, file)| refuse_part(file, dir))?;
    }
    Ok(named.into_iter().map(|(_, file)| file).collect())
}

/// Where chunks go, what they are parts of, and the report.
struct Outputs {
    chunks: Sink<Target>,
    /// Where they go to a file of their own.
    parents: Option<ParentSink<Target>>,
    report: Option<Target>,
    certificate: Option<Target>,
}

impl Outputs {
    fn open(arguments: &ChunkArguments) -> Result<Self, End> {
        let usage = |error: io::Error| End::Usage(format!("{error}"));
        if let Some(ending) =
            arguments.output.as_deref().filter(|_| arguments.format.is_none()).and_then(foreign)
        {
            return Err(End::Usage(format!(
                "no format of chunks is called .{ending}; name the file otherwise, or say --output-format"
            )));
        }
        let format = format(arguments);
        let is_stdout = arguments.output.as_deref().is_none_or(|file| file == Path::new("-"));
        let is_terminal = is_stdout && io::stdout().is_terminal();
        if format.is_binary() && is_terminal {
            return Err(End::Usage(format!(
                "{format} is nothing for a terminal; name a file with -o, or pipe it on"
            )));
        }
        let is_colour =
            is_stdout && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let paint = if is_colour { Paint::Ansi } else { Paint::Plain };
        let is_within = matches!(arguments.parents, Some(None));
        if is_within && !matches!(format, Format::Jsonl | Format::Json) {
            let remedy = "give parents a file, --parents=FILE, or leave out the format";
            return Err(End::Usage(format!("{format} has no place for parents among chunks: {remedy}")));
        }
        // What cannot be written is said before anything is created.
        let parents = match &arguments.parents {
            Some(Some(file)) => Some((file, Format::of_path(file).unwrap_or(Format::Jsonl))),
            _ => None,
        };
        if let Some((file, format)) =
            parents.filter(|(_, format)| matches!(format, Format::Text | Format::Markdown))
        {
            let file = file.display();
            return Err(End::Usage(format!(
                "parents cannot be written as {format}: {file}; name it .jsonl, .csv or .parquet"
            )));
        }
        let sink =
            Sink::open(format, Target::open(arguments.output.as_deref())?).map_err(usage)?.with_paint(paint);
        let chunks = if is_within { sink.with_parents().map_err(usage)? } else { sink };
        let parents = parents
            .map(|(file, format)| ParentSink::open(format, Target::open(Some(file))?).map_err(usage))
            .transpose()?;
        let report = arguments.report.as_deref().map(|file| Target::open(Some(file))).transpose()?;
        let certificate =
            arguments.certificate.as_deref().map(|file| Target::open(Some(file))).transpose()?;
        Ok(Self { chunks, parents, report, certificate })
    }

    fn write(&mut self, chunks: &Chunks) -> io::Result<()> {
        self.chunks.write(chunks)?;
        self.parents.as_mut().map_or(Ok(()), |parents| parents.write(chunks))
    }

    /// Ends the output: everything is on the disk, and takes its place next. Where nothing could be done, earlier files stay as they
    /// were; the report says why.
    fn settle(
        self,
        keep: bool,
        report: Option<&Report>,
        certificate: Option<&str>,
    ) -> io::Result<Vec<Settled>> {
        let mut settled: Vec<Settled> = Vec::new();
        let chunks = self.chunks.finish()?.settle()?;
        let parents = self.parents.map(|parents| parents.finish()?.settle()).transpose()?;
        if keep {
            settled.push(chunks);
            settled.extend(parents);
            if let (Some(mut to), Some(certificate)) = (self.certificate, certificate) {
                to.write_all(certificate.as_bytes())?;
                settled.push(to.settle()?);
            }
        }
        if let (Some(mut to), Some(report)) = (self.report, report) {
            to.write_all(report.to_json().as_bytes())?;
            settled.push(to.settle()?);
        }
        Ok(settled)
    }
}

/// How chunks are written.
pub(crate) fn format(arguments: &ChunkArguments) -> Format {
    let by_name = arguments.output.as_deref().and_then(Format::of_path);
    arguments.format.or(by_name).unwrap_or(Format::Jsonl)
}

/// The ending of a file that would be opened by a program that cannot read what is written.
fn foreign(path: &Path) -> Option<String> {
    const FOREIGN: [&str; 11] =
        ["gz", "zst", "xz", "bz2", "zip", "xlsx", "xls", "docx", "pdf", "html", "toml"];
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    FOREIGN.contains(&ending.as_str()).then_some(ending)
}

/// The files, and what the first of them, the chunks', will be known by.
fn witnessed(files: Vec<Settled>) -> io::Result<(Vec<Settled>, Option<Witness>)> {
    let witness = files.first().map_or(Ok(None), Settled::witness)?;
    Ok((files, witness))
}
