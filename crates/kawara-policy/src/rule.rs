//! `[[match]]`: settings for the documents that meet conditions.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use toml::de::DeTable;

use crate::keys::{self, Scope};
use crate::language;
use crate::merge::Assignment;
use crate::mistake::Mistake;
use crate::source::Place;
use crate::walk::{Node, Walk};

/// Longer globs are refused: nested alternatives cost stack.
const LONGEST_GLOB: usize = 1000;

pub(crate) const GLOB_DOC: &str =
    "Globs are matched with paths relative to the directory of the policy: `faq/**`, `**/*.md`.";
pub(crate) const TYPE_DOC: &str =
    "A media type such as `text/markdown` or `text/*`, or a reader's id such as `markdown`.";
pub(crate) const LANGUAGE_DOC: &str =
    "A language tag such as `ja`; it also covers what is more special, such as `ja-JP`.";

/// A `[[match]]` entry. All conditions that are given have to hold.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) settings: Vec<Assignment>,
    /// Where it stands.
    pub(crate) place: Place,
    globs: Option<GlobSet>,
    /// The directory that the globs are relative to; `None` for the policy's own.
    dir: Option<PathBuf>,
    content_types: Option<Vec<String>>,
    languages: Option<Vec<String>>,
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
}

impl Rule {
    /// Reads an entry that stands in a policy in the directory `dir`.
    pub(crate) fn read(walk: &mut Walk<'_>, entry: &DeTable<'_>, place: Place, dir: Option<PathBuf>) -> Self {
        let outside = std::mem::take(&mut walk.found);
        walk.settings(Scope::Match, entry);
        let settings = std::mem::replace(&mut walk.found, outside);
        let condition = |name| entry.iter().find(|(key, _)| key.get_ref() == name).map(|(_, node)| node);
        let rule = Self {
            settings,
            place: place.clone(),
            globs: condition(keys::GLOB).map(|node| walk.globs(node)),
            dir,
            content_types: condition(keys::CONTENT_TYPE)
                .map(|node| walk.words("content-type", TYPE_DOC, node)),
            languages: condition(keys::LANGUAGE.name).map(|node| walk.languages(node)),
        };
        rule.check(walk, entry, place);
        rule
    }

    fn check(&self, walk: &mut Walk<'_>, entry: &DeTable<'_>, place: Place) {
        if self.globs.is_none() && self.content_types.is_none() && self.languages.is_none() {
            let mistake = Mistake::error("policy::no_condition", place, "a `[[match]]` without a condition")
                .help("give it a `glob`, a `content-type` or a `language`; settings for everything stand at the top");
            walk.report.add(mistake);
        } else if !entry.keys().any(|key| !self.is_condition(key.get_ref())) {
            let mistake = Mistake::warning("policy::no_setting", place, "a `[[match]]` that changes nothing")
                .help("write what is different for these documents below its conditions, such as `units.overlap = 0`");
            walk.report.add(mistake);
        }
        if self.languages.is_some()
            && let Some((key, _)) = entry.iter().find(|(key, _)| key.get_ref() == "read")
        {
            let message = "`[read]` cannot depend on the language";
            walk.error("policy::read_by_language", key.span(), message, |it| {
                it.help("the language is found by reading, so reading is decided first: match by `glob` or `content-type`")
            });
        }
    }

    fn is_condition(&self, key: &str) -> bool {
        [keys::GLOB, keys::CONTENT_TYPE, keys::LANGUAGE.name].contains(&key)
    }

    pub(crate) fn holds(&self, subject: &Subject<'_>) -> bool {
        let path = || match &self.dir {
            None => subject.path.as_deref(),
            Some(dir) => subject.absolute.as_deref()?.strip_prefix(dir).ok(),
        };
        let language =
            |wanted: &String| subject.language.is_some_and(|found| language::covers(wanted, found));
        let content_type = |wanted: &String| {
            subject.reader.is_some_and(|id| id == wanted)
                || subject.content_type.is_some_and(|found| is_type(wanted, found))
        };
        self.content_types.as_ref().is_none_or(|wanted| wanted.iter().any(content_type))
            && self.languages.as_ref().is_none_or(|wanted| wanted.iter().any(language))
            && self.globs.as_ref().is_none_or(|globs| path().is_some_and(|path: &Path| globs.is_match(path)))
    }
}

/// Whether a content type is the one that is wanted. A word without a slash is compared with the subtype too.
fn is_type(wanted: &str, found: &str) -> bool {
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
    fn words(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Vec<String> {
        self.words_at(path, doc, node).into_iter().map(|(word, _)| word).collect()
    }

    fn words_at<'n, 'i>(&mut self, path: &str, doc: &str, node: &'n Node<'i>) -> Vec<(String, &'n Node<'i>)> {
        if node.get_ref().as_array().is_some_and(|nodes| nodes.is_empty()) {
            let message = format!("`{path}` is an empty list, which nothing matches");
            self.error("policy::empty", node.span(), message, |it| it.help(doc));
        }
        let nodes = self.list(path, doc, node);
        nodes.into_iter().filter_map(|node| Some((self.name(path, doc, node)?, node))).collect()
    }

    fn languages(&mut self, node: &Node<'_>) -> Vec<String> {
        let words = self.words_at(keys::LANGUAGE.name, LANGUAGE_DOC, node);
        words
            .into_iter()
            .filter(|(tag, node)| self.is_language(tag, node.span()))
            .map(|(tag, _)| tag)
            .collect()
    }

    fn globs(&mut self, node: &Node<'_>) -> GlobSet {
        let mut set = GlobSetBuilder::new();
        for (glob, node) in self.words_at(keys::GLOB, GLOB_DOC, node) {
            if let Some(fault) = never_matches(&glob) {
                self.bad_glob(node, &fault);
                continue;
            }
            let glob = glob.strip_prefix("./").unwrap_or(&glob);
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
            it.help(GLOB_DOC)
        });
    }
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
    if glob.ends_with('/') {
        return Some(format!("it names a directory; write {}", crate::render::name(&format!("{glob}**"))));
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
