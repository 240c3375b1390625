//! `required-packs`: packs that have to be loaded. A policy names no library: it can only say which one it wants.

use std::collections::BTreeSet;
use std::ops::Range;

use kawara_core::{RequiredPack, Unmet, is_version, sha256_of};
use toml::de::{DeTable, DeValue};

use crate::change::{Change, string};
use crate::keys::{self, Scope};
use crate::known::KnownPack;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::render::{listed, name};
use crate::suggest::nearest;
use crate::walk::{Node, Walk};

pub(crate) const NAME: &str = "name";
pub(crate) const SHA256: &str = "sha256";
pub(crate) const VERSION: &str = "version";

/// How a requirement on a version is written.
pub(crate) const AS_CARGO: &str = "write it as Cargo does: `0.1`, `>=0.1, <2`, `=0.1.3`";

const CODE: &str = "policy::required_pack";
pub(crate) const WHO_LOADS: &str = "which library a pack is loaded from, only `--pack FILE` and `[packs.NAME] path = …` in the user's configuration say";

/// An entry as a policy writes it.
pub(crate) fn value(name: &str, RequiredPack { sha256, version, .. }: &RequiredPack) -> String {
    let more = [(SHA256, sha256), (VERSION, version)];
    let more: String = more
        .iter()
        .filter_map(|(key, value)| value.as_ref().map(|value| format!(", {key} = {}", string(value))))
        .collect();
    if more.is_empty() { string(name) } else { format!("{{ {NAME} = {}{more} }}", string(name)) }
}

/// How a pack comes to be loaded.
pub(crate) fn load_it(pack: &str) -> String {
    let key = crate::render::printable(&crate::change::key(pack));
    format!("load it with `--pack FILE`, or with `[packs.{key}] path = …` in the user's configuration")
}

/// Reports a pack that is required and is not loaded, or is another.
pub(crate) fn check(
    packs: &[KnownPack],
    wanted: &str,
    required: &RequiredPack,
    assignment: &Assignment,
    report: &mut Report,
) {
    let Some(pack) = packs.iter().find(|pack| pack.name == wanted) else {
        let names = || packs.iter().map(|pack| pack.name.as_str());
        let message = format!("the pack {} is required, and it is not loaded", name(wanted));
        let help = format!("{}; loaded are {}", load_it(wanted), listed(names(), "and"));
        let mistake = Mistake::error(CODE, assignment.pack_place(), message);
        return report.add(mistake.suggesting(nearest(wanted, names())).help(help));
    };
    let mut asked = required.clone();
    if pack.version.is_none() {
        asked.version = None;
    }
    let version = pack.version.as_deref().unwrap_or_default();
    // What is no requirement was refused when it was read.
    let Ok(Some(unmet)) = asked.unmet(version, pack.sha256.as_deref()) else { return };
    let help = match &unmet {
        Unmet::Version { .. } => {
            "load one that fits, or widen the requirement if you know that it cuts the same"
        }
        Unmet::Library { found: None, .. } => {
            "a pack that is linked has no library to hash: require its version, or leave `sha256` out"
        }
        _ => "load the library that is meant, or write its hash here if it is the one that you trust",
    };
    let message = format!("the pack {}: {unmet}", name(wanted));
    report.add(Mistake::error(CODE, assignment.place.clone(), message).help(help));
}

impl Walk<'_> {
    /// A list of names, and of tables that say more.
    pub(crate) fn required_packs(&mut self, node: &Node<'_>) {
        let doc = Scope::Top.doc(keys::REQUIRED_PACKS);
        let nodes: Vec<&Node<'_>> = match node.get_ref() {
            DeValue::Array(nodes) => nodes.iter().collect(),
            DeValue::String(_) => vec![node],
            _ => return self.wrong_type(keys::REQUIRED_PACKS, "a list of names, or of tables", doc, node),
        };
        let mut named = BTreeSet::new();
        for node in nodes {
            let (pack, required, at) = match node.get_ref() {
                DeValue::Table(table) => match self.required_pack(table, node) {
                    Some(it) => it,
                    None => continue,
                },
                DeValue::String(_) => match self.name(keys::REQUIRED_PACKS, doc, node) {
                    Some(name) => (name, RequiredPack::default(), node.span()),
                    None => continue,
                },
                _ => {
                    self.wrong_type(keys::REQUIRED_PACKS, "a list of names, or of tables", doc, node);
                    continue;
                }
            };
            if !named.insert(pack.clone()) {
                let message = format!("`{}` names {} twice", keys::REQUIRED_PACKS, name(&pack));
                self.error("policy::twice", at, message, |it| it.help("leave one of them out"));
                continue;
            }
            self.assign_named(Change::RequiredPack(pack, required), vec![at], node.span());
        }
    }

    /// The name and what else an entry says, and where its pack is named.
    fn required_pack(
        &mut self,
        table: &DeTable<'_>,
        entry: &Node<'_>,
    ) -> Option<(String, RequiredPack, Range<usize>)> {
        const HELP: &str = "an entry is a name, or `{ name = \"ko\", sha256 = \"…\", version = \">=0.3\" }`";
        let (mut found, mut is_sound) = (None, true);
        let mut required = RequiredPack::default();
        for (key, node) in table {
            let errors = self.report.errors();
            let path = format!("{}.{}", keys::REQUIRED_PACKS, key.get_ref());
            match key.get_ref().as_ref() {
                NAME => found = self.name(&path, HELP, node).map(|name| (name, node.span())),
                SHA256 => required.sha256 = self.sha256(&path, node),
                VERSION => required.version = self.version_of_pack(&path, HELP, node),
                "path" => {
                    let message = "a policy cannot say where a pack lies";
                    self.error(CODE, key.span(), message, |it| it.help(WHO_LOADS));
                }
                other => {
                    let home = format!("`{}`", keys::REQUIRED_PACKS);
                    self.unknown(&home, other, key.span(), vec![NAME, SHA256, VERSION]);
                }
            }
            is_sound &= self.report.errors() == errors;
        }
        if found.is_none() && is_sound {
            let message = format!("an entry of `{}` has no `{NAME}`", keys::REQUIRED_PACKS);
            self.error(CODE, entry.span(), message, |it| it.help(HELP));
        }
        let (pack, at) = found.filter(|_| is_sound)?;
        Some((pack, required, at))
    }

    fn sha256(&mut self, path: &str, node: &Node<'_>) -> Option<String> {
        const HELP: &str = "64 hexadecimal digits, as `sha256sum FILE` and `kawara packs` print them";
        let text = self.text(path, HELP, node)?;
        if let Ok(sha256) = sha256_of(text) {
            return Some(sha256);
        }
        let message = format!("{} is no SHA-256", name(text));
        self.error(CODE, node.span(), message, |it| it.help(HELP));
        None
    }

    fn version_of_pack(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<String> {
        let wanted = self.name(path, doc, node)?;
        // Whatever the version is: only the requirement is looked at.
        match is_version(&wanted, "0.0.0") {
            Ok(_) => Some(wanted),
            Err(error) => {
                let message = format!("{} is no requirement on a version: {error}", name(&wanted));
                self.error(CODE, node.span(), message, |it| it.help(AS_CARGO));
                None
            }
        }
    }
}
