//! Finds and reads the policies that a policy is made of.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file::{File, MOST_BYTES};
use crate::merge::Assignment;
use crate::mistake::{Mistake, Mistakes, Report};
use crate::models::Tokenizers;
use crate::paths::absolute;
use crate::policy::Policy;
use crate::render::{listed, name};
use crate::rule::Rule;
use crate::source::{Place, Source};
use crate::suggest::nearest;

/// What the names of built-in policies begin with.
const BUILTIN: &str = "kawara:";
/// The most policies in one chain of `extends`; directory links can make a chain without a circle endless.
const DEEPEST: usize = 32;
/// The most policies that one is made of.
const MOST_FILES: usize = 64;
/// The most `[[match]]` entries: every document is held against each.
const MOST_RULES: usize = 1000;

/// How files are read.
type ReadFile<'r> = dyn Fn(&Path) -> io::Result<String> + 'r;

/// Loads policies: from files, or from wherever the host keeps them.
///
/// ```
/// use std::io;
/// use kawara_policy::Loader;
///
/// let loader = Loader::reading(|path| match path.to_str() {
///     Some("tenant/kawara.toml") => Ok("policy = 1\nextends = \"../base.toml\"\n".into()),
///     Some("tenant/../base.toml") => Ok("policy = 1\nbudget.max-tokens = 300\n".into()),
///     _ => Err(io::ErrorKind::NotFound.into()),
/// });
/// let policy = loader.path("tenant/kawara.toml")?;
/// assert_eq!(policy.dir(), "tenant");
/// # Ok::<(), kawara_policy::Mistakes>(())
/// ```
pub struct Loader<'r> {
    read: Box<ReadFile<'r>>,
    tokenizers: Tokenizers,
}

impl Default for Loader<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loader").finish_non_exhaustive()
    }
}

impl<'r> Loader<'r> {
    /// Reads from the file system.
    pub fn new() -> Self {
        Self::reading(read_file)
    }

    /// Reads through a function, which is asked for the path of each policy: the path given, or the directory of the policy that
    /// extends joined with what it names.
    pub fn reading(read: impl Fn(&Path) -> io::Result<String> + 'r) -> Self {
        Self { read: Box::new(read), tokenizers: Tokenizers::none() }
    }

    /// The models of the policies look for their tokenizers here too.
    #[must_use]
    pub fn with_tokenizers(mut self, tokenizers: Tokenizers) -> Self {
        self.tokenizers = tokenizers;
        self
    }

    /// The policy called `word`: `kawara:NAME` is built in, anything else is a path.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn open(&self, word: &str) -> Result<Policy, Mistakes> {
        let Some(builtin) = word.strip_prefix(BUILTIN) else { return self.path(word) };
        let mut loading = Loading::new(self);
        match builtin_text(builtin) {
            Some(text) => loading.visit(Id::Builtin(builtin.to_owned()), &Source::new(word, text), None),
            None => {
                let mistake = unknown_builtin(builtin, Place::start(&Source::unread(word)));
                loading.report.add(mistake);
            }
        }
        loading.finish(PathBuf::new())
    }

    /// The policy in a file.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends; or that it cannot be read.
    pub fn path(&self, path: impl AsRef<Path>) -> Result<Policy, Mistakes> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        let mut loading = Loading::new(self);
        let dir = path.parent().unwrap_or(Path::new("")).to_owned();
        match (self.read)(path) {
            Ok(text) => loading.visit(Id::file(path), &Source::new(shown, text).in_dir(&dir), Some(&dir)),
            Err(error) => {
                let place = Place::start(&Source::unread(&shown));
                loading.report.add(
                    unreadable(&shown, place, &error)
                        .help("name a file, or a built-in such as `kawara:docs`"),
                );
            }
        }
        loading.finish(dir)
    }

    /// The policy in a text: `name` stands for the file in messages, and `dir` is the directory that it lies in, or is taken to lie
    /// in.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn text(&self, text: &str, name: &str, dir: impl AsRef<Path>) -> Result<Policy, Mistakes> {
        let dir = dir.as_ref();
        let file = Path::new(name).file_name().unwrap_or_default();
        let mut loading = Loading::new(self);
        loading.visit(Id::file(&dir.join(file)), &Source::new(name, text).in_dir(dir), Some(dir));
        loading.finish(dir.to_owned())
    }
}

/// What tells policies apart.
#[derive(Clone, PartialEq, Eq)]
enum Id {
    Builtin(String),
    File(PathBuf),
}

impl Id {
    fn file(path: &Path) -> Self {
        Self::File(absolute(path))
    }
}

/// A policy being put together.
struct Loading<'l> {
    loader: &'l Loader<'l>,
    report: Report,
    /// From the policy that is loaded to the one that is being read, with their names.
    chain: Vec<(Id, String)>,
    /// All policies that were read to the end: a policy reached twice counts once, where it was first.
    done: Vec<Id>,
    settings: Vec<Assignment>,
    rules: Vec<Rule>,
    /// What was read, in the order in which it is laid.
    sources: Vec<Place>,
    /// The directory of the policy that is loaded.
    home: Option<PathBuf>,
}

