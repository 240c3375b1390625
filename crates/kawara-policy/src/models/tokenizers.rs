//! Where the tokenizer files of models lie. Nothing is ever downloaded.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::{CountedBy, Model};
use crate::paths::absolute;

/// The name of a tokenizer's file, everywhere.
const FILE: &str = "tokenizer.json";
/// The folder of tokenizers beside a policy.
const BESIDE: &str = "tokenizers";
/// The largest `refs/main` that is read: it holds the name of a revision.
const LONGEST_REF: u64 = 256;

/// Folders in which tokenizer files may lie, in the order in which they are looked in.
///
/// A folder holds a folder a model, `NAME/tokenizer.json`, where NAME is the model's name or the last part of its repository; or it
/// is the cache of the Hugging Face hub, `models--ORG--NAME/snapshots/REVISION/tokenizer.json`.
///
/// Policies look beside themselves first; see the `[budget]` keys `model` and `tokenizers`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokenizers {
    folders: Vec<PathBuf>,
}

impl Tokenizers {
    /// No folder at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// Looks in this folder too, after those before.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// The folders.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path)
    }

    /// The tokenizer file of a model, if one of the folders has it.
    pub fn find(&self, model: &Model) -> Option<PathBuf> {
        self.folders().find_map(|folder| below(folder, model))
    }

    /// The counter of a model: `tiktoken:cl100k_base`, or `hf:` with the path of its tokenizer file from the root of the file system.
    ///
    /// # Errors
    /// When it needs a tokenizer file that is in none of the folders.
    pub fn counter(&self, model: &'static Model) -> Result<String, Missing> {
        self.counter_beside(model, None)
    }

    /// As [`Tokenizers::counter`], and in `tokenizers/` of the directory of a policy first.
    pub(crate) fn counter_beside(
        &self,
        model: &'static Model,
        dir: Option<&Path>,
    ) -> Result<String, Missing> {
        if let CountedBy::Counter(counter) = model.counted_by() {
            return Ok(counter.clone());
        }
        let looked: Vec<_> =
            dir.map(|dir| dir.join(BESIDE)).into_iter().chain(self.folders.clone()).collect();
        let counter =
            looked.iter().find_map(|folder| below(folder, model)).and_then(|file| counter_of(&file));
        counter.ok_or(Missing { model, looked })
    }
}

/// The counter of a tokenizer file, or of a directory with one; `None` when there is none, or its path is not Unicode.
pub(crate) fn counter_of(path: &Path) -> Option<String> {
    let file = if path.is_file() { path.to_owned() } else { path.join(FILE) };
    // The path is made absolute by its text: in a hub cache the file is a link, and what lies beside it is beside the link.
    file.is_file().then(|| absolute(&file)).and_then(|file| Some(format!("hf:{}", file.to_str()?)))
}

/// The tokenizer file of a model in one folder.
fn below(folder: &Path, model: &Model) -> Option<PathBuf> {
    let plain = model.folder_names().map(|name| folder.join(name).join(FILE));
    plain.into_iter().find(|file| file.is_file()).or_else(|| in_hub_cache(folder, model.repo()?))
}

/// The file in a cache of the Hugging Face hub: of the revision that `main` is at, or else of the last in the order of names.
fn in_hub_cache(cache: &Path, repo: &str) -> Option<PathBuf> {
    let home = cache.join(format!("models--{}", repo.replace('/', "--")));
    let snapshots = home.join("snapshots");
    let file = |revision: &str| Some(snapshots.join(revision).join(FILE)).filter(|file| file.is_file());
    if let Some(found) = main_of(&home).as_deref().and_then(file) {
        return Some(found);
    }
    let mut revisions: Vec<_> = fs::read_dir(&snapshots)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    revisions.sort_unstable();
    revisions.iter().rev().find_map(|revision| file(revision))
}

/// The revision that `refs/main` names, if that is the name of a folder and nothing else.
fn main_of(home: &Path) -> Option<String> {
    let path = home.join("refs/main");
    if fs::metadata(&path).ok()?.len() > LONGEST_REF {
        return None;
    }
    let revision = fs::read_to_string(path).ok()?.trim().to_owned();
    let is_name =
        !revision.is_empty() && revision.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    is_name.then_some(revision)
}

/// A model whose tokenizer file is not at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    model: &'static Model,
    looked: Vec<PathBuf>,
}

impl Missing {
    /// The model.
    pub fn model(&self) -> &'static Model {
        self.model
    }

    /// The folders that were looked in.
    pub fn looked_in(&self) -> impl Iterator<Item = &Path> {
        self.looked.iter().map(PathBuf::as_path)
    }

    /// What is wrong, without what to do.
    pub(crate) fn what(&self) -> String {
        match self.model.counted_by() {
            CountedBy::Nothing => format!("the tokens of `{}` cannot be counted here", self.model.name()),
            _ => format!("the tokenizer file of `{}` is not at hand", self.model.name()),
        }
    }

    /// What to do.
    pub(crate) fn remedy(&self) -> String {
        let (name, repo) = (self.model.name(), self.model.repo().unwrap_or_default());
        if *self.model.counted_by() == CountedBy::Nothing {
            let note = self.model.note().unwrap_or_default();
            return format!(
                "{note} Take another model, or a `counter` that is near and a `reserve-tokens` for the difference"
            );
        }
        let shown = |path: &PathBuf| format!("`{}`", crate::render::printable(&path.display().to_string()));
        let looked = match self.looked.as_slice() {
            [] => "no folder was given to look in".to_owned(),
            folders => format!("looked in {}", folders.iter().map(shown).collect::<Vec<_>>().join(", ")),
        };
        format!(
            "get `{FILE}` from https://huggingface.co/{repo} and put it at `{name}/{FILE}` in a folder of tokenizers, such as one that `--tokenizers` names ({looked}), or \
             name it: `tokenizers = {{ \"{name}\" = \"path/to/{FILE}\" }}` in `[budget]`; nothing is downloaded"
        )
    }
}

/// What is wrong, and what to do.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what(), self.remedy())
    }
}

impl std::error::Error for Missing {}
