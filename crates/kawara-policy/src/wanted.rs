//! Conditions on what is known of a document by name: fields that reading found, and metadata given with it.

use std::collections::BTreeMap;

use serde_json::Value;
use toml::de::{DeTable, DeValue};

use crate::walk::{Node, Walk};

/// A name, and the values of which the document has to have one there. Values are compared as text: `7` is `"7"`.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// Where it stands: names from the outside in.
    path: Vec<String>,
    any_of: Vec<Word>,
}

/// A value as text.
#[derive(Debug)]
struct Word {
    text: String,
    /// `true` and `false` are written `True` and `FALSE` elsewhere.
    is_bool: bool,
}

impl Word {
    fn is(&self, found: &str) -> bool {
        if self.is_bool { self.text.eq_ignore_ascii_case(found) } else { self.text == found }
    }
}

impl Wanted {
    /// Whether one of the fields has such a value. A field in a table has a dotted name.
    pub(crate) fn is_in_fields(&self, fields: &BTreeMap<String, Vec<String>>) -> bool {
        let values = fields.get(&self.path.join("."));
        values.is_some_and(|values| values.iter().any(|value| self.is(value)))
    }

    /// Whether the metadata has such a value: an element will do where there is a list, whether of values or of objects.
    pub(crate) fn is_in_meta(&self, meta: &Value) -> bool {
        self.reached(&self.path, meta)
    }

    fn reached(&self, path: &[String], at: &Value) -> bool {
        match (at, path) {
            (Value::Array(values), _) => values.iter().any(|value| self.reached(path, value)),
            (Value::Object(members), [name, rest @ ..]) => {
                members.get(name).is_some_and(|member| self.reached(rest, member))
            }
            (Value::String(text), []) => self.is(text),
            (Value::Bool(_) | Value::Number(_), []) => self.is(&at.to_string()),
            _ => false,
        }
    }

    fn is(&self, found: &str) -> bool {
        self.any_of.iter().any(|word| word.is(found))
    }
}

impl Walk<'_> {
    /// A table of values by name.
    pub(crate) fn wanted(&mut self, name: &str, doc: &str, node: &Node<'_>) -> Vec<Wanted> {
        let mut all = Vec::new();
        if let Some(table) = self.table(name, doc, node) {
            self.wanted_in(name, &[], doc, table, node, &mut all);
        }
        all
    }

    fn wanted_in(
        &mut self,
        shown: &str,
        path: &[String],
        doc: &str,
        table: &DeTable<'_>,
        node: &Node<'_>,
        all: &mut Vec<Wanted>,
    ) {
        if table.is_empty() {
            let message = format!("`{shown}` is an empty table, which asks for nothing");
            self.error("policy::empty", node.span(), message, |it| it.help(doc));
        }
        for (key, node) in table {
            let shown = format!("{shown}.{}", key.get_ref());
            let mut path = path.to_vec();
            path.push(key.get_ref().to_string());
            match node.get_ref() {
                DeValue::Table(table) => self.wanted_in(&shown, &path, doc, table, node, all),
                DeValue::Array(nodes) => {
                    if nodes.is_empty() {
                        let message = format!("`{shown}` is an empty list, which nothing matches");
                        self.error("policy::empty", node.span(), message, |it| it.help(doc));
                    }
                    let any_of =
                        nodes.iter().filter_map(|node| self.wanted_word(&shown, doc, node)).collect();
                    all.push(Wanted { path, any_of });
                }
                _ => {
                    let any_of = self.wanted_word(&shown, doc, node).into_iter().collect();
                    all.push(Wanted { path, any_of });
                }
            }
        }
    }

    fn wanted_word(&mut self, shown: &str, doc: &str, node: &Node<'_>) -> Option<Word> {
        const WANTS: &str = "a string, a whole number, true, false, or a list of these";
        let (text, is_bool) = match node.get_ref() {
            DeValue::String(text) => (text.to_string(), false),
            DeValue::Boolean(value) => (value.to_string(), true),
            DeValue::Integer(_) => (self.integer(shown, doc, node)?.to_string(), false),
            DeValue::Float(_) | DeValue::Datetime(_) => {
                let help = "values are compared as text: write it in quotes, as it stands in the document";
                self.wrong_type(shown, WANTS, help, node);
                return None;
            }
            _ => {
                self.wrong_type(shown, WANTS, doc, node);
                return None;
            }
        };
        Some(Word { text, is_bool })
    }
}