impl<'l> Loading<'l> {
    fn new(loader: &'l Loader<'_>) -> Self {
        Self {
            loader,
            report: Report::default(),
            chain: Vec::new(),
            done: Vec::new(),
            settings: Vec::new(),
            rules: Vec::new(),
            sources: Vec::new(),
            home: None,
        }
    }

    fn finish(self, dir: PathBuf) -> Result<Policy, Mistakes> {
        let tokenizers = self.loader.tokenizers.clone();
        Policy::checked(dir, self.settings, self.rules, Vec::new(), tokenizers, self.report)
            .map(|policy| policy.read_from(self.sources))
    }

    /// Adds what a policy extends, then the policy itself. `dir` is where it lies; a built-in one lies nowhere.
    fn visit(&mut self, id: Id, source: &Arc<Source>, dir: Option<&Path>) {
        let lies = dir.map(absolute);
        if self.chain.is_empty() {
            self.home = lies.clone();
        }
        self.chain.push((id.clone(), source.name().to_owned()));
        let elsewhere = lies.filter(|lies| self.home.as_ref() != Some(lies));
        let file = File::read(source, elsewhere, &mut self.report);
        for (name, place) in file.extends {
            self.extend(&name, place, dir);
        }
        self.chain.pop();
        self.done.push(id);
        self.sources.push(Place::start(source));
        self.settings.extend(file.settings);
        self.rules.extend(file.rules);
        if self.rules.len() > MOST_RULES {
            let message = format!("more than {MOST_RULES} `[[match]]` entries");
            let help = "every document is held against each; use globs with alternatives: `{faq,help}/**`";
            self.report.add(Mistake::error("policy::too_large", Place::start(source), message).help(help));
        }
    }

    fn extend(&mut self, word: &str, place: Place, dir: Option<&Path>) {
        let builtin = word.strip_prefix(BUILTIN);
        let path = dir.unwrap_or(Path::new("")).join(word);
        let id = builtin.map_or_else(|| Id::file(&path), |name| Id::Builtin(name.to_owned()));
        if self.done.contains(&id) {
            return;
        }
        let shown = if builtin.is_some() { word.to_owned() } else { path.display().to_string() };
        if let Some(start) = self.chain.iter().position(|(known, _)| *known == id) {
            return self.circle(start, place);
        }
        if self.chain.len() >= DEEPEST || self.chain.len() + self.done.len() >= MOST_FILES {
            let message = format!("more than {DEEPEST} policies deep, or {MOST_FILES} in all");
            return self.report.add(Mistake::error("policy::too_large", place, message));
        }
        match builtin {
            Some(name) => match builtin_text(name) {
                Some(text) => self.visit(id, &Source::new(shown, text), None),
                None => self.report.add(unknown_builtin(name, place)),
            },
            None => match (self.loader.read)(&path) {
                Ok(text) => {
                    let dir = path.parent().unwrap_or(Path::new(""));
                    self.visit(id, &Source::new(shown, text).in_dir(dir), Some(dir));
                }
                Err(error) => {
                    let help = "names are relative to the policy that they stand in; built-in ones begin with `kawara:`";
                    self.report.add(unreadable(&shown, place, &error).help(help));
                }
            },
        }
    }

    fn circle(&mut self, start: usize, place: Place) {
        let mut names: Vec<_> = self.chain.iter().skip(start).map(|(_, name)| name.as_str()).collect();
        names.extend(names.first().copied());
        let message = match names.len() {
            2 => "a policy cannot extend itself".to_owned(),
            _ => format!(
                "policies extend each other in a circle: {}",
                crate::render::printable(&names.join(" -> "))
            ),
        };
        self.report.add(Mistake::error("policy::circle", place, message).help("leave this `extends` out"));
    }
}

fn unreadable(shown: &str, place: Place, error: &io::Error) -> Mistake {
    let what = match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    Mistake::error("policy::unreadable", place, format!("the policy {} {what}", name(shown)))
}

fn unknown_builtin(wanted: &str, place: Place) -> Mistake {
    let names = || kawara_policies::ALL.iter().map(|(name, _)| *name);
    let mistake = Mistake::error(
        "policy::unknown_policy",
        place,
        format!("no built-in policy is called {}", name(wanted)),
    );
    let mistake = match nearest(wanted, names()) {
        Some(known) => mistake.label(format!("did you mean `{BUILTIN}{known}`?")),
        None => mistake,
    };
    mistake.help(format!("there are {}", listed(names(), "and")))
}

pub(crate) fn builtin_text(name: &str) -> Option<&'static str> {
    kawara_policies::get(name)
}

/// A whole file, if it is one and not too large: a policy from a stranger may name a pipe or a device.
fn read_file(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    let mut bytes = Vec::new();
    // One byte more than is accepted, so that a file that is too large is refused rather than cut.
    fs::File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("it is not UTF-8 at byte {}", error.utf8_error().valid_up_to());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}
