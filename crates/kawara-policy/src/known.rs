//! What a program can do, and what of a policy asks for something else.

use std::collections::BTreeMap;

use kawara_core::{OptionSpec, Value};

use crate::change::Change;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::models::counter_of;
use crate::render::{listed, name};
use crate::required;
use crate::rule::{Rule, is_type};
use crate::source::Place;
use crate::suggest::nearest;

/// What a program can do, as plain data: a policy crate knows no packs, so the program tells it.
///
/// ```
/// use kawara_policy::{Known, KnownReader, Policy};
///
/// let mut known = Known::default();
/// known.readers.push(KnownReader::new("markdown").with_media_types(["text/markdown"]));
/// let policy = Policy::from_str("policy = 1\nread.content-type = \"markdwon\"\n", "kawara.toml", "")?;
/// let mistakes = policy.check_against(&known).unwrap_err();
/// assert_eq!(
///     mistakes.to_string(),
///     "\
/// kawara.toml:2:21: no reader is called `markdwon` [policy::unknown_reader]
///   did you mean `markdown`?
///   help: `kawara packs` lists the readers, and their media types"
/// );
/// # Ok::<(), kawara_policy::Mistakes>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The languages that a pack is loaded for, as primary subtags.
    pub languages: Vec<String>,
    /// What reads documents.
    pub readers: Vec<KnownReader>,
    /// What takes options under its own name.
    pub packs: Vec<KnownPack>,
    /// What counts tokens.
    pub counters: Vec<KnownCounter>,
    /// What makes vectors, by the names that whoever runs the program gave.
    pub embedders: Vec<String>,
}

/// A reader.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct KnownReader {
    /// Its id, such as `markdown`.
    pub id: String,
    /// Media types that it reads, and those that it may find out a document to be.
    pub media_types: Vec<String>,
    /// The options that it takes.
    pub options: Vec<OptionSpec>,
}

/// A pack.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct KnownPack {
    /// Its name.
    pub name: String,
    /// The options that anything in it takes.
    pub options: Vec<OptionSpec>,
    /// Its version, where that is known.
    pub version: Option<String>,
    /// The SHA-256 of the library that it was loaded from; `None` where it is linked.
    pub sha256: Option<String>,
}

/// A counter, or a family of counters under one scheme.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct KnownCounter {
    /// What stands before the colon.
    pub scheme: String,
    /// What may stand behind it; `None` where that is not known beforehand.
    pub names: Option<Vec<String>>,
    /// Whether a tokenizer file stands behind it.
    pub is_file: bool,
}

impl KnownReader {
    /// A reader without media types and options.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// The same with these media types.
    #[must_use]
    pub fn with_media_types(mut self, types: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.media_types = types.into_iter().map(Into::into).collect();
        self
    }

    /// The same with these options.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = OptionSpec>) -> Self {
        self.options = options.into_iter().collect();
        self
    }

    fn is(&self, wanted: &str) -> bool {
        let wanted = wanted.split(';').next().unwrap_or(wanted).trim();
        self.id == wanted || self.media_types.iter().any(|known| known.eq_ignore_ascii_case(wanted))
    }
}

impl KnownPack {
    /// A pack with options.
    pub fn new(name: impl Into<String>, options: impl IntoIterator<Item = OptionSpec>) -> Self {
        Self { name: name.into(), options: options.into_iter().collect(), ..Self::default() }
    }

    /// The same in this version.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// The same, loaded from a library with this SHA-256.
    #[must_use]
    pub fn with_sha256(mut self, sha256: impl Into<String>) -> Self {
        self.sha256 = Some(sha256.into());
        self
    }
}

impl KnownCounter {
    /// Counters under a scheme, or the scheme alone.
    pub fn new(scheme: impl Into<String>) -> Self {
        Self { scheme: scheme.into(), ..Self::default() }
    }

    /// The same where only these names may stand behind the colon.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.names = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// The names as a policy writes them.
    fn full_names(&self) -> Vec<String> {
        match &self.names {
            None => vec![self.scheme.clone()],
            Some(names) => names.iter().map(|name| format!("{}:{name}", self.scheme)).collect(),
        }
    }
}

