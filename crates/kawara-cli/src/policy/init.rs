//! `kawara policy init`

use std::path::{Path, PathBuf};

use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara::survey::langchain::{self, CHARACTERS_PER_TOKEN, Splitter, Taken};
use kawara::survey::{Survey, Wishes};

use super::print;
use crate::End;
use crate::args::InitArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::inputs::loader;
use crate::paths::encoding;
use crate::target::{Target, place};

pub(super) fn init(arguments: &InitArguments, console: &Console) -> Result<(), End> {
    let usage = |error: kawara::Error| End::Usage(format!("error: {error}"));
    let directory = &arguments.directory;
    if !directory.is_dir() {
        return Err(End::Usage(format!("error: {} is no directory", directory.display())));
    }
    let output = output(arguments)?;
    let mut options =
        RunOptions { encoding: encoding(&arguments.reading.encoding)?, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let mut survey = Survey::of(directory, &options).map_err(usage)?;
    let mut wishes = Wishes::default();
    wishes.model.clone_from(&arguments.model);
    let load = |text: &str| {
        let registry = registry(&arguments.reading.commands)?;
        let loader =
            loader(&arguments.reading.tokenizers, arguments.reading.base_policy.as_deref(), &registry);
        loader.text(text, "the policy", directory).map_err(|mistakes| super::refused(&mistakes))
    };
    let measure = |survey: &mut Survey, policy: Policy| {
        survey.measure(directory, registry(&arguments.reading.commands)?, policy, options).map_err(usage)
    };
    if !survey.files.is_empty() {
        let first = load(&survey.policy(&wishes))?;
        measure(&mut survey, first)?;
    }
    if let Some(splitter) = splitter(arguments)? {
        let taken = splitter.taken(&ratios(&survey));
        say(&taken, console);
        wishes.taken = Some(taken);
    }
    // What was measured may have chosen another policy to build on, or a splitter another size: the figures are to be of what is written.
    let text = survey.policy(&wishes);
    let policy = load(&text)?;
    let text = if survey.files.is_empty() {
        text
    } else {
        measure(&mut survey, policy)?;
        survey.policy(&wishes)
    };
    for failure in survey.measured.iter().flat_map(|measured| &measured.failures) {
        console.error(failure);
    }
    match &output {
        None => print(&text)?,
        Some(path) => {
            write(path, &text)?;
            console.summary(format!(
                "{}: written; `kawara policy check --corpus {}` measures again",
                path.display(),
                directory.display()
            ));
        }
    }
    Ok(())
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
            "error: {} is there already and is left alone; `--output -` prints a policy, `--output FILE` writes another file",
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
fn splitter(arguments: &InitArguments) -> Result<Option<Splitter>, End> {
    if arguments.from.is_none() {
        return Ok(None);
    }
    let usage = |message: String| End::Usage(format!("error: {message}"));
    if arguments.chunk_overlap >= arguments.chunk_size {
        return Err(usage(format!(
            "a chunk_overlap of {} leaves nothing new in a chunk_size of {}",
            arguments.chunk_overlap, arguments.chunk_size
        )));
    }
    let length = langchain::length(&arguments.length_function).map_err(usage)?;
    let splitter = Splitter::new(arguments.chunk_size, arguments.chunk_overlap, length);
    Ok(Some(match &arguments.separators {
        Some(text) => splitter.with_separators(langchain::separators(text).map_err(usage)?),
        None => splitter,
    }))
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
