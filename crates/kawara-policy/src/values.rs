//! What a single value is, or the mistake that it is something else. `path` names the key in messages, `doc` is the help.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::keys;
use crate::language::{self, Verdict};
use crate::mistake::Mistake;
use crate::render::{listed, name};
use crate::walk::{Node, Walk};

impl Walk<'_> {
    pub(crate) fn table<'n, 'i>(
        &mut self,
        path: &str,
        doc: &str,
        node: &'n Node<'i>,
    ) -> Option<&'n DeTable<'i>> {
        if let DeValue::Table(table) = node.get_ref() {
            return Some(table);
        }
        let tables =
            node.get_ref().as_array().is_some_and(|nodes| nodes.iter().any(|node| node.get_ref().is_table()));
        let help = if tables { format!("write `[{path}]`, once, not `[[{path}]]`") } else { doc.to_owned() };
        self.wrong_type(path, "a table", &help, node);
        None
    }

    pub(crate) fn text<'n>(&mut self, path: &str, doc: &str, node: &'n Node<'_>) -> Option<&'n str> {
        let text = node.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(path, "a string", doc, node);
        }
        text
    }

    /// A string that is not blank.
    pub(crate) fn name(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<String> {
        let text = self.text(path, doc, node)?;
        if !text.trim().is_empty() {
            return Some(text.to_owned());
        }
        self.error("policy::empty", node.span(), format!("`{path}` is empty"), |it| it.help(doc));
        None
    }

    /// The elements of a list; a value that is no list stands for a list of one.
    pub(crate) fn list<'n, 'i>(&mut self, path: &str, doc: &str, node: &'n Node<'i>) -> Vec<&'n Node<'i>> {
        match node.get_ref() {
            DeValue::Array(nodes) => nodes.iter().collect(),
            DeValue::String(_) => vec![node],
            _ => {
                self.wrong_type(path, "a string or a list of strings", doc, node);
                Vec::new()
            }
        }
    }

    pub(crate) fn count(&mut self, path: &str, doc: &str, least: u32, node: &Node<'_>) -> Option<u32> {
        let number = self.integer(path, doc, node)?;
        match u32::try_from(number) {
            Ok(count) if count >= least => return Some(count),
            Ok(_) | Err(_) if number < i64::from(least) => {
                let message = format!("`{path}` must be at least {least}, not {number}");
                self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
            }
            _ => {
                let message = format!("`{path}` must be at most {}", u32::MAX);
                self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
            }
        }
        None
    }

    pub(crate) fn integer(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<i64> {
        let Some(number) = node.get_ref().as_integer() else {
            self.wrong_type(path, "a whole number", doc, node);
            return None;
        };
        let number = i64::from_str_radix(number.as_str(), number.radix()).ok();
        if number.is_none() {
            let message = format!("`{path}` has more digits than any number that fits");
            self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
        }
        number
    }

    /// The index of the word among the known ones.
    pub(crate) fn word(
        &mut self,
        path: &str,
        doc: &str,
        known: &[&'static str],
        node: &Node<'_>,
    ) -> Option<usize> {
        let word = self.text(path, doc, node)?;
        let nth = known.iter().position(|known| *known == word);
        if nth.is_none() {
            let mut takes = listed(known.iter().copied(), "or");
            if path == keys::EDITION.name {
                takes.push_str("; a newer kawara may know more");
            }
            self.unknown_word(path, word, known, &takes, node.span());
        }
        nth
    }

    /// Whether `tag` can be the tag of a language; if not, or if in doubt, it is reported.
    pub(crate) fn is_language(&mut self, tag: &str, at: Range<usize>) -> bool {
        const CODE: &str = "policy::unknown_language";
        match language::judge(tag) {
            Verdict::Good => true,
            Verdict::Bad(help) => {
                self.error(CODE, at, format!("{} is not a language", name(tag)), |it| it.help(help));
                false
            }
            Verdict::Doubtful(help) => {
                let message = format!("{} is probably not the language you mean", name(tag));
                self.report.add(Mistake::warning(CODE, self.place(at), message).help(help));
                true
            }
        }
    }
}