/// Reports what settings and rules ask for that is not there.
pub(crate) fn check<'a>(
    known: &Known,
    settings: impl IntoIterator<Item = &'a Assignment>,
    rules: &'a [Rule],
    report: &mut Report,
) {
    let in_rules = rules.iter().flat_map(|rule| &rule.settings);
    // What a policy requires, one that extends it may require otherwise: only what holds in the end has to be there.
    let mut required = BTreeMap::new();
    for assignment in settings.into_iter().chain(in_rules) {
        if let Change::RequiredPack(pack, wanted) = &assignment.change {
            required.insert(pack, (assignment, pack, wanted));
        }
        known.assignment(assignment, report);
    }
    for rule in rules {
        known.conditions(rule, report);
    }
    for (assignment, pack, wanted) in required.into_values() {
        required::check(&known.packs, pack, wanted, assignment, report);
    }
}

impl Known {
    fn assignment(&self, assignment: &Assignment, report: &mut Report) {
        let place = &assignment.place;
        match &assignment.change {
            Change::ContentType(wanted) if !self.readers.iter().any(|reader| reader.is(wanted)) => {
                let names = self
                    .readers
                    .iter()
                    .flat_map(|reader| std::iter::once(&reader.id).chain(&reader.media_types));
                report.add(
                    Mistake::error(
                        "policy::unknown_reader",
                        place.clone(),
                        format!("no reader is called {}", name(wanted)),
                    )
                    .suggesting(nearest(wanted, names.map(String::as_str)))
                    .help("`kawara packs` lists the readers, and their media types"),
                );
            }
            Change::ReadOption(key, value) => {
                let specs = self.readers.iter().flat_map(|reader| &reader.options);
                option("a reader", key, value, specs, assignment, report);
            }
            Change::PackOption(pack, key, value) => {
                match self.packs.iter().find(|known| known.name == *pack) {
                    // The user's configuration has a table of the same name.
                    Some(known)
                        if matches!(key.as_str(), "path" | "sha256")
                            && !known.options.iter().any(|spec| spec.name() == key) =>
                    {
                        let message = "a policy cannot say where a pack lies";
                        report.add(
                            Mistake::error("policy::unknown_option", assignment.key_place(), message)
                                .help(required::WHO_LOADS),
                        );
                    }
                    Some(known) => {
                        option(&format!("the pack `{pack}`"), key, value, &known.options, assignment, report);
                    }
                    None => {
                        let names = || self.packs.iter().map(|known| known.name.as_str());
                        let message = format!("no pack is called {}", name(pack));
                        report.add(
                            Mistake::error("policy::unknown_pack", assignment.pack_place(), message)
                                .suggesting(nearest(pack, names()))
                                .help(format!(
                                    "if it is a library, {}; loaded are {}",
                                    required::load_it(pack),
                                    listed(names(), "and")
                                )),
                        );
                    }
                }
            }
            Change::Counter(counter) => self.counter(counter, place, report),
            Change::Embedder(embedder) if !embedder.is_empty() && !self.embedders.contains(embedder) => {
                crate::semantic::unknown(&self.embedders, embedder, place, report);
            }
            Change::Language(language) => self.language(language, place, report),
            Change::OverlapOf(language, _) => self.language(language, &assignment.key_place(), report),
            _ => {}
        }
    }

