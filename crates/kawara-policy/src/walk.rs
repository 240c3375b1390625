//! Walks the tree of a TOML text and turns it into assignments. It goes on after a mistake, so that all come out at once.

use std::ops::Range;
use std::sync::Arc;

use kawara_core::{ContextPart, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::change::Change;
use crate::keys::{self, Form, Key, Scope, Table, Takes};
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::render::{listed, name};
use crate::source::{Place, Source};
use crate::suggest::nearest;

/// A value of a TOML text with its place.
pub(crate) type Node<'i> = Spanned<DeValue<'i>>;

/// The parts of a context.
pub(crate) const PARTS: [ContextPart; 3] = [ContextPart::Title, ContextPart::HeadingPath, ContextPart::Lead];

/// A walk through one text.
pub(crate) struct Walk<'a> {
    pub(crate) source: &'a Arc<Source>,
    pub(crate) report: &'a mut Report,
    pub(crate) found: Vec<Assignment>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(source: &'a Arc<Source>, report: &'a mut Report) -> Self {
        Self { source, report, found: Vec::new() }
    }

    /// Reads all settings that stand in `table`. Other keys that are known there are left to the caller.
    pub(crate) fn settings(&mut self, scope: Scope, table: &DeTable<'_>) {
        for (key, node) in table {
            let name = key.get_ref().as_ref();
            if let Some(table) = keys::table(name) {
                self.settings_table(table, node);
                continue;
            }
            match scope.find(name).map(|top| &top.form) {
                Some(Form::Setting(key)) => self.setting(name, key, node),
                Some(Form::Packs) => self.packs(node),
                Some(Form::RequiredPacks) => self.required_packs(node),
                Some(_) => {}
                None => {
                    if let Some(table) = keys::homes(name).next() {
                        self.report.unread.insert(format!("{table}.{name}"));
                    } else if let Some(table) = nearest(name, keys::TABLES.iter().map(|table| table.name)) {
                        self.report.unread.insert(table.to_owned());
                    }
                    self.unknown_at(scope, name, key.span());
                }
            }
        }
    }

    fn settings_table(&mut self, table: &'static Table, node: &Node<'_>) {
        let Some(entries) = self.table(table.name, table.doc, node) else {
            self.report.unread.insert(table.name.to_owned());
            return;
        };
        for (key, node) in entries {
            let name = key.get_ref().as_ref();
            match table.keys.iter().find(|known| known.name == name) {
                Some(known) => self.setting(&format!("{}.{name}", table.name), known, node),
                None => {
                    let here: Vec<_> = table.keys.iter().map(|key| key.name).collect();
                    if let Some(meant) = nearest(name, here.iter().copied()) {
                        self.report.unread.insert(format!("{}.{meant}", table.name));
                    }
                    self.unknown(&format!("[{}]", table.name), name, key.span(), here);
                }
            }
        }
        if table.name == "budget" {
            self.model_and_counter(entries);
        }
    }

    /// Reads a setting. One that makes mistakes may lack what it should say, so nothing is concluded from it.
    fn setting(&mut self, path: &str, key: &Key, node: &Node<'_>) {
        let errors = self.report.errors();
        self.read_setting(path, key, node);
        if self.report.errors() > errors {
            self.report.unread.insert(path.to_owned());
        }
    }

    fn read_setting(&mut self, path: &str, key: &Key, node: &Node<'_>) {
        let at = node.span();
        match &key.takes {
            Takes::Name(make) => {
                if let Some(text) = self.name(path, key.doc, node) {
                    self.assign(make(text), at);
                }
            }
            Takes::Text(make) => {
                if let Some(text) = self.text(path, key.doc, node) {
                    self.assign(make(text.to_owned()), at);
                }
            }
            Takes::Language(make) => {
                let tag = self.text(path, key.doc, node).map(str::to_owned);
                if let Some(tag) = tag.filter(|tag| self.is_language(tag, at.clone())) {
                    self.assign(make(tag), at);
                }
            }
            Takes::Count(least, make) => {
                if let Some(count) = self.count(path, key.doc, *least, node) {
                    self.assign(make(count), at);
                }
            }
            Takes::Word(words) => {
                let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                if let Some(nth) = self.word(path, key.doc, &known, node)
                    && let Some((_, change)) = words.get(nth)
                {
                    self.assign(change.clone(), at);
                }
            }
            Takes::Parts => self.parts(path, key.doc, node),
            Takes::Overlap => self.overlap(key.doc, node),
            Takes::WindowOverlap => self.window_overlap(path, key.doc, node),
            Takes::Separators => self.separators(path, key.doc, node),
            Takes::Sizes => self.sizes(path, key.doc, node),
            Takes::Threshold => self.threshold(path, key.doc, node),
            Takes::Models => self.models(path, key.doc, node),
            Takes::Tokenizers => self.tokenizers(path, key.doc, node),
            Takes::Options(make) => {
                let Some(options) = self.table(path, key.doc, node) else { return };
                for (option, node) in options {
                    if let Some(value) = self.option(&format!("{path}.{}", option.get_ref()), node) {
                        self.assign_named(
                            make(option.get_ref().to_string(), value),
                            vec![option.span()],
                            node.span(),
                        );
                    }
                }
            }
        }
    }

    fn parts(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let known = PARTS.map(ContextPart::as_str);
        let mut parts = Vec::new();
        for node in self.list(path, doc, node) {
            let Some(part) = self.word(path, doc, &known, node).and_then(|nth| PARTS.get(nth)) else {
                continue;
            };
            if parts.contains(part) {
                let message = format!("`{path}` names `{}` twice", part.as_str());
                self.error("policy::twice", node.span(), message, |it| it.help("leave one of them out"));
            }
            parts.push(*part);
        }
        self.assign(Change::Prepend(parts), node.span());
    }

    /// `[packs.NAME]` tables of options.
    fn packs(&mut self, node: &Node<'_>) {
        let doc = Scope::Top.doc(keys::PACKS);
        let Some(packs) = self.table(keys::PACKS, doc, node) else { return };
        for (pack, node) in packs {
            let Some(options) = self.table(&format!("packs.{}", pack.get_ref()), doc, node) else { continue };
            for (option, node) in options {
                if let Some(value) =
                    self.option(&format!("packs.{}.{}", pack.get_ref(), option.get_ref()), node)
                {
                    let change =
                        Change::PackOption(pack.get_ref().to_string(), option.get_ref().to_string(), value);
                    self.assign_named(change, vec![pack.span(), option.span()], node.span());
                }
            }
        }
    }

    fn option(&mut self, path: &str, node: &Node<'_>) -> Option<Value> {
        const WANTS: &str = "a string, a whole number, true, false, or a list of these";
        match node.get_ref() {
            DeValue::String(text) => Some(Value::Str(text.to_string())),
            DeValue::Boolean(value) => Some(Value::Bool(*value)),
            DeValue::Integer(_) => self.integer(path, "", node).map(Value::Int),
            DeValue::Array(nodes) => {
                // Every element is looked at, so that every mistake is found.
                let values: Vec<_> = nodes.iter().map(|node| self.option(path, node)).collect();
                values.into_iter().collect::<Option<_>>().map(Value::List)
            }
            _ => {
                self.wrong_type(path, WANTS, "", node);
                None
            }
        }
    }
}

