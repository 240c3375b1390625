//! Finds and reads the policies that a policy is made of.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file::{File, MOST_BYTES};
use crate::known::Known;
use crate::layer::{self, Id, Layer};
use crate::mistake::{Mistake, Mistakes, Report};
use crate::models::Tokenizers;
use crate::paths::{absolute, normal, shown};
use crate::policy::{Parts, Policy};
use crate::render::{listed, name};
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
    base: Option<String>,
    known: Option<Arc<Known>>,
    /// A folder, and what messages call it.
    alias: Option<(PathBuf, String)>,
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
        Self { read: Box::new(read), tokenizers: Tokenizers::none(), base: None, known: None, alias: None }
    }

    /// The models of the policies look for their tokenizers here too.
    #[must_use]
    pub fn with_tokenizers(mut self, tokenizers: Tokenizers) -> Self {
        self.tokenizers = tokenizers;
        self
    }

    /// Lays a policy beneath every policy that is loaded: `kawara:NAME`, or the path of a file. It comes before all that a policy extends,
    /// and counts once if that names it too. What it locks, no policy can change; that is how a platform has its way with every
    /// corpus. Its `[[match]]` globs, and those of what it extends, are relative to the policy that is loaded, as those of built-in
    /// policies are.
    ///
    /// ```
    /// use std::io;
    /// use kawara_policy::Loader;
    ///
    /// let loader = Loader::reading(|path| match path.to_str() {
    ///     Some("platform.toml") => Ok("policy = 1\nlock = [\"budget.max-tokens\"]\nbudget.max-tokens = 256\n".into()),
    ///     Some("tenant.toml") => Ok("policy = 1\nbudget.max-tokens = 8000\n".into()),
    ///     _ => Err(io::ErrorKind::NotFound.into()),
    /// });
    /// assert!(loader.path("tenant.toml").is_ok());
    /// let mistakes = loader.with_base("platform.toml").path("tenant.toml").unwrap_err();
    /// assert_eq!(
    ///     mistakes.to_string(),
    ///     "\
    /// tenant.toml:2:21: `budget.max-tokens` is locked [policy::locked]
    ///   platform.toml:2:9: locked here
    ///   help: leave it out: `platform.toml` keeps `budget.max-tokens = 256`"
    /// );
    /// ```
    #[must_use]
    pub fn with_base(mut self, word: impl Into<String>) -> Self {
        self.base = Some(word.into());
        self
    }

    /// Holds every policy against what the program can do, so that a counter, a reader or an option that is not there is a mistake with a
    /// line.
    ///
    /// ```
    /// use kawara_policy::{Known, Loader};
    ///
    /// let loader = Loader::new().with_known(Known::default());
    /// let mistakes = loader.text("policy = 1\npacks.ja.dictionary = \"words\"\n", "kawara.toml", "").unwrap_err();
    /// assert_eq!(mistakes.iter().next().unwrap().code, "policy::unknown_pack");
    /// ```
    #[must_use]
    pub fn with_known(mut self, known: impl Into<Arc<Known>>) -> Self {
        self.known = Some(known.into());
        self
    }

    /// Calls a folder otherwise in messages and in [`Policy::sources`]: what was unpacked is known by what it was in. The folder is named
    /// from the root of the file system.
    ///
    /// ```
    /// use std::path::Path;
    /// use kawara_policy::Loader;
    ///
    /// let loader = Loader::reading(|_| Ok("policy = 1\nunit = 3\n".into())).with_alias("/tmp/a", "a.zip");
    /// let mistakes = loader.path("/tmp/a/kawara.toml").unwrap_err();
    /// assert!(mistakes.to_string().starts_with("a.zip/kawara.toml:2:1: "));
    /// ```
    #[must_use]
    pub fn with_alias(mut self, folder: impl Into<PathBuf>, name: impl Into<String>) -> Self {
        self.alias = Some((folder.into(), name.into()));
        self
    }

    /// The folders of tokenizers, as they were given.
    pub fn tokenizers(&self) -> &Tokenizers {
        &self.tokenizers
    }

    /// The policy that is laid beneath every other, if there is one.
    pub fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// A path as messages show it.
    fn shown(&self, path: &Path, otherwise: impl Fn(&Path) -> String) -> String {
        let alias = self.alias.as_ref().and_then(|(folder, name)| {
            let below = normal(path).strip_prefix(folder).ok()?.to_owned();
            Some(Path::new(name).join(below).display().to_string())
        });
        alias.unwrap_or_else(|| otherwise(path))
    }

    /// The policy called `word`: `kawara:NAME` is built in, anything else is a path.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn open(&self, word: &str) -> Result<Policy, Mistakes> {
        let Some(name) = word.strip_prefix(BUILTIN) else { return self.path(word) };
        let mut loading = Loading::new(self, None);
        loading.named(word, false);
        loading.finish(PathBuf::new(), &Id::Builtin(name.to_owned()))
    }

    /// The policy in a file.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends; or that it cannot be read.
    pub fn path(&self, path: impl AsRef<Path>) -> Result<Policy, Mistakes> {
        let path = path.as_ref();
        let dir = directory(path);
        let mut loading = Loading::new(self, Some(&dir));
        loading.file(path, false);
        loading.finish(dir, &Id::file(path))
    }

    /// The policy in a text: `name` stands for the file in messages, and `dir` is the directory that it lies in, or is taken to lie
    /// in.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn text(&self, text: &str, name: &str, dir: impl AsRef<Path>) -> Result<Policy, Mistakes> {
        let dir = dir.as_ref();
        let file = Path::new(name).file_name().unwrap_or_default();
        let mut loading = Loading::new(self, Some(dir));
        let id = Id::file(&dir.join(file));
        loading.visit(id.clone(), &Source::new(name, text).in_dir(dir), Some(dir), false);
        loading.finish(dir.to_owned(), &id)
    }
}

