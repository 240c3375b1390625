//! `kawara policy init`

use std::path::{Path, PathBuf};

use kawara::policy::{Loader, Policy, printable};
use kawara::run::RunOptions;
use kawara::survey::langchain::{self, CHARACTERS_PER_TOKEN, Splitter, Taken};
use kawara::survey::{Survey, Wishes};

use super::{from_here, print};
use crate::End;
use crate::args::InitArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::inputs::loader;
use crate::models::named;
use crate::paths::encoding;
use crate::target::{Target, place};

pub(super) fn init(arguments: &InitArguments, console: &Console) -> Result<(), End> {
    let usage = |error: kawara::Error| End::Usage(error.to_string());
    let directory = &arguments.directory;
    if !directory.is_dir() {
        return Err(End::Usage(format!("{} is no directory", directory.display())));
    }
    arguments.models.iter().try_for_each(|name| named(name).map(|_| ()))?;
    let output = output(arguments)?;
    let home = Home::of(output.as_deref(), directory)?;
    let mut options =
        RunOptions { encoding: encoding(&arguments.reading.encoding)?, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let mut survey = Survey::of(directory, &options).map_err(usage)?;
    let mut wishes = Wishes::default();
    wishes.models.clone_from(&arguments.models);
    wishes.below.clone_from(&home.below);
    wishes.file.clone_from(&home.file);
    let known = registry(&arguments.reading.commands)?;
    let loader = loader(&arguments.reading.tokenizers, arguments.reading.base_policy.as_deref(), &known);
    let measure = |survey: &mut Survey, policy: Policy| {
        survey.measure(directory, registry(&arguments.reading.commands)?, policy, options).map_err(usage)
    };
    if !survey.files.is_empty() {
        let first = load(&survey, &mut wishes, &loader, &home)?;
        measure(&mut survey, first)?;
    }
    if let Some(splitter) = splitter(arguments, &home)? {
        let taken = splitter.taken(&ratios(&survey));
        say(&taken, console);
        wishes.taken = Some(taken);
    }
    // What was measured may have chosen another policy to build on, or a splitter another size: the figures are to be of what is written.
    let policy = load(&survey, &mut wishes, &loader, &home)?;
    if !survey.files.is_empty() {
        measure(&mut survey, policy)?;
    }
    let max = survey.measured.as_ref().map(|measured| measured.max_tokens);
    if let Some(max) = max.filter(|_| wishes.taken.is_some())
        && let Ok(filled) =
            load(&survey, &mut wishes, &loader, &home)?.set([format!("budget.min-tokens={max}")])
    {
        let mut other = survey.clone();
        measure(&mut other, filled)?;
        compare(&survey, &other, max, console);
    }
    tell(&survey, &wishes, directory, console);
    let text = survey.policy(&wishes);
    match &output {
        None => print(&text)?,
        Some(path) => {
            write(path, &text)?;
            if let Some(above) = home.above() {
                console.note(format_args!(
                    "{} no longer holds for these files; `extends` takes it along",
                    from_here(&above.to_string_lossy())
                ));
            }
            let file = home.file.as_ref().map(|_| format!("{} ", path.display())).unwrap_or_default();
            console.summary(format!(
                "{}: written; `kawara policy check {file}--corpus {}` measures again",
                path.display(),
                directory.display()
            ));
        }
    }
    if survey.unread.is_empty() { Ok(()) } else { Err(End::SomeFailed) }
}

/// Where the policy is to lie.
struct Home {
    directory: PathBuf,
    /// Where the corpus is, seen from there.
    below: String,
    /// Its name, where it is not found by that.
    file: Option<String>,
}

impl Home {
    fn of(output: Option<&Path>, corpus: &Path) -> Result<Self, End> {
        let Some(output) = output else {
            return Ok(Self { directory: corpus.to_path_buf(), below: String::new(), file: None });
        };
        let directory = output.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new(".")).to_path_buf();
        let whole = |path: &Path| {
            path.canonicalize().map_err(|error| End::Usage(format!("{}: {error}", path.display())))
        };
        let (here, there) = (whole(&directory)?, whole(corpus)?);
        let Ok(below) = there.strip_prefix(&here) else {
            return Err(End::Usage(format!(
                "{} would lie beside {}: globs are relative to the policy's directory and reach no files outside of it; write it into the \
                 corpus or above it, or print it with `--output -`",
                output.display(),
                corpus.display()
            )));
        };
        let below = below.components().map(|part| part.as_os_str().to_string_lossy() + "/").collect();
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let file = (name != "kawara.toml").then(|| printable(&name));
        Ok(Self { directory, below, file })
    }

    /// The policy that held for the files before this one was written, where this one is found.
    fn above(&self) -> Option<PathBuf> {
        let above = self.directory.canonicalize().ok()?.parent().and_then(Policy::discover);
        above.filter(|_| self.file.is_none())
    }
}

/// Loads what would be written; what the base policy locks is left out.
fn load(survey: &Survey, wishes: &mut Wishes, loader: &Loader<'_>, home: &Home) -> Result<Policy, End> {
    loop {
        let mistakes = match loader.text(&survey.policy(wishes), "the policy", &home.directory) {
            Ok(policy) => return Ok(policy),
            Err(mistakes) => mistakes,
        };
        let locked = mistakes.iter().filter(|mistake| mistake.code == "policy::locked");
        let before = wishes.locked.len();
        let places = locked.filter_map(|mistake| {
            Some((mistake.place.text().lines().nth(mistake.place.line().checked_sub(1)?)?, mistake))
        });
        let keys: Vec<_> = places.flat_map(|(line, mistake)| written(line, &mistake.message)).collect();
        wishes.locked.extend(keys);
        if wishes.locked.len() == before {
            return Err(super::refused(&mistakes));
        }
    }
}

