//! `[[match]]`: settings for the documents that meet conditions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use toml::de::{DeTable, DeValue};

use crate::keys::{self, Scope};
use crate::language;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::source::Place;
use crate::walk::{Node, Walk};
use crate::wanted::Wanted;

/// The table of settings that are decided before a document is read.
const READ: &str = "read";
/// The key of the overlap of all languages.
const OVERLAP: &str = "units.overlap";

/// Longer globs are refused: nested alternatives cost stack.
const LONGEST_GLOB: usize = 1000;

/// A `[[match]]` entry. All conditions that are given have to hold.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) settings: Vec<Assignment>,
    /// Keys and tables with a value that could not be read.
    pub(crate) unread: BTreeSet<String>,
    /// Its beginning.
    pub(crate) place: Place,
    globs: Option<GlobSet>,
    /// The directory that the globs are relative to; `None` for the policy's own.
    dir: Option<PathBuf>,
    pub(crate) content_types: Option<Vec<(String, Place)>>,
    pub(crate) languages: Option<Vec<(String, Place)>>,
    fields: Vec<Wanted>,
    meta: Vec<Wanted>,
    /// Its conditions as text: two rules with the same hold for the same documents.
    conditions: String,
}

/// Notes rules whose every setting is set again by later ones with the same conditions, in the same policy.
pub(crate) fn note_covered(rules: &[Rule], report: &mut Report) {
    let mut later: BTreeMap<&str, BTreeMap<String, &Place>> = BTreeMap::new();
    for rule in rules.iter().rev() {
        let known = later.entry(rule.conditions.as_str()).or_default();
        let covering = |assignment: &Assignment| {
            let all_languages = assignment.change.overlap_of().and_then(|_| known.get(OVERLAP));
            known.get(&assignment.change.key()).or(all_languages).copied()
        };
        let covered: Option<Vec<_>> = rule.settings.iter().map(covering).collect();
        if let Some(place) =
            covered.and_then(|places| places.first().copied()).filter(|_| rule.unread.is_empty())
        {
            let message = "a `[[match]]` whose settings are all set again for the same documents";
            let note = Mistake::note("policy::covered", rule.place.clone(), message)
                .also(place.clone(), "set again here")
                .help("later entries win, so this one changes nothing: leave it out");
            report.add(note);
        }
        known.extend(rule.settings.iter().map(|assignment| (assignment.change.key(), &rule.place)));
    }
}

/// What conditions are asked about.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    /// Relative to the policy's directory.
    pub(crate) path: Option<PathBuf>,
    /// From the root of the file system, where that is known.
    pub(crate) absolute: Option<PathBuf>,
    /// The id of the reader.
    pub(crate) reader: Option<&'a str>,
    pub(crate) content_type: Option<&'a str>,
    pub(crate) language: Option<&'a str>,
    /// What reading found; `None` before reading.
    pub(crate) fields: Option<&'a BTreeMap<String, Vec<String>>>,
    /// What was given with the document; `None` where it has none, or nobody asks.
    pub(crate) meta: Option<&'a serde_json::Value>,
}

