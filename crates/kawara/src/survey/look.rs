use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use kawara_core::{Chunk, Chunks, Counter, Engine, Flag, ParentKind, Policy as _, Profile, Result};
use kawara_policy::Policy;

use super::{Kind, Spread, Watch};
use crate::input::{Encoding, Failure, Found, Input, decode, walk};
use crate::run::{RunOptions, run};
use crate::{Gauge, PolicyTree};

/// Bytes of a file that its kind is told by.
const HEAD: u64 = 1 << 16;
/// Units that are counted one by one; more say nothing new.
const MOST_UNITS: u64 = 100_000;

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
    /// What was measured, by the policy that was measured with.
    pub measured: Option<Measured>,
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
    /// Documents that failed.
    pub failures: Vec<Failure>,
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
        let mut survey = Self { skipped: found.skipped, ..Self::default() };
        for (path, bytes) in found.files {
            let name = relative(&path, directory);
            let head = head(&path, options);
            let kind = Kind::of(&name, &head, &registry);
            survey.bytes += bytes;
            *survey.bytes_of.entry(kind).or_default() += bytes;
            survey.files.push((name, kind));
        }
        Ok(survey)
    }

    /// Chunks the files by a policy, taken to lie in the directory, and keeps what is measured.
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
            ..Measured::default()
        };
        let watch = Watch::new(tree);
        let engine = Engine::new(registry, watch.clone());
        engine.check(&base)?;
        let inputs: Vec<_> = self.files.iter().map(|(name, _)| input(directory, name)).collect();
        let mut broken = None;
        run(&engine, inputs.into_iter(), options, |result, _| {
            match result {
                Err(failure) => measured.failures.push(failure),
                Ok(chunks) => broken = measured.add(&chunks, &watch, gauge.counter()).err(),
            }
            broken.is_none()
        });
        match broken {
            Some(error) => Err(error),
            None => {
                self.measured = Some(measured);
                Ok(())
            }
        }
    }

    /// How many files are of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.files.iter().filter(|(_, of)| *of == kind).count()
    }
}

impl Measured {
    fn add(&mut self, chunks: &Chunks, watch: &Watch, counter: &dyn Counter) -> Result<()> {
        let fields = watch.read_as(chunks.doc_id()).map(|read| read.fields).unwrap_or_default();
        if chunks.is_last() && !fields.is_empty() {
            self.with_fields += 1;
            fields.into_keys().for_each(|field| *self.fields.entry(field).or_default() += 1);
        }
        let mut units = Vec::new();
        for chunk in chunks.iter() {
            self.chunks.add(chunk.tokens());
            let is_reduced = chunk.flags().contains(Flag::CarryReduced);
            if is_reduced || chunk.carried() > 0 {
                self.carried.add(chunk.carried() as u32);
                self.reduced += u64::from(is_reduced);
            }
            if self.counted() < MOST_UNITS {
                self.add_units(&chunk, counter, &mut units)?;
            }
        }
        self.add_sections(chunks, &units);
        Ok(())
    }

    fn counted(&self) -> u64 {
        self.languages.values().map(|language| language.units.count()).sum()
    }

    /// Counts the units that a chunk does not share with the one before; where each begins in the source is kept.
    fn add_units(
        &mut self,
        chunk: &Chunk<'_>,
        counter: &dyn Counter,
        found: &mut Vec<(usize, u32)>,
    ) -> Result<()> {
        let units: Vec<_> = chunk.units().collect();
        let starts: Vec<_> = units.iter().map(|unit| in_text(chunk, unit.start)).collect();
        let language = self.languages.entry(chunk.language().to_owned()).or_default();
        for (nth, unit) in units.iter().enumerate().skip(chunk.carried()) {
            let end = starts.get(nth + 1).copied().unwrap_or(chunk.text().len());
            let text = chunk.text().get(starts[nth]..end).unwrap_or_default().trim_end();
            if text.is_empty() {
                continue;
            }
            let tokens = counter.count(text)?;
            language.units.add(tokens);
            language.characters += text.chars().count() as u64;
            found.push((unit.start, tokens));
        }
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
