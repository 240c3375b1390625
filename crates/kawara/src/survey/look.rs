use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use kawara_core::{
    Carry, Chunk, Chunks, Counted, Engine, Flag, Overlap, ParentKind, Policy as _, Profile, Result,
};
use kawara_policy::Policy;

use super::{Kind, Spread, Watch};
use crate::input::{Encoding, Failure, Found, Input, decode, policies_below, walk};
use crate::run::{RunOptions, run};
use crate::unknown::Unknown;
use crate::{Gauge, PolicyTree};

/// Bytes of a file that its kind is told by.
const HEAD: u64 = 1 << 16;
/// Units that are counted one by one; more say nothing new.
const MOST_UNITS: usize = 100_000;

/// What a corpus is like.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Every file that a reader claims, relative to the directory and with forward slashes, and what it is.
    pub files: Vec<(String, Kind)>,
    /// Bytes of all files.
    pub bytes: u64,
    /// Bytes by kind.
    pub bytes_of: BTreeMap<Kind, u64>,
    /// How many files were passed over because no reader claims their extension, by extension.
    pub skipped: BTreeMap<String, usize>,
    /// Folders with a policy of their own: what is in them is left out.
    pub apart: Vec<PathBuf>,
    /// What could not be read, folders and files, and is in no figure.
    pub unread: Vec<Failure>,
    /// What was measured, by the policy that was measured with; nothing where no document was.
    pub measured: Option<Measured>,
    /// Bytes by file.
    sizes: BTreeMap<String, u64>,
}

/// What came of chunking a corpus.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The counter.
    pub counter: String,
    /// The budget of most documents.
    pub max_tokens: u32,
    /// `budget.min-tokens`.
    pub min_tokens: u32,
    /// What its languages are like.
    pub languages: BTreeMap<String, Language>,
    /// Fields of front matter, and in how many documents each is.
    pub fields: BTreeMap<String, usize>,
    /// Documents that have front matter.
    pub with_fields: usize,
    /// Tokens of sections: a heading and what stands below it, up to the next.
    pub sections: Spread,
    /// Tokens of chunks.
    pub chunks: Spread,
    /// Units carried at each boundary at which something is to be carried.
    pub carried: Spread,
    /// At how many of these less was carried than asked for.
    pub reduced: u64,
    /// How many chunks have each flag, in the order of [`Flag::ALL`].
    pub flags: [u64; Flag::ALL.len()],
    /// The tokens that stand for what the counter does not know, where it tells.
    pub unknown: Option<Unknown>,
    /// Whether the policy wants anything repeated, of documents without a `[[match]]`.
    pub asks_for_overlap: bool,
    /// The document whose units are counted now.
    cutting: Cutting,
}

/// The units of a document, put together from the pieces that chunks have of them.
#[derive(Clone, Debug, Default)]
struct Cutting {
    /// Where each unit of every document begins, and its language, before anything is laid.
    units: BTreeMap<String, Vec<(usize, String)>>,
    /// The unit that pieces are added to, its text so far, and where in the source that ends.
    open: Option<(usize, String, usize)>,
}

/// What is said in one language.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Language {
    /// Tokens of its units.
    pub units: Spread,
    /// Characters of these units.
    pub characters: u64,
}

impl Language {
    /// Characters a token; 0 where there is nothing.
    pub fn characters_per_token(&self) -> f64 {
        let tokens = self.units.total();
        if tokens == 0 { 0.0 } else { self.characters as f64 / tokens as f64 }
    }
}

impl Survey {
    /// Looks at the files in a directory, without chunking them.
    ///
    /// # Errors
    /// When the registry has no packs, or two that claim one name.
    pub fn of(directory: &Path, options: &RunOptions) -> Result<Self> {
        let registry = crate::registry()?;
        let mut found = Found::default();
        walk(directory, &registry, &mut found);
        let mut survey = Self { skipped: found.skipped, unread: found.failures, ..Self::default() };
        let apart =
            policies_below(directory).into_iter().filter_map(|file| Some(file.parent()?.to_path_buf()));
        survey.apart = apart.filter(|folder| folder != directory).collect();
        for (path, bytes) in found.files {
            if survey.apart.iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            let name = relative(&path, directory);
            let head = head(&path, options);
            let kind = Kind::of(&name, &head, &registry);
            survey.bytes += bytes;
            *survey.bytes_of.entry(kind).or_default() += bytes;
            survey.sizes.insert(name.clone(), bytes);
            survey.files.push((name, kind));
        }
        Ok(survey)
    }