impl Rule {
    /// Reads an entry that stands in a policy in the directory `dir`.
    pub(crate) fn read(walk: &mut Walk<'_>, entry: &DeTable<'_>, place: Place, dir: Option<PathBuf>) -> Self {
        let outside = (std::mem::take(&mut walk.found), std::mem::take(&mut walk.report.unread));
        walk.settings(Scope::Match, entry);
        let settings = std::mem::replace(&mut walk.found, outside.0);
        let unread = std::mem::replace(&mut walk.report.unread, outside.1);
        let condition = |name| entry.iter().find(|(key, _)| key.get_ref() == name).map(|(_, node)| node);
        let wanted = |walk: &mut Walk<'_>, name| {
            condition(name).map(|node| walk.wanted(name, Scope::Match.doc(name), node)).unwrap_or_default()
        };
        let rule = Self {
            settings,
            unread,
            place,
            globs: condition(keys::GLOB).map(|node| walk.globs(node)),
            dir,
            content_types: condition(keys::CONTENT_TYPE).map(|node| walk.content_types(node)),
            languages: condition(keys::LANGUAGE.name).map(|node| walk.languages(node)),
            fields: wanted(walk, keys::FIELDS),
            meta: wanted(walk, keys::META),
            conditions: conditions(entry),
        };
        rule.check(walk, entry);
        rule
    }

    fn check(&self, walk: &mut Walk<'_>, entry: &DeTable<'_>) {
        let is_condition = |name: &str| Scope::Match.find(name).is_some_and(keys::Top::is_condition);
        if !entry.keys().any(|key| is_condition(key.get_ref())) {
            let mistake =
                Mistake::error("policy::no_condition", self.place.clone(), "a `[[match]]` without a condition").help(
                    "give it a `glob`, a `content-type`, a `language`, `fields` or `meta`; settings for everything stand at the top",
                );
            walk.report.add(mistake);
        } else if entry.keys().all(|key| is_condition(key.get_ref())) {
            let mistake =
                Mistake::warning("policy::no_setting", self.place.clone(), "a `[[match]]` that changes nothing")
                    .help("write what is different for these documents below its conditions, such as `units.overlap = 0`");
            walk.report.add(mistake);
        }
        let Some((key, _)) = entry.iter().find(|(key, _)| key.get_ref() == READ) else { return };
        let has = |name: &str| entry.keys().any(|key| key.get_ref() == name);
        if has(keys::LANGUAGE.name) {
            let message = "`[read]` cannot depend on the language";
            walk.error("policy::read_by_language", key.span(), message, |it| {
                it.help("the language is found by reading, so reading is decided first: match by `glob`, `content-type` or `meta`")
            });
        } else if has(keys::FIELDS) {
            let message = "`[read]` cannot depend on fields";
            walk.error("policy::read_by_fields", key.span(), message, |it| {
                it.help("fields are found by reading, so reading is decided first: match by `glob`, `content-type` or `meta`")
            });
        }
    }

    /// Whether what it asks of the metadata can only be told from it.
    pub(crate) fn asks_meta(&self) -> bool {
        !self.meta.is_empty()
    }

    pub(crate) fn holds(&self, subject: &Subject<'_>) -> bool {
        let path = || match &self.dir {
            None => subject.path.as_deref(),
            Some(dir) => subject.absolute.as_deref()?.strip_prefix(dir).ok(),
        };
        let language = |(wanted, _): &(String, Place)| {
            subject.language.is_some_and(|found| language::covers(wanted, found))
        };
        let content_type = |(wanted, _): &(String, Place)| {
            subject.reader.is_some_and(|id| id == wanted)
                || subject.content_type.is_some_and(|found| is_type(wanted, found))
        };
        self.content_types.as_ref().is_none_or(|wanted| wanted.iter().any(content_type))
            && self.languages.as_ref().is_none_or(|wanted| wanted.iter().any(language))
            && self.fields.iter().all(|wanted| subject.fields.is_some_and(|found| wanted.is_in_fields(found)))
            && self.meta.iter().all(|wanted| subject.meta.is_some_and(|given| wanted.is_in_meta(given)))
            && self.globs.as_ref().is_none_or(|globs| path().is_some_and(|path: &Path| globs.is_match(path)))
    }
}

/// The conditions of an entry as text, wherever they stand and in whatever order.
fn conditions(entry: &DeTable<'_>) -> String {
    let is_condition = |name: &str| Scope::Match.find(name).is_some_and(keys::Top::is_condition);
    let mut text = String::new();
    for (key, node) in entry.iter().filter(|(key, _)| is_condition(key.get_ref())) {
        text.push_str(key.get_ref());
        write_plain(node.get_ref(), &mut text);
    }
    text
}

/// Writes a value so that two that are written alike are the same.
fn write_plain(value: &DeValue<'_>, text: &mut String) {
    match value {
        DeValue::Array(nodes) => {
            text.push('[');
            nodes.iter().for_each(|node| write_plain(node.get_ref(), text));
            text.push(']');
        }
        DeValue::Table(table) => {
            text.push('{');
            for (key, node) in table {
                text.push_str(&crate::change::string(key.get_ref()));
                write_plain(node.get_ref(), text);
            }
            text.push('}');
        }
        DeValue::String(word) => text.push_str(&crate::change::string(word)),
        DeValue::Integer(number) => text.push_str(&format!(" {number} ")),
        DeValue::Boolean(value) => text.push_str(&format!(" {value} ")),
        other => text.push_str(&format!(" {other:?} ")),
    }
}

/// Whether a content type is the one that is wanted. A word without a slash is compared with the subtype too.
pub(crate) fn is_type(wanted: &str, found: &str) -> bool {
    let found = found.split(';').next().unwrap_or_default().trim();
    if found.eq_ignore_ascii_case(wanted) {
        return true;
    }
    let Some((kind, subtype)) = found.split_once('/') else { return false };
    match wanted.split_once('/') {
        Some((wanted, "*")) => wanted == "*" || kind.eq_ignore_ascii_case(wanted),
        Some(_) => false,
        None => subtype.strip_prefix("x-").unwrap_or(subtype).eq_ignore_ascii_case(wanted),
    }
}

