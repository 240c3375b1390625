//! A loaded policy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kawara_core::{Error, ErrorKind, Profile, Settings};

use crate::check::{Ground, Shelf, settled};
use crate::explain::{self, Explained};
use crate::file::Said;
use crate::known::{self, Known};
use crate::load::{self, Loader};
use crate::lock::Guard;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Mistakes, Remarks, Report};
use crate::models::Tokenizers;
use crate::paths::{absolute, normal};
use crate::rule::{Rule, Subject};
use crate::source::Place;
use crate::{semantic, windows};

/// The name of the file that is looked for.
const FILE_NAME: &str = "kawara.toml";

/// A policy: which settings a document gets.
///
/// Values are laid over each other in this order: the engine's defaults; what the policy extends, in the order named; the policy
/// itself; `[[match]]` entries whose conditions hold, those of extended policies first; and what [`Policy::set`] sets.
///
/// ```
/// use kawara_core::{Carry, Document, Policy as _, Profile};
/// use kawara_policy::Policy;
///
/// let text = r#"
/// policy  = 1
/// extends = "kawara:docs"
///
/// [units]
/// overlap = { default = 1, ja = 2 }
///
/// [[match]]
/// glob  = "faq/**"
/// units = { kind = "record", overlap = 0 }
/// "#;
/// let policy = Policy::from_str(text, "kawara.toml", "")?;
///
/// let faq = Document::new("1", "").with_path("faq/refunds.md");
/// assert_eq!(policy.settings(&Profile::of(&faq)).unwrap().units.overlap.default, Carry::Units(0));
///
/// let guide = Document::new("2", "").with_path("guide/refunds.md");
/// assert_eq!(policy.settings(&Profile::of(&guide)).unwrap().units.overlap.by_language["ja"], Carry::Units(2));
/// # Ok::<(), kawara_policy::Mistakes>(())
/// ```
#[derive(Debug)]
pub struct Policy {
    parts: Parts,
    /// The directory from the root of the file system, where that is known.
    home: PathBuf,
    /// What is to be said about what is written, which holds whatever is set over it.
    written: Remarks,
    remarks: Remarks,
    /// Settings by the rules that hold, so that equal settings are one `Arc`.
    made: Mutex<BTreeMap<Vec<usize>, kawara_core::Result<Arc<Settings>>>>,
}

/// What a policy is made of.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) dir: PathBuf,
    pub(crate) settings: Vec<Assignment>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) set: Vec<Assignment>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) said: Vec<Said>,
    pub(crate) tokenizers: Tokenizers,
    /// The policy that was laid beneath it.
    pub(crate) base: Option<String>,
    /// A folder, and what messages call it.
    pub(crate) alias: Option<(PathBuf, String)>,
    /// What the program can do, where it said so.
    pub(crate) known: Option<Arc<Known>>,
    /// The beginning of each policy that it is made of, in the order in which they are laid.
    pub(crate) sources: Vec<Place>,
    /// Which of them was asked for: what it extends stands before it, and a base policy that extends it behind.
    pub(crate) own: Option<usize>,
}

/// The engine's defaults for every document.
impl Default for Policy {
    fn default() -> Self {
        let home = absolute(Path::new(""));
        let (written, remarks) = Default::default();
        Self { parts: Parts::default(), home, written, remarks, made: Mutex::default() }
    }
}