/// The keys that a line and a message about it are of, as they are written.
fn written(line: &str, message: &str) -> Vec<String> {
    // A model sets a counter, prefixes and more: whichever of them is locked, the model cannot be named.
    for (start, key) in [("model", "budget.model"), ("counter", "budget.counter")] {
        if line.starts_with(&format!("{start} =")) {
            return vec![key.to_owned()];
        }
    }
    let named = message.split('`').nth(1).unwrap_or_default();
    let known = [
        "budget.max-tokens",
        "units.kind",
        "units.overlap",
        "units.records-per-chunk",
        "context.prepend",
        "read.content-type",
    ];
    known.into_iter().filter(|key| named.starts_with(key)).map(str::to_owned).collect()
}

/// What there is to know about what was looked at, besides the policy.
fn tell(survey: &Survey, wishes: &Wishes, directory: &Path, console: &Console) {
    survey.unread.iter().for_each(|failure| console.error(failure));
    for folder in &survey.apart {
        console.note(format_args!(
            "{} has a policy of its own and is left out",
            from_here(&folder.to_string_lossy())
        ));
    }
    if !wishes.locked.is_empty() {
        let keys: Vec<_> = wishes.locked.iter().map(|key| format!("`{key}`")).collect();
        console.note(format_args!(
            "left out, since the base policy locks it or what it would set: {}",
            keys.join(", ")
        ));
    }
    let Some(measured) = &survey.measured else {
        console.warning(format_args!("{}: no document has text that could be measured", directory.display()));
        return;
    };
    if let Some(unknown) = &measured.unknown {
        unknown.warning(&measured.counter).into_iter().for_each(|warning| console.warning(warning));
        unknown.note(&measured.counter).into_iter().for_each(|note| console.note(note));
    }
}

/// Chunks that end with their sections beside chunks that are filled, as those of the splitter are.
fn compare(survey: &Survey, filled: &Survey, max: u32, console: &Console) {
    if let (Some(one), Some(other)) = (&survey.measured, &filled.measured) {
        let chunks = |count: u64| format!("{count} chunk{}", if count == 1 { "" } else { "s" });
        console.summary(format!(
            "measured: {}, half of them up to {} tokens; with `min-tokens = {max}` {}, half up to {}",
            chunks(one.chunks.count()),
            one.chunks.median(),
            chunks(other.chunks.count()),
            other.chunks.median()
        ));
    }
}

/// Where to write; `None` is standard output.
fn output(arguments: &InitArguments) -> Result<Option<PathBuf>, End> {
    let path = match &arguments.output {
        Some(path) if path == Path::new("-") => return Ok(None),
        Some(path) => path.clone(),
        None => arguments.directory.join("kawara.toml"),
    };
    if path.exists() {
        return Err(End::Usage(format!(
            "{} is there already and is left alone; `--output -` prints a policy, `--output FILE` writes another file",
            path.display()
        )));
    }
    Ok(Some(path))
}

fn write(path: &Path, text: &str) -> Result<(), End> {
    use std::io::Write as _;
    let mut target = Target::open(Some(path))?;
    let written = target.write_all(text.as_bytes()).and_then(|()| target.settle());
    let placed = written.and_then(|settled| place([settled]));
    placed.map_err(|error| End::Usage(format!("cannot write {}: {error}", path.display())))
}

/// What the other splitter was told, if one is named.
fn splitter(arguments: &InitArguments, home: &Home) -> Result<Option<Splitter>, End> {
    if arguments.from.is_none() {
        return Ok(None);
    }
    let usage = End::Usage;
    if arguments.chunk_overlap >= arguments.chunk_size {
        return Err(usage(format!(
            "a chunk_overlap of {} leaves nothing new in a chunk_size of {}",
            arguments.chunk_overlap, arguments.chunk_size
        )));
    }
    let length = langchain::length(&from_home(&arguments.length_function, home)).map_err(usage)?;
    let splitter = Splitter::new(arguments.chunk_size, arguments.chunk_overlap, length);
    Ok(Some(match &arguments.separators {
        Some(text) => splitter.with_separators(langchain::separators(text).map_err(usage)?),
        None => splitter,
    }))
}

/// A counter whose file is named as seen from here, as the policy is to name it: relative to its own directory where it can be.
fn from_home(word: &str, home: &Home) -> String {
    let file = word.strip_prefix("hf:").and_then(|file| Path::new(file).canonicalize().ok());
    let (Some(file), Ok(home)) = (file, home.directory.canonicalize()) else { return word.to_owned() };
    format!("hf:{}", file.strip_prefix(&home).unwrap_or(&file).display())
}

/// Characters a token by language, that of most of the corpus first; without a corpus, what is usual.
fn ratios(survey: &Survey) -> Vec<(String, f64)> {
    let languages = survey.measured.iter().flat_map(|measured| &measured.languages);
    let mut found: Vec<_> = languages.filter(|(_, language)| language.characters > 0).collect();
    found.sort_by_key(|(_, language)| std::cmp::Reverse(language.characters));
    if found.is_empty() {
        return CHARACTERS_PER_TOKEN
            .iter()
            .map(|(language, ratio)| ((*language).to_owned(), *ratio))
            .collect();
    }
    found.into_iter().map(|(name, language)| (name.clone(), language.characters_per_token())).collect()
}

fn say(taken: &Taken, console: &Console) {
    taken.changes.iter().for_each(|change| console.summary(format!("  {change}")));
    console.summary("without a counterpart, and without need of one:");
    taken.dropped.iter().for_each(|dropped| console.summary(format!("  {dropped}")));
}
