//! One policy text: what it extends, its settings and its rules.

use std::path::PathBuf;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::keys::{self, Scope};
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::render::printable;
use crate::rule::Rule;
use crate::source::{Place, Source};
use crate::walk::{Node, Walk};

/// The version of the policy language.
const VERSION: &str = "1";

/// The largest policy that is read: far larger than any that a person writes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// What one text says.
#[derive(Debug, Default)]
pub(crate) struct File {
    /// Names of policies, relative to this one, and where they are named.
    pub(crate) extends: Vec<(String, Place)>,
    pub(crate) settings: Vec<Assignment>,
    pub(crate) rules: Vec<Rule>,
}

impl File {
    /// Reads a policy; `dir` is what its globs are relative to, `None` for the directory of the policy that is loaded.
    pub(crate) fn read(source: &Arc<Source>, dir: Option<PathBuf>, report: &mut Report) -> Self {
        let Some(table) = parse(source, report) else { return Self::default() };
        let mut walk = Walk::new(source, report);
        if !walk.version(&table) {
            return Self::default();
        }
        walk.settings(Scope::Top, &table);
        let extends = get(&table, keys::EXTENDS).map(|node| walk.extends(node)).unwrap_or_default();
        let rules = get(&table, keys::MATCH).map(|node| walk.rules(node, dir)).unwrap_or_default();
        Self { extends, settings: walk.found, rules }
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
    for error in errors {
        let place = Place::new(source, error.span().unwrap_or_default());
        report.add(Mistake::error(
            "policy::syntax",
            place,
            format!("not TOML: {}", printable(error.message())),
        ));
    }
    !errors.is_empty()
}

fn get<'n, 'i>(table: &'n DeTable<'i>, name: &str) -> Option<&'n Node<'i>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, node)| node)
}

impl Walk<'_> {
    /// Whether this is a policy that can be read on. A missing version is a mistake like others; in another version every key may
    /// mean something else.
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

    fn extends(&mut self, node: &Node<'_>) -> Vec<(String, Place)> {
        const DOC: &str =
            "Policies that this one builds on: files relative to it, or built-in ones such as `kawara:docs`.";
        let nodes = self.list(keys::EXTENDS, DOC, node);
        let named =
            nodes.into_iter().filter_map(|node| Some((self.name(keys::EXTENDS, DOC, node)?, node.span())));
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