impl Policy {
    /// The policy called `word`: `kawara:NAME` is built in, anything else is the path of a file.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn open(word: &str) -> Result<Self, Mistakes> {
        Loader::new().open(word)
    }

    /// The policy in a file.
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends; or that it cannot be read.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, Mistakes> {
        Loader::new().path(path)
    }

    /// The policy in a text: `name` stands for the file in messages, and `dir` is the directory that it lies in, or is taken to lie
    /// in.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// let mistakes = Policy::from_str("policy = 1\n[units]\nkind = \"sentense\"\n", "kawara.toml", "").unwrap_err();
    /// assert_eq!(
    ///     mistakes.to_string(),
    ///     "\
    /// kawara.toml:3:8: `units.kind` cannot be `sentense` [policy::unknown_word]
    ///   did you mean `sentence`?
    ///   help: it takes `sentence`, `clause`, `record` or `paragraph`"
    /// );
    /// ```
    ///
    /// # Errors
    /// All mistakes of the policy and of those that it extends.
    pub fn from_str(text: &str, name: &str, dir: impl AsRef<Path>) -> Result<Self, Mistakes> {
        Loader::new().text(text, name, dir)
    }

    /// A policy that comes with kawara, by its name with or without `kawara:`.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// assert!(Policy::builtin("docs").is_some());
    /// assert!(Policy::builtin("kawara:cjk-anaphora").is_some());
    /// assert!(Policy::builtin("no-such").is_none());
    /// ```
    pub fn builtin(name: &str) -> Option<Self> {
        let name = name.strip_prefix("kawara:").unwrap_or(name);
        load::builtin_text(name)?;
        Loader::new().open(&format!("kawara:{name}")).ok()
    }

    /// The names of the policies that come with kawara, without `kawara:`.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        kawara_policies::ALL.iter().map(|(name, _)| *name)
    }

    /// The nearest `kawara.toml`: in `start`, or in the nearest directory above it that has one.
    pub fn discover(start: impl AsRef<Path>) -> Option<PathBuf> {
        let start = absolute(start.as_ref());
        start.ancestors().map(|dir| dir.join(FILE_NAME)).find(|path| path.is_file())
    }

    /// The same policy with values that win over everything, `[[match]]` entries included: `key=value`, with a dotted key and a
    /// value as TOML writes it. A value that is no TOML stands for itself as a string. Mistakes name `--set` as the file.
    ///
    /// ```
    /// use kawara_core::{Document, Policy as _, Profile};
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::open("kawara:docs")?.set(["budget.counter=tiktoken:o200k_base", "budget.max-tokens=256"])?;
    /// let settings = policy.settings(&Profile::of(&Document::new("1", ""))).unwrap();
    /// assert_eq!((settings.budget.counter.as_str(), settings.budget.max_tokens), ("tiktoken:o200k_base", 256));
    ///
    /// assert!(Policy::default().set(["budget.max-token=256"]).is_err());
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    ///
    /// # Errors
    /// All mistakes in the values, and what they contradict.
    pub fn set<S: AsRef<str>>(self, values: impl IntoIterator<Item = S>) -> Result<Self, Mistakes> {
        self.set_by(values.into_iter().map(|value| ("--set", value)))
    }

    /// As [`Policy::set`], for values that come from elsewhere than a command line: each with what mistakes call that.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// let mistakes = Policy::default().set_by([("settings", "budget.max-token=256")]).unwrap_err().to_string();
    /// assert!(mistakes.starts_with("settings:1:8: unknown key `max-token` in [budget]"), "{mistakes}");
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    ///
    /// # Errors
    /// As [`Policy::set`].
    pub fn set_by<S: AsRef<str>>(
        self,
        values: impl IntoIterator<Item = (&'static str, S)>,
    ) -> Result<Self, Mistakes> {
        let Self { mut parts, written, .. } = self;
        let mut report = Report::with(written);
        for (name, value) in values {
            parts.set.extend(crate::set::read(name, value.as_ref(), &mut report));
        }
        parts.guards.iter().for_each(|guard| guard.check(&parts.set, |_| false, &mut report));
        Self::checked(parts, report)
    }

    /// The directory that globs are relative to, as it was given; empty for the current one, and for built-in policies. Paths of
    /// documents are best given relative to it, with forward slashes.
    pub fn dir(&self) -> &Path {
        &self.parts.dir
    }

    /// Where the models of this policy look for their tokenizers, besides beside it: what [`Loader::with_tokenizers`] was given.
    pub fn tokenizers(&self) -> &Tokenizers {
        &self.parts.tokenizers
    }

    /// The policy that was laid beneath this one: what [`Loader::with_base`] was given.
    pub fn base(&self) -> Option<&str> {
        self.parts.base.as_deref()
    }

    /// The policies that it was read from, each with its text, in the order in which they are laid: what it extends, then itself.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::from_str("policy = 1\nextends = \"kawara:docs\"\n", "kawara.toml", "")?;
    /// let names: Vec<&str> = policy.sources().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["kawara:docs", "kawara.toml"]);
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.sources.iter().map(|source| (source.file(), source.text()))
    }

    /// The folder that is called otherwise, and how: what [`Loader::with_alias`] was given.
    pub fn alias(&self) -> Option<(&Path, &str)> {
        self.parts.alias.as_ref().map(|(folder, name)| (folder.as_path(), name.as_str()))
    }

    /// The files that it was read from, each with its text, in the order in which they are laid; what comes with kawara is none. A policy
    /// that was given as a text is at its name in the directory that it is taken to lie in.
    ///
    /// ```
    /// use std::path::Path;
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::from_str("policy = 1\nextends = \"kawara:docs\"\n", "kawara.toml", "corpus")?;
    /// let files: Vec<_> = policy.files().map(|(path, _)| path).collect();
    /// assert_eq!(files, [Path::new("corpus/kawara.toml")]);
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &str)> {
        self.parts.sources.iter().filter_map(|source| Some((source.path()?, source.text())))
    }

    /// What opens it again: `kawara:NAME`, or the path of its file, as in [`Policy::files`]. The engine's defaults have no name.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// assert_eq!(Policy::open("kawara:docs")?.word(), Some("kawara:docs".into()));
    /// assert_eq!(Policy::default().word(), None);
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn word(&self) -> Option<PathBuf> {
        let own = self.parts.sources.get(self.parts.own?)?;
        Some(own.path().unwrap_or_else(|| own.file().into()))
    }

    /// What [`Policy::set`] has set: keys and values as a policy writes them.
    pub fn changes(&self) -> impl Iterator<Item = (String, String)> {
        self.parts.set.iter().map(|assignment| (assignment.change.key(), assignment.change.value()))
    }

    /// What is probably not as meant, though it works.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::default().set(["budget.counter=chars", "units.overlap.percent=20"])?;
    /// assert_eq!(policy.warnings()[0].code, "policy::characters");
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn warnings(&self) -> &[Mistake] {
        &self.remarks.warnings
    }

    /// What there is to know about it, though it is as meant: reasons to think twice, with figures. A note never fails a check.
    ///
    /// ```
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::default().set(["budget.max-tokens=1000"])?;
    /// assert_eq!(policy.notes()[0].code, "policy::large_chunks");
    /// assert!(policy.warnings().is_empty());
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn notes(&self) -> &[Mistake] {
        &self.remarks.notes
    }

    /// The `[[match]]` entries that hold for a document, in the order in which they are laid.
    ///
    /// ```
    /// use kawara_core::{Document, Profile};
    /// use kawara_policy::Policy;
    ///
    /// let text = "policy = 1\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\n";
    /// let policy = Policy::from_str(text, "kawara.toml", "")?;
    /// let document = Document::new("1", "").with_path("faq/refunds.md");
    /// let lines: Vec<_> = policy.matches(&Profile::of(&document)).iter().map(|place| place.line()).collect();
    /// assert_eq!(lines, [2]);
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn matches(&self, about: &Profile<'_>) -> Vec<&Place> {
        let hits = self.known_hits(about);
        hits.into_iter().filter_map(|hit| self.parts.rules.get(hit)).map(|rule| &rule.place).collect()
    }

    /// Every `[[match]]` entry, in the order in which they are laid.
    pub fn all_matches(&self) -> impl Iterator<Item = &Place> {
        self.parts.rules.iter().map(|rule| &rule.place)
    }

    /// Holds the policy against what a program can do: readers, counters, packs and options that it names and that are not there. A policy
    /// that was loaded by [`Loader::with_known`] was held against that already.
    ///
    /// # Errors
    /// All that is not there.
    pub fn check_against(&self, known: &Known) -> Result<Vec<Mistake>, Mistakes> {
        let mut report = Report::default();
        let Parts { settings, set, rules, .. } = &self.parts;
        known::check(known, settings.iter().chain(set), rules, &mut report);
        report.finish().map(|Remarks { warnings, notes }| warnings.into_iter().chain(notes).collect())
    }

    /// What the program can do that loaded it: what [`Loader::with_known`] was given.
    pub fn known(&self) -> Option<&Arc<Known>> {
        self.parts.known.as_ref()
    }

    /// The settings of each `[[match]]` entry alone, laid over the others, with the place where it begins: to be checked before any
    /// document meets them.
    pub fn rule_settings(&self) -> impl Iterator<Item = (&Place, kawara_core::Result<Arc<Settings>>)> {
        let rules = self.parts.rules.iter().enumerate();
        rules.map(|(number, rule)| (&rule.place, self.settings_of(vec![number])))
    }

    /// Every setting that a document gets, where it comes from, and what it overrode.
    ///
    /// ```
    /// use kawara_core::{Document, Profile};
    /// use kawara_policy::Policy;
    ///
    /// let policy = Policy::from_str("policy = 1\nextends = \"kawara:docs\"\nunits.overlap = 2\n", "kawara.toml", "")?;
    /// let explained = policy.explain(&Profile::of(&Document::new("1", "")));
    /// let overlap = explained.iter().find(|setting| setting.key == "units.overlap").unwrap();
    /// assert_eq!(overlap.value.as_deref(), Some("2"));
    /// assert_eq!(overlap.place.as_ref().unwrap().line(), 3);
    /// assert_eq!(overlap.over[0].value, "1");
    /// assert_eq!(overlap.over[0].place.file(), "kawara:docs");
    /// # Ok::<(), kawara_policy::Mistakes>(())
    /// ```
    pub fn explain(&self, about: &Profile<'_>) -> Vec<Explained> {
        let hits = self.known_hits(about);
        let merged = settled(self.layers(&hits), self.shelf(), &mut Report::default());
        explain::explain(merged, &self.parts.guards, &self.parts.said)
    }
}