    /// Chunks the files by a policy, and keeps what is measured. What cannot be read is no longer one of the files.
    ///
    /// # Errors
    /// When a counter or an option of the policy is wrong.
    pub fn measure(
        &mut self,
        directory: &Path,
        registry: kawara_core::Registry,
        policy: Policy,
        options: RunOptions,
    ) -> Result<()> {
        let tree = PolicyTree::fixed(policy, Vec::new()).map_err(kawara_core::Error::from)?;
        let base = tree.settings(&Profile::default())?;
        let gauge = Gauge::open(&registry, &base.budget.counter)?;
        let mut measured = Measured {
            counter: base.budget.counter.clone(),
            max_tokens: base.budget.max_tokens,
            min_tokens: base.budget.min_tokens,
            asks_for_overlap: base.units.overlap != Overlap::all(Carry::Units(0)),
            ..Measured::default()
        };
        let watch = Watch::new(tree);
        let engine = Engine::new(registry, watch.clone());
        engine.check(&base)?;
        let unread = measured.find_units(&engine, self.inputs(directory), &options);
        self.leave_out(unread, directory);
        let (mut broken, mut failures) = (None, Vec::new());
        run(&engine, self.inputs(directory).into_iter(), options, |result, _| {
            match result {
                Err(failure) => failures.push(failure),
                Ok(chunks) => broken = measured.add(&chunks, &watch, &gauge).err(),
            }
            broken.is_none()
        });
        self.leave_out(failures, directory);
        if let Some(error) = broken {
            return Err(error);
        }
        measured.cutting = Cutting::default();
        // Units do not depend on sizes, but their texts are put together from pieces: of the same units there is one figure.
        let before = self.measured.take().filter(|before| before.has_units_of(&measured));
        if let Some(before) = before {
            measured.languages = before.languages;
        }
        self.measured = (measured.chunks.count() > 0).then_some(measured);
        Ok(())
    }

    fn inputs(&self, directory: &Path) -> Vec<Input> {
        self.files.iter().map(|(name, _)| input(directory, name)).collect()
    }

    fn leave_out(&mut self, failures: Vec<Failure>, directory: &Path) {
        for failure in failures {
            let name = relative(Path::new(&failure.document), directory);
            if let Some(at) = self.files.iter().position(|(file, _)| *file == name) {
                let (_, kind) = self.files.remove(at);
                let bytes = self.sizes.remove(&name).unwrap_or(0);
                self.bytes -= bytes;
                self.bytes_of.entry(kind).and_modify(|sum| *sum -= bytes);
            }
            self.unread.push(failure);
        }
    }

    /// How many files are of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.files.iter().filter(|(_, of)| *of == kind).count()
    }
}

impl Measured {
    /// Finds the units of the documents before anything is laid, so that no size has a say in them.
    fn find_units(&mut self, engine: &Engine, inputs: Vec<Input>, options: &RunOptions) -> Vec<Failure> {
        let (mut worker, mut found, mut failures) = (engine.worker(), 0, Vec::new());
        for input in inputs {
            if found >= MOST_UNITS {
                break;
            }
            match input.document(options.encoding) {
                Err(failure) => failures.push(failure),
                // What is wrong comes up when it is chunked.
                Ok(document) => {
                    let units = worker.units(&document, None).unwrap_or_default();
                    found += units.len();
                    let units = units.into_iter().map(|unit| (unit.source.start, unit.language)).collect();
                    self.cutting.units.insert(document.id().to_owned(), units);
                }
            }
        }
        failures
    }

    fn has_units_of(&self, other: &Self) -> bool {
        let counts = |of: &Self| -> Vec<_> {
            of.languages.iter().map(|(name, language)| (name.clone(), language.units.count())).collect()
        };
        self.counter == other.counter && counts(self) == counts(other)
    }

    fn add(&mut self, chunks: &Chunks, watch: &Watch, gauge: &Gauge) -> Result<()> {
        let fields = watch.read_as(chunks.doc_id()).map(|read| read.fields).unwrap_or_default();
        if chunks.is_last() && !fields.is_empty() {
            self.with_fields += 1;
            fields.into_keys().for_each(|field| *self.fields.entry(field).or_default() += 1);
        }
        let starts = self.cutting.units.remove(chunks.doc_id());
        let mut units = Vec::new();
        for chunk in chunks.iter() {
            self.chunks.add(chunk.tokens());
            let is_reduced = chunk.flags().contains(Flag::CarryReduced);
            if is_reduced || chunk.carried() > 0 {
                self.carried.add(chunk.carried() as u32);
                self.reduced += u64::from(is_reduced);
            }
            for (count, flag) in self.flags.iter_mut().zip(Flag::ALL) {
                *count += u64::from(chunk.flags().contains(flag));
            }
            if let Some(starts) = &starts {
                self.add_units(&chunk, starts, chunks.doc_id(), gauge, &mut units)?;
            }
        }
        if let Some(starts) = starts {
            self.close_unit(&starts, chunks.doc_id(), gauge, &mut units)?;
            if !chunks.is_last() {
                self.cutting.units.insert(chunks.doc_id().to_owned(), starts);
            }
        }
        self.add_sections(chunks, &units);
        Ok(())
    }