fn directory(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_owned()
}

/// A policy being put together.
struct Loading<'l> {
    loader: &'l Loader<'l>,
    report: Report,
    /// From the policy that is loaded to the one that is being read, with their names.
    chain: Vec<(Id, String)>,
    /// All policies that were read to the end: a policy reached twice counts once, where it was first.
    done: Vec<Layer>,
    /// The directory of the policy that is loaded.
    home: Option<PathBuf>,
}

impl<'l> Loading<'l> {
    /// Begins with the base policy. `dir` is where the policy lies that is loaded.
    fn new(loader: &'l Loader<'_>, dir: Option<&Path>) -> Self {
        let home = dir.map(absolute);
        let mut loading =
            Self { loader, report: Report::default(), chain: Vec::new(), done: Vec::new(), home };
        if let Some(base) = &loader.base {
            loading.named(base, true);
        }
        loading
    }

    fn finish(mut self, dir: PathBuf, own: &Id) -> Result<Policy, Mistakes> {
        let guards = layer::guards(&mut self.done, &mut self.report);
        let mut parts = Parts { dir, guards, ..Parts::default() };
        parts.tokenizers = self.loader.tokenizers.clone();
        parts.base = self.loader.base.clone();
        parts.known = self.loader.known.clone();
        parts.alias = self.loader.alias.clone();
        parts.own = self.done.iter().position(|layer| layer.id == *own);
        for layer in self.done {
            parts.settings.extend(layer.settings);
            parts.rules.extend(layer.rules);
            parts.said.extend(layer.said);
            parts.sources.push(layer.place);
        }
        Policy::checked(parts, self.report)
    }

    /// The policy that is called `word`, which stands in no policy.
    fn named(&mut self, word: &str, is_base: bool) {
        let Some(builtin) = word.strip_prefix(BUILTIN) else { return self.file(Path::new(word), is_base) };
        match builtin_text(builtin) {
            Some(text) => {
                self.visit(Id::Builtin(builtin.to_owned()), &Source::new(word, text), None, is_base)
            }
            None => {
                let place = Place::start(&Source::unread(word));
                self.report.reading(&place, is_base);
                self.report.add(unknown_builtin(builtin, place));
            }
        }
    }

    fn file(&mut self, path: &Path, is_base: bool) {
        let shown = self.loader.shown(path, |path| path.display().to_string());
        let dir = directory(path);
        match (self.loader.read)(path) {
            Ok(text) => {
                self.visit(Id::file(path), &Source::new(shown, text).in_dir(&dir), Some(&dir), is_base);
            }
            Err(error) => {
                let place = Place::start(&Source::unread(&shown));
                self.report.reading(&place, is_base);
                let help = "name a file, or a built-in such as `kawara:docs`";
                self.report.add(unreadable(&shown, place, &error, help));
            }
        }
    }

