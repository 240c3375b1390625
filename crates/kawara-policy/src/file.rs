//! One policy text: what it extends, its settings and its rules.

use std::path::PathBuf;
use std::sync::Arc;

use kawara_core::is_version;
use toml::de::{DeTable, DeValue};

use crate::change::{names, string};
use crate::keys::{self, Scope};
use crate::lock::Lock;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::render::{name, printable};
use crate::required::AS_CARGO;
use crate::rule::{self, Rule};
use crate::source::{Place, Source};
use crate::walk::{Node, Walk};

/// The version of the policy language.
const VERSION: &str = "1";

/// The version of kawara: all its crates have the same.
const VERSION_OF_PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The largest policy that is read: far larger than any that a person writes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// What one text says.
#[derive(Debug, Default)]
pub(crate) struct File {
    /// Names of policies, relative to this one, and where they are named.
    pub(crate) extends: Vec<(String, Place)>,
    /// Keys that nothing laid over it may change.
    pub(crate) locks: Vec<Lock>,
    /// What it says of itself, to be explained.
    pub(crate) said: Vec<Said>,
    pub(crate) settings: Vec<Assignment>,
    pub(crate) rules: Vec<Rule>,
}

/// What a policy says that is no setting: a key, its value as written, and where.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) key: &'static str,
    pub(crate) value: String,
    pub(crate) place: Place,
}

impl File {
    /// Reads a policy; `dir` is what its globs are relative to, `None` for the directory of the policy that is loaded.
    pub(crate) fn read(source: &Arc<Source>, dir: Option<PathBuf>, report: &mut Report) -> Self {
        let Some(table) = parse(source, report) else { return Self::default() };
        let mut walk = Walk::new(source, report);
        let required = get(&table, keys::REQUIRED_VERSION);
        // In another version every key may mean something else.
        if !(walk.version(&table) & required.is_none_or(|node| walk.required_version(node))) {
            return Self::default();
        }
        walk.settings(Scope::Top, &table);
        let mut said = Vec::new();
        if let Some((node, text)) = required.and_then(|node| Some((node, node.get_ref().as_str()?))) {
            said.push(Said {
                key: keys::REQUIRED_VERSION,
                value: string(text),
                place: walk.place(node.span()),
            });
        }
        let locks = get(&table, keys::LOCK).map(|node| walk.locks(node)).unwrap_or_default();
        if let Some(node) = get(&table, keys::LOCK).filter(|_| !locks.is_empty()) {
            let value = names(locks.iter().map(|lock| lock.key.as_str()));
            said.push(Said { key: keys::LOCK, value, place: walk.place(node.span()) });
        }
        let extends = get(&table, keys::EXTENDS).map(|node| walk.extends(node)).unwrap_or_default();
        let rules = get(&table, keys::MATCH).map(|node| walk.rules(node, dir)).unwrap_or_default();
        rule::note_covered(&rules, walk.report);
        Self { extends, locks, said, settings: walk.found, rules }
    }
}

/// The tree of a text, if it is TOML.
pub(crate) fn parse<'s>(source: &'s Arc<Source>, report: &mut Report) -> Option<DeTable<'s>> {
    let text = source.text();
    if text.len() > MOST_BYTES {
        let message = format!("a policy of more than {MOST_BYTES} bytes");
        report.add(Mistake::error("policy::too_large", Place::start(source), message));
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    (!syntax(source, &errors, report)).then(|| table.into_inner())
}