    /// Adds the pieces that a chunk does not share with the one before to the units that they are of.
    fn add_units(
        &mut self,
        chunk: &Chunk<'_>,
        starts: &[(usize, String)],
        document: &str,
        gauge: &Gauge,
        found: &mut Vec<(usize, u32)>,
    ) -> Result<()> {
        let pieces: Vec<_> = chunk.units().collect();
        let at: Vec<_> = pieces.iter().map(|piece| in_text(chunk, piece.start)).collect();
        for (nth, piece) in pieces.iter().enumerate().skip(chunk.carried()) {
            let end = at.get(nth + 1).copied().unwrap_or(chunk.text().len());
            let text = chunk.text().get(at[nth]..end).unwrap_or_default().trim_end();
            let unit = starts.partition_point(|(start, _)| *start <= piece.start).saturating_sub(1);
            match &mut self.cutting.open {
                Some((open, so_far, until)) if *open == unit => {
                    if piece.start > *until {
                        so_far.push(' ');
                    }
                    so_far.push_str(text);
                    *until = piece.end;
                }
                _ => {
                    self.close_unit(starts, document, gauge, found)?;
                    self.cutting.open = Some((unit, text.to_owned(), piece.end));
                }
            }
        }
        Ok(())
    }

    /// Counts a unit of which all pieces were met; where it begins in the source is kept.
    fn close_unit(
        &mut self,
        starts: &[(usize, String)],
        document: &str,
        gauge: &Gauge,
        found: &mut Vec<(usize, u32)>,
    ) -> Result<()> {
        let Some((unit, text, _)) = self.cutting.open.take().filter(|(_, text, _)| !text.is_empty()) else {
            return Ok(());
        };
        let Some((start, language)) = starts.get(unit) else { return Ok(()) };
        let Counted { tokens, unknown } = gauge.counted(&text)?;
        if let Some(unknown) = unknown {
            self.unknown.get_or_insert_default().add(document, unknown.into(), tokens.into());
        }
        let language = self.languages.entry(language.clone()).or_default();
        language.units.add(tokens);
        language.characters += text.chars().count() as u64;
        found.push((*start, tokens));
        Ok(())
    }

    fn add_sections(&mut self, chunks: &Chunks, units: &[(usize, u32)]) {
        let sections = chunks.parents().filter(|parent| parent.kind() == ParentKind::Section);
        let mut starts: Vec<_> = sections.map(|section| section.source_range().start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut tokens = vec![0; starts.len()];
        for (at, count) in units {
            let section = starts.partition_point(|start| start <= at).checked_sub(1);
            if let Some(sum) = section.and_then(|nth| tokens.get_mut(nth)) {
                *sum += count;
            }
        }
        tokens.into_iter().filter(|tokens| *tokens > 0).for_each(|tokens| self.sections.add(tokens));
    }
}

/// Where a byte of the source is in a chunk's text.
fn in_text(chunk: &Chunk<'_>, source: usize) -> usize {
    let mut spans = chunk.map().peekable();
    if spans.peek().is_none() {
        return source.saturating_sub(chunk.source_range().start);
    }
    let found = spans.find(|span| span.source + span.source_len > source);
    found.map_or(chunk.text().len(), |span| span.text + source.saturating_sub(span.source).min(span.text_len))
}

fn input(directory: &Path, name: &str) -> Input {
    let path = directory.join(name);
    let bytes = path.metadata().map_or(0, |about| about.len());
    Input::File { id: path.to_string_lossy().into_owned(), path, bytes }
}

fn relative(path: &Path, directory: &Path) -> String {
    let below = path.strip_prefix(directory).unwrap_or(path);
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The beginning of a file; empty where it cannot be read or is no text. The run says so.
fn head(path: &Path, options: &RunOptions) -> String {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut bytes)) {
        Err(_) => String::new(),
        // A beginning may end inside of a character.
        Ok(_) if options.encoding == Encoding::UTF_8 => {
            bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
        }
        Ok(_) => decode(bytes, options.encoding).unwrap_or_default(),
    }
}