    fn counter(&self, counter: &str, place: &Place, report: &mut Report) {
        let (scheme, rest) = counter.split_once(':').unwrap_or((counter, ""));
        let family = self.counters.iter().find(|known| known.scheme == scheme);
        let fits = |known: &KnownCounter| {
            known.names.as_ref().is_none_or(|names| names.iter().any(|name| name == rest))
        };
        if family.is_some_and(|family| family.is_file) {
            let file = place.dir().map_or_else(|| rest.into(), |dir| dir.join(rest));
            if !rest.is_empty() && counter_of(&file).is_none() {
                let message = format!("{} is no tokenizer file", name(&file.display().to_string()));
                report.add(Mistake::error("policy::no_tokenizer", place.clone(), message).help(
                    "name a `tokenizer.json`, or a directory with one; paths are relative to the policy that they stand in",
                ));
            }
        } else if !family.is_some_and(fits) {
            let names: Vec<_> = self.counters.iter().flat_map(KnownCounter::full_names).collect();
            let names = || names.iter().map(String::as_str);
            // A name that was broken off is further from the whole one than a misspelling.
            let begun = || names().find(|known| !rest.is_empty() && known.starts_with(counter));
            report.add(
                Mistake::error(
                    "policy::unknown_counter",
                    place.clone(),
                    format!("no counter is called {}", name(counter)),
                )
                .suggesting(nearest(counter, names()).or_else(begun))
                .help(format!(
                    "there are {}; `budget.model` finds the one of an embedding model",
                    listed(names(), "and")
                )),
            );
        }
    }

    /// Notes a language that no pack is loaded for. What a built-in policy says of languages is no matter of who uses it.
    fn language(&self, language: &str, place: &Place, report: &mut Report) {
        let primary = language.split('-').next().unwrap_or(language);
        if place.is_builtin() || self.languages.iter().any(|known| known.eq_ignore_ascii_case(primary)) {
            return;
        }
        let message = format!("no pack is loaded for {}", name(primary));
        let help = format!(
            "its sentences are found by rules for every language; there are packs for {}",
            listed(self.languages.iter().map(String::as_str), "and")
        );
        report.add(Mistake::note("policy::no_pack", place.clone(), message).help(help));
    }

    fn conditions(&self, rule: &Rule, report: &mut Report) {
        for (language, place) in rule.languages.iter().flatten() {
            self.language(language, place, report);
        }
        // A document may declare what no reader knows; a rule that says how it is read is then of use.
        let says_how = rule.settings.iter().any(|assignment| assignment.change.is_of_reading());
        for (wanted, place) in rule.content_types.iter().flatten().filter(|_| !says_how) {
            let fits = |reader: &KnownReader| {
                reader.id == *wanted || reader.media_types.iter().any(|known| is_type(wanted, known))
            };
            if place.is_builtin() || self.readers.iter().any(fits) {
                continue;
            }
            let names =
                self.readers.iter().flat_map(|reader| std::iter::once(&reader.id).chain(&reader.media_types));
            let message = format!("no reader has the content type {}, so this never matches", name(wanted));
            report.add(
                Mistake::warning("policy::never_matches", place.clone(), message)
                    .suggesting(nearest(wanted, names.map(String::as_str)))
                    .help("`kawara packs` lists the readers, and their media types; `glob` goes by the path"),
            );
        }
    }
}

/// Reports an option that nobody takes, or a value of another kind.
fn option<'s>(
    whose: &str,
    key: &str,
    value: &Value,
    specs: impl IntoIterator<Item = &'s OptionSpec>,
    assignment: &Assignment,
    report: &mut Report,
) {
    let specs: Vec<&OptionSpec> = specs.into_iter().collect();
    let mut named = specs.iter().filter(|spec| spec.name() == key).peekable();
    if named.peek().is_none() {
        let mut names: Vec<_> = specs.iter().map(|spec| spec.name()).collect();
        names.sort_unstable();
        names.dedup();
        let takes = if names.is_empty() {
            format!("{whose} takes no options")
        } else {
            format!("{whose} takes {}", listed(names.iter().copied(), "and"))
        };
        report.add(
            Mistake::error(
                "policy::unknown_option",
                assignment.key_place(),
                format!("{} is no option of {whose}", name(key)),
            )
            .suggesting(nearest(key, names))
            .help(takes),
        );
    } else if let Some(spec) = named.find(|spec| !spec.kind().accepts(value)) {
        let message = format!("the option {} must be {}", name(key), spec.kind());
        report.add(Mistake::error("policy::wrong_type", assignment.place.clone(), message).help(spec.doc()));
    }
}
