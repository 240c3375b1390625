//! Which files a policy needs, for whoever takes it elsewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kawara::policy::{Policy, Tokenizers, models};
use kawara::{Options, Policy as _, Profile, Settings};

/// A file that a policy needs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum File {
    /// A policy: itself, or one that it extends.
    Policy(PathBuf),
    /// A tokenizer, and the model for which it was found in a folder of tokenizers, if it was.
    Tokenizer(PathBuf, Option<&'static str>),
    /// What an option of a pack names.
    Option(PathBuf),
}

impl File {
    /// As Python has it: what it is, where it lies, for which model.
    pub(crate) fn told(self) -> (&'static str, PathBuf, Option<&'static str>) {
        match self {
            Self::Policy(path) => ("policy", path, None),
            Self::Tokenizer(path, model) => ("tokenizer", path, model),
            Self::Option(path) => ("option", path, None),
        }
    }
}

/// The files of a policy. `is_text` says that the last of its sources is no file.
pub(crate) fn files(policy: &Policy, is_text: bool) -> kawara::Result<BTreeSet<File>> {
    let mut sources: Vec<_> = policy.sources().map(|(name, _)| name).collect();
    if is_text {
        sources.pop();
    }
    let sources = sources.into_iter().filter(|name| !name.starts_with("kawara:"));
    let mut files: BTreeSet<_> = sources.map(|name| File::Policy(name.into())).collect();
    let all = std::iter::once(policy.settings(&Profile::default()));
    for settings in all.chain(policy.rule_settings().map(|(_, settings)| settings)) {
        let settings = settings?;
        files.extend(tokenizers(&settings, policy.tokenizers()));
        files.extend(settings.packs.values().flat_map(named));
    }
    Ok(files)
}

fn tokenizers(settings: &Settings, folders: &Tokenizers) -> Vec<File> {
    let budget = &settings.budget;
    let counters = std::iter::once(&budget.counter).chain(&budget.also);
    let paths = counters.filter_map(|counter| Some((counter, counter.strip_prefix("hf:")?)));
    let file = |(counter, path): (&String, &str)| {
        let found = |name: &&String| {
            models::model(name).filter(|model| folders.counter(model).as_ref() == Ok(counter))
        };
        let model = budget.models.iter().find_map(|name| found(&name)).map(models::Model::name);
        let path = Path::new(path);
        let file = if path.is_dir() { path.join("tokenizer.json") } else { path.to_owned() };
        File::Tokenizer(file, model)
    };
    paths.map(file).collect()
}

/// Files that options name: a string that is no path names none.
fn named(options: &Options) -> Vec<File> {
    let paths = options.iter().filter_map(|(key, _)| options.path(key));
    paths.filter(|path| path.is_file()).map(File::Option).collect()
}