/// Reports where a text is no TOML, and whether it is not.
pub(crate) fn syntax(source: &Arc<Source>, errors: &[toml::de::Error], report: &mut Report) -> bool {
    let mistake = |error: &toml::de::Error| {
        let place = Place::new(source, error.span().unwrap_or_default());
        Mistake::error("policy::syntax", place, format!("not TOML: {}", printable(error.message())))
    };
    // Whatever stands behind an open list is read as if it stood in it: what is found there mostly follows from that.
    let is_open = errors.iter().any(|error| error.message().starts_with("unexpected `=` in array"));
    let first = errors.iter().min_by_key(|error| error.span().unwrap_or_default().start);
    match first.filter(|_| is_open && errors.len() > 1) {
        Some(first) => {
            let more = match errors.len() - 1 {
                1 => "one more mistake".to_owned(),
                more => format!("{more} more mistakes"),
            };
            let help = format!(
                "mend this first: a list before it may lack its `]`, and {more} may follow from that"
            );
            report.add(mistake(first).help(help));
        }
        None => errors.iter().for_each(|error| report.add(mistake(error))),
    }
    !errors.is_empty()
}

fn get<'n, 'i>(table: &'n DeTable<'i>, name: &str) -> Option<&'n Node<'i>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, node)| node)
}

impl Walk<'_> {
    /// Whether this is a policy that can be read on. A missing version is a mistake like others.
    fn version(&mut self, table: &DeTable<'_>) -> bool {
        const HELP: &str = "write `policy = 1` on the first line";
        let Some(node) = get(table, keys::POLICY) else {
            let place = Place::start(self.source);
            self.report.add(Mistake::error("policy::version", place, "`policy = 1` is missing").help(HELP));
            return true;
        };
        match node.get_ref().as_integer() {
            Some(number) if number.as_str() == VERSION => true,
            Some(_) => {
                self.error(
                    "policy::version",
                    node.span(),
                    "this is not version 1 of the policy language",
                    |it| it.help("this program reads `policy = 1`; a newer one may read this file"),
                );
                false
            }
            None => {
                self.wrong_type(keys::POLICY, "the number 1", HELP, node);
                true
            }
        }
    }

    /// Whether this program is one that the policy is for. What is no requirement is a mistake like others.
    fn required_version(&mut self, node: &Node<'_>) -> bool {
        const CODE: &str = "policy::required_version";
        let doc = Scope::Top.doc(keys::REQUIRED_VERSION);
        let Some(wanted) = self.name(keys::REQUIRED_VERSION, doc, node) else { return true };
        match is_version(&wanted, VERSION_OF_PROGRAM) {
            Ok(true) => return true,
            Ok(false) => {}
            Err(error) => {
                let message = format!("{} is no requirement on a version: {error}", name(&wanted));
                self.error(CODE, node.span(), message, |it| it.help(AS_CARGO));
                return true;
            }
        }
        let message = format!("this is kawara {VERSION_OF_PROGRAM}, and the policy is for {}", name(&wanted));
        self.error(CODE, node.span(), message, |it| {
            it.label("wanted").help("run a version that fits, or widen the requirement if you know that the policy means the same in both")
        });
        false
    }

    fn extends(&mut self, node: &Node<'_>) -> Vec<(String, Place)> {
        let doc = Scope::Top.doc(keys::EXTENDS);
        let nodes = self.list(keys::EXTENDS, doc, node);
        let named =
            nodes.into_iter().filter_map(|node| Some((self.name(keys::EXTENDS, doc, node)?, node.span())));
        let named: Vec<_> = named.collect();
        named.into_iter().map(|(name, at)| (name, self.place(at))).collect()
    }

    fn rules(&mut self, node: &Node<'_>, dir: Option<PathBuf>) -> Vec<Rule> {
        const HELP: &str = "write `[[match]]`, with two brackets, before each entry";
        let DeValue::Array(entries) = node.get_ref() else {
            self.wrong_type(keys::MATCH, "a list of tables", HELP, node);
            return Vec::new();
        };
        let mut rules = Vec::new();
        for entry in entries.iter() {
            match entry.get_ref() {
                DeValue::Table(table) => {
                    let place = self.place(entry.span());
                    rules.push(Rule::read(self, table, place, dir.clone()));
                }
                _ => self.wrong_type(keys::MATCH, "a list of tables", HELP, entry),
            }
        }
        rules
    }
}