impl kawara_core::Policy for Policy {
    fn settings(&self, about: &Profile<'_>) -> kawara_core::Result<Arc<Settings>> {
        self.settings_of(self.hits(about)?)
    }
}

impl Policy {
    /// Checks what was read, and keeps it if there is no error.
    pub(crate) fn checked(parts: Parts, mut report: Report) -> Result<Self, Mistakes> {
        let written = report.remarks();
        let Parts { dir, settings, rules, set, tokenizers, .. } = &parts;
        let all = settings.iter().chain(set).filter(|assignment| assignment.change.is_checked());
        let shelf = (tokenizers, dir.as_path());
        settled(all, shelf, &mut report);
        let ground = Ground::of(settings, shelf);
        for rule in rules.iter().filter(|rule| rule.settings.iter().any(|it| it.change.is_checked())) {
            ground.check(rule, set, &mut report);
        }
        let rules_alone = rules.iter().map(|rule| &rule.settings[..]);
        let groups = std::iter::once(&settings[..]).chain(rules_alone).chain([&set[..]]);
        windows::warn_of_idle(groups.clone(), &mut report);
        semantic::check(groups.flatten(), rules, &mut report);
        if let Some(known) = &parts.known {
            known::check(known, settings.iter().chain(set), rules, &mut report);
        }
        let (home, remarks) = (absolute(dir), report.finish()?);
        Ok(Self { parts, home, written, remarks, made: Mutex::default() })
    }