impl Walk<'_> {
    /// A string that is not blank, or a list of such, of which at least one is there.
    fn words_at<'n, 'i>(&mut self, path: &str, doc: &str, node: &'n Node<'i>) -> Vec<(String, &'n Node<'i>)> {
        if node.get_ref().as_array().is_some_and(|nodes| nodes.is_empty()) {
            let message = format!("`{path}` is an empty list, which nothing matches");
            self.error("policy::empty", node.span(), message, |it| it.help(doc));
        }
        let nodes = self.list(path, doc, node);
        nodes.into_iter().filter_map(|node| Some((self.name(path, doc, node)?, node))).collect()
    }

    fn content_types(&mut self, node: &Node<'_>) -> Vec<(String, Place)> {
        let words = self.words_at(keys::CONTENT_TYPE, Scope::Match.doc(keys::CONTENT_TYPE), node);
        words.into_iter().map(|(word, node)| (word, self.place(node.span()))).collect()
    }

    fn languages(&mut self, node: &Node<'_>) -> Vec<(String, Place)> {
        let words = self.words_at(keys::LANGUAGE.name, Scope::Match.doc(keys::LANGUAGE.name), node);
        let good: Vec<_> =
            words.into_iter().filter(|(tag, node)| self.is_language(tag, node.span())).collect();
        good.into_iter().map(|(tag, node)| (tag, self.place(node.span()))).collect()
    }

    fn globs(&mut self, node: &Node<'_>) -> GlobSet {
        let mut set = GlobSetBuilder::new();
        for (glob, node) in self.words_at(keys::GLOB, Scope::Match.doc(keys::GLOB), node) {
            let glob = here(&glob);
            if let Some(fault) = never_matches(glob) {
                self.bad_glob(node, &fault);
                continue;
            }
            match GlobBuilder::new(glob).literal_separator(true).backslash_escape(true).build() {
                Ok(glob) => {
                    set.add(glob);
                }
                Err(error) => self.bad_glob(node, &error.kind().to_string()),
            }
        }
        set.build().unwrap_or_else(|error| {
            self.bad_glob(node, &error.kind().to_string());
            GlobSet::empty()
        })
    }

    fn bad_glob(&mut self, node: &Node<'_>, fault: &str) {
        self.error("policy::bad_glob", node.span(), format!("not a usable glob: {fault}"), |it| {
            it.help(Scope::Match.doc(keys::GLOB))
        });
    }
}

/// A glob without the `./` before it, which says what is so anyway.
fn here(glob: &str) -> &str {
    let mut glob = glob;
    while let Some(rest) = glob.strip_prefix("./").filter(|rest| !rest.is_empty()) {
        glob = rest;
    }
    glob
}

/// Why a glob is not worth building, if it is not.
fn never_matches(glob: &str) -> Option<String> {
    if glob.len() > LONGEST_GLOB {
        return Some(format!("it has more than {LONGEST_GLOB} bytes"));
    }
    let relative = || glob.trim_start_matches(['/', '.']);
    if glob.starts_with('/') {
        return Some(format!(
            "it begins with a slash, and paths do not; write {}",
            crate::render::name(relative())
        ));
    }
    if glob.starts_with("../") {
        return Some("it leaves the directory of its policy".into());
    }
    if glob == "." || glob == "./" {
        return Some("it names the directory of the policy; write `**`".into());
    }
    if glob.ends_with('/') {
        return Some(format!("it names a directory; write {}", crate::render::name(&format!("{glob}**"))));
    }
    // Paths are compared without empty parts and dots.
    let inner = [
        ("//", "two slashes"),
        ("/./", "`/./`"),
        ("/../", "`/../`"),
        ("{./", "`./` in braces"),
        (",./", "`./` in braces"),
    ];
    let is_dotted = glob.ends_with("/.") || glob.ends_with("/..");
    let is_there = |part: &str| glob.contains(part) && (glob.contains('{') || !part.starts_with(','));
    if let Some((_, what)) = inner.iter().find(|(part, _)| is_there(part)) {
        return Some(format!("it has {what}, and no path has; leave that out"));
    } else if is_dotted {
        return Some("it ends in dots, and no path does; leave them out".into());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::is_type;

    #[test]
    fn content_types() {
        assert!(is_type("text/markdown", "text/markdown; charset=utf-8"));
        assert!(is_type("TEXT/Markdown", "text/markdown"));
        assert!(is_type("markdown", "text/markdown"));
        assert!(is_type("log", "text/x-log"));
        assert!(is_type("faq", "faq"));
        assert!(is_type("text/*", "text/html"));
        assert!(!is_type("text/*", "application/json"));
        assert!(!is_type("text/html", "text/markdown"));
        assert!(!is_type("text", "text/markdown"));
        assert!(!is_type("markdown", ""));
    }
}