    /// Adds what a policy extends, then the policy itself. `dir` is where it lies; a built-in one lies nowhere.
    fn visit(&mut self, id: Id, source: &Arc<Source>, dir: Option<&Path>, is_base: bool) {
        if self.done.iter().any(|layer| layer.id == id) {
            return;
        }
        self.report.reading(&Place::start(source), is_base);
        self.chain.push((id.clone(), source.name().to_owned()));
        let elsewhere = dir.map(absolute).filter(|lies| !is_base && self.home.as_ref() != Some(lies));
        let file = File::read(source, elsewhere, &mut self.report);
        let mut extends = Vec::new();
        for (name, place) in file.extends {
            extends.push(self.extend(&name, place, dir, is_base));
        }
        self.chain.pop();
        let File { settings, rules, locks, said, .. } = file;
        let place = Place::start(source);
        self.done.push(Layer { id, place, extends, settings, rules, locks, said });
        if self.done.iter().map(|layer| layer.rules.len()).sum::<usize>() > MOST_RULES {
            let message = format!("more than {MOST_RULES} `[[match]]` entries");
            let help = "every document is held against each; use globs with alternatives: `{faq,help}/**`";
            self.report.add(Mistake::error("policy::too_large", Place::start(source), message).help(help));
        }
    }

    /// Adds a policy that one in the directory `dir` extends.
    fn extend(&mut self, word: &str, place: Place, dir: Option<&Path>, is_base: bool) -> Id {
        let builtin = word.strip_prefix(BUILTIN);
        let path = dir.unwrap_or(Path::new("")).join(word);
        let id = builtin.map_or_else(|| Id::file(&path), |name| Id::Builtin(name.to_owned()));
        if self.done.iter().any(|layer| layer.id == id) {
            return id;
        }
        let shown = if builtin.is_some() { word.to_owned() } else { self.loader.shown(&path, shown) };
        if let Some(start) = self.chain.iter().position(|(known, _)| *known == id) {
            self.circle(start, place);
            return id;
        }
        if self.chain.len() >= DEEPEST || self.chain.len() + self.done.len() >= MOST_FILES {
            let message = format!("more than {DEEPEST} policies deep, or {MOST_FILES} in all");
            self.report.add(Mistake::error("policy::too_large", place, message));
            return id;
        }
        match builtin {
            Some(name) => match builtin_text(name) {
                Some(text) => self.visit(id.clone(), &Source::new(shown, text), None, is_base),
                None => self.report.add(unknown_builtin(name, place)),
            },
            None => match (self.loader.read)(&path) {
                Ok(text) => {
                    let dir = directory(&path);
                    self.visit(id.clone(), &Source::new(shown, text).in_dir(&dir), Some(&dir), is_base);
                }
                Err(error) => {
                    let help = "names are relative to the policy that they stand in; built-in ones begin with `kawara:`";
                    self.report.add(unreadable(&shown, place, &error, help));
                }
            },
        }
        id
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

/// `naming` is the help where it may have been named wrongly.
fn unreadable(shown: &str, place: Place, error: &io::Error, naming: &str) -> Mistake {
    let (what, help) = match error.kind() {
        io::ErrorKind::NotFound => ("does not exist".to_owned(), naming),
        io::ErrorKind::IsADirectory => {
            ("is a directory".to_owned(), "name the file in it, such as its `kawara.toml`")
        }
        io::ErrorKind::PermissionDenied => (
            "may not be read".to_owned(),
            "its permissions, or those of a directory above it, keep this program out",
        ),
        io::ErrorKind::InvalidData => {
            (format!("cannot be read: {error}"), "a policy is TOML, so save it as UTF-8")
        }
        io::ErrorKind::InvalidInput => (format!("cannot be read: {error}"), naming),
        _ => (format!("cannot be read: {error}"), ""),
    };
    Mistake::error("policy::unreadable", place, format!("the policy {} {what}", name(shown))).help(help)
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
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    let mut bytes = Vec::new();
    // One byte more than is accepted, so that a file that is too large is refused rather than cut.
    fs::File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let read = bytes.len();
    String::from_utf8(bytes).or_else(|error| {
        let (good, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        // What was cut within a character is too large, and nothing else.
        if read > MOST_BYTES && error.utf8_error().error_len().is_none() {
            return Ok(String::from_utf8_lossy(bytes).into_owned());
        }
        let message = if bytes.starts_with(b"PK\x03\x04") {
            "it is a zip; a bundle is opened by `--policy` alone".to_owned()
        } else if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            "it is UTF-16".to_owned()
        } else {
            let line = bytes.iter().take(good).filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line} is not UTF-8")
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    })
}