/// Assignments and mistakes.
impl Walk<'_> {
    pub(crate) fn place(&self, at: Range<usize>) -> Place {
        Place::new(self.source, at)
    }

    pub(crate) fn assign(&mut self, change: Change, at: Range<usize>) {
        let place = self.place(at);
        self.found.push(Assignment { change, place, names: Vec::new() });
    }

    /// An assignment to a key that has names of the policy's own, such as that of an option.
    pub(crate) fn assign_named(&mut self, change: Change, names: Vec<Range<usize>>, at: Range<usize>) {
        let place = self.place(at);
        self.found.push(Assignment { change, place, names });
    }

    pub(crate) fn error(
        &mut self,
        code: &'static str,
        at: Range<usize>,
        message: impl Into<String>,
        more: impl FnOnce(Mistake) -> Mistake,
    ) {
        self.report.add(more(Mistake::error(code, self.place(at), message)));
    }

    pub(crate) fn wrong_type(&mut self, path: &str, wants: &str, help: &str, node: &Node<'_>) {
        let is = match node.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error("policy::wrong_type", node.span(), format!("{} must be {wants}", name(path)), |it| {
            it.label(format!("this is {is}")).help(help)
        });
    }

    pub(crate) fn unknown_word(
        &mut self,
        path: &str,
        word: &str,
        known: &[&str],
        takes: &str,
        at: Range<usize>,
    ) {
        let message = format!("`{path}` cannot be {}", name(word));
        self.error("policy::unknown_word", at, message, |it| {
            let it = match nearest(word, known.iter().copied()) {
                Some(known) => it.label(format!("did you mean `{known}`?")),
                None => it,
            };
            it.help(format!("it takes {takes}"))
        });
    }

    /// A key that is not known in `home`, where the keys `here` are.
    pub(crate) fn unknown(&mut self, home: &str, key: &str, at: Range<usize>, here: Vec<&str>) {
        let message = format!("unknown key {} in {home}", name(key));
        self.error("policy::unknown_key", at, message, |it| {
            let hint = if let Some(hint) = crate::semantic::hint(home, key) {
                hint.into()
            } else if let Some(known) = nearest(key, here.iter().copied()) {
                format!("did you mean `{known}`?")
            } else if let Some(table) = keys::homes(key).next() {
                format!("`{key}` belongs in [{table}]")
            } else if Scope::Top.find(key).is_some() {
                format!("`{key}` belongs at the top of a policy")
            } else if let Some(known) = keys::called_elsewhere(key) {
                format!("here this is `{known}`")
            } else {
                String::new()
            };
            it.label(hint).help(format!("{home} takes {}", listed(here, "and")))
        });
    }

    fn unknown_at(&mut self, scope: Scope, key: &str, at: Range<usize>) {
        if scope == Scope::Match && key == keys::EXTENDS {
            return self.error(
                "policy::extends_in_match",
                at,
                "`extends` cannot stand in a `[[match]]`",
                |it| it.help("put it at the top of the file: a policy is extended as a whole"),
            );
        }
        let home = match scope {
            Scope::Top => "a policy".to_owned(),
            Scope::Match => "`[[match]]`".to_owned(),
            Scope::Set => format!("`{}`", self.source.name()),
        };
        self.unknown(&home, key, at, scope.keys());
    }
}