    /// The settings where these rules hold.
    fn settings_of(&self, hits: Vec<usize>) -> kawara_core::Result<Arc<Settings>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.get(&hits) {
            return known.clone();
        }
        let mut report = Report::default();
        // Each rule was checked by itself when the policy was loaded; together they can still contradict each other.
        let merged = settled(self.layers(&hits), self.shelf(), &mut report);
        let settings = report.finish().map(|_| Arc::new(merged.draft.settings)).map_err(Error::from);
        made.entry(hits).or_insert(settings).clone()
    }

    fn shelf(&self) -> Shelf<'_> {
        (&self.parts.tokenizers, &self.parts.dir)
    }

    /// The rules that hold, by number. Metadata is read once, and only where a rule asks for it.
    fn hits(&self, about: &Profile<'_>) -> kawara_core::Result<Vec<usize>> {
        let asking =
            about.meta.and_then(|meta| Some((meta, self.parts.rules.iter().find(|rule| rule.asks_meta())?)));
        let Some((meta, rule)) = asking else { return Ok(self.hits_of(about, None)) };
        let meta: serde_json::Value = serde_json::from_str(meta).map_err(|error| {
            let message = format!("the metadata is not JSON ({error}), and {} asks what it says", rule.place);
            Error::new(ErrorKind::Settings, message)
        })?;
        Ok(self.hits_of(about, Some(&meta)))
    }

    /// The same; where the metadata cannot be read, no condition on it holds.
    fn known_hits(&self, about: &Profile<'_>) -> Vec<usize> {
        self.hits(about).unwrap_or_else(|_| self.hits_of(about, None))
    }

    fn hits_of(&self, about: &Profile<'_>, meta: Option<&serde_json::Value>) -> Vec<usize> {
        let subject = self.subject(about, meta);
        let numbered = self.parts.rules.iter().enumerate();
        numbered.filter(|(_, rule)| rule.holds(&subject)).map(|(number, _)| number).collect()
    }

    fn subject<'a>(&self, about: &Profile<'a>, meta: Option<&'a serde_json::Value>) -> Subject<'a> {
        let given = about.path.map(|path| normal(Path::new(path)));
        let absolute = given.as_ref().map(|path| normal(&self.home.join(path)));
        // A path that is not below the policy's directory is matched as it is: hosts name documents as they like.
        let below = absolute.as_ref().and_then(|path| path.strip_prefix(&self.home).ok().map(Path::to_owned));
        Subject {
            path: below.or(given),
            absolute,
            reader: about.reader,
            content_type: about.content_type,
            language: about.found.map(|found| found.language.as_str()).or(about.language),
            fields: about.found.map(|found| &found.fields),
            meta,
        }
    }

    /// All assignments that hold, in the order in which they are laid.
    fn layers<'p>(&'p self, hits: &'p [usize]) -> impl Iterator<Item = &'p Assignment> {
        let rules = hits.iter().filter_map(|hit| self.parts.rules.get(*hit)).flat_map(|rule| &rule.settings);
        self.parts.settings.iter().chain(rules).chain(&self.parts.set)
    }
}
