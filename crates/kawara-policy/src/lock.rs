//! `lock`: keys of a policy that nothing laid over it may change.

use std::collections::{BTreeMap, BTreeSet};

use kawara_core::{SemanticSettings, Settings};
use toml::de::{DeTable, DeValue};

use crate::change::{self, Change};
use crate::keys::{self, Form, Scope, Takes};
use crate::merge::{Assignment, Kept, Merged};
use crate::mistake::{Mistake, Report};
use crate::models;
use crate::render::{listed, name};
use crate::source::Place;
use crate::suggest::nearest;
use crate::walk::{Node, Walk};

const OVERLAP: &str = "units.overlap";
/// A key, or all that begin with it, and where it was locked.
#[derive(Clone, Debug)]
pub(crate) struct Lock {
    /// The dotted key, as [`Change::key`] writes it.
    pub(crate) key: String,
    pub(crate) place: Place,
}

/// What one policy locked, and the values that it locked.
#[derive(Debug)]
pub(crate) struct Guard {
    /// By their keys.
    locks: BTreeMap<String, Lock>,
    /// Where the values are not the engine's own.
    held: BTreeMap<String, Kept>,
}

/// An assignment that changes what is locked.
struct Breach<'g> {
    /// Its place among the others.
    nth: usize,
    /// The locked key that it changes.
    key: String,
    lock: &'g Lock,
}

/// A value that gave way to a lock.
#[derive(Debug)]
pub(crate) struct GaveWay {
    key: String,
    value: String,
    place: Place,
    lock: Place,
}

/// Notes what of a built-in policy gave way to what is locked, if anything did.
pub(crate) fn note(gone: &[GaveWay], report: &mut Report) {
    let Some(first) = gone.first() else { return };
    let mut keys: Vec<_> = gone.iter().map(|gone| format!("{} = {}", gone.key, gone.value)).collect();
    keys.sort_unstable();
    keys.dedup();
    let keys = listed(keys.iter().map(String::as_str), "and");
    let message = format!(
        "{keys} of `{}` {} to what is locked",
        first.place.file(),
        if gone.len() == 1 { "gives way" } else { "give way" }
    );
    let note = Mistake::note("policy::gave_way", first.place.clone(), message)
        .also(first.lock.clone(), "locked here")
        .help("a built-in policy changes nothing that is locked; the rest of it holds");
    report.add(note);
}

impl Guard {
    /// Locks keys at what the assignments make of them.
    pub(crate) fn of<'a>(locks: Vec<Lock>, settings: impl IntoIterator<Item = &'a Assignment>) -> Self {
        let locks = locks.into_iter().map(|lock| (lock.key.clone(), lock)).collect();
        let mut guard = Self { locks, held: Merged::of(settings).keys };
        let mut held = std::mem::take(&mut guard.held);
        held.retain(|key, _| key == OVERLAP || guard.lock(key).is_some());
        guard.held = held;
        guard
    }

    /// Where a key was locked, if it was.
    pub(crate) fn place(&self, key: &str) -> Option<&Place> {
        self.lock(key).map(|lock| &lock.place)
    }

    fn lock(&self, key: &str) -> Option<&Lock> {
        self.lock_of(key).or_else(|| rival(key).and_then(|rival| self.lock_of(rival)))
    }

    /// The lock of the key itself, or of a table that it is in.
    fn lock_of(&self, key: &str) -> Option<&Lock> {
        let tables = key.match_indices('.').map(|(end, _)| &key[..end]);
        tables.chain(std::iter::once(key)).find_map(|name| self.locks.get(name))
    }

    /// Reports what changes a locked key, unless `is_overruled` says that it does not hold in the end.
    pub(crate) fn check(
        &self,
        layer: &[Assignment],
        is_overruled: impl Fn(&str) -> bool,
        report: &mut Report,
    ) {
        for breach in self.breaches(layer).into_iter().filter(|breach| !is_overruled(&breach.key)) {
            if let Some(assignment) = layer.get(breach.nth) {
                report.add(self.mistake(assignment, &breach));
            }
        }
    }

    /// Leaves out what would change a locked key: nobody wrote it for this corpus. What that were is returned, but for what
    /// `is_overruled` says does not hold in the end.
    pub(crate) fn yielding(
        &self,
        layer: &mut Vec<Assignment>,
        is_overruled: impl Fn(&str) -> bool,
    ) -> Vec<GaveWay> {
        let breaches = self.breaches(layer);
        let gone: BTreeSet<_> = breaches.iter().map(|breach| breach.nth).collect();
        let told = breaches.into_iter().filter(|breach| !is_overruled(&breach.key));
        let told = told.filter_map(|Breach { nth, lock, .. }| {
            let assignment = layer.get(nth)?;
            let (key, value) = (assignment.change.key(), assignment.change.value());
            Some(GaveWay { key, value, place: assignment.place.clone(), lock: lock.place.clone() })
        });
        let told = told.collect();
        let mut nth = 0;
        layer.retain(|_| {
            nth += 1;
            !gone.contains(&(nth - 1))
        });
        told
    }

    /// What a layer comes to is compared: a default for all languages may be followed by the locked value of one.
    fn breaches(&self, layer: &[Assignment]) -> Vec<Breach<'_>> {
        let mut last = BTreeMap::new();
        let mut all_languages = None;
        for (nth, assignment) in layer.iter().enumerate() {
            if let Change::Overlap(_) = assignment.change {
                last.retain(|key: &String, _| language_of(key).is_none());
                all_languages = Some(nth);
            }
            last.insert(assignment.change.key(), nth);
        }
        if let Some(nth) = all_languages {
            let locked = self.locks.keys().chain(self.held.keys());
            for key in locked.filter(|key| language_of(key).is_some()) {
                last.entry(key.clone()).or_insert(nth);
            }
        }
        let mut breaches = Vec::new();
        for (key, nth) in last {
            if let Some((lock, assignment)) = self.lock(&key).zip(layer.get(nth))
                && !self.keeps(&key, assignment)
            {
                breaches.push(Breach { nth, key, lock });
            }
        }
        breaches
    }

    /// Whether an assignment says what is locked. A path has to be said from the same directory.
    fn keeps(&self, key: &str, Assignment { change, place, .. }: &Assignment) -> bool {
        match self.held(key) {
            Some(kept) => {
                kept.value == change.value() && (!change.may_be_path() || kept.place.dir() == place.dir())
            }
            None => default_of(key).is_some_and(|value| value == change.value()),
        }
    }

    fn held(&self, key: &str) -> Option<&Kept> {
        self.held.get(key).or_else(|| language_of(key).and_then(|_| self.held.get(OVERLAP)))
    }

    fn mistake(
        &self,
        Assignment { change, place, .. }: &Assignment,
        Breach { key, lock, .. }: &Breach<'_>,
    ) -> Mistake {
        let written = change.key();
        let message = if *key != written {
            format!("`{written}` changes {}, which is locked", name(key))
        } else if let Some(rival) = rival(key).filter(|_| self.lock_of(key).is_none()) {
            format!("`{key}` is locked, since `{rival}` is: a model names its counter")
        } else {
            format!("{} is locked", name(key))
        };
        let file = crate::render::printable(lock.place.file());
        // Of two rivals, the one that has a value says what is kept.
        let kept = [Some(key.as_str()), rival(key)]
            .into_iter()
            .flatten()
            .find_map(|key| Some((key, self.held(key)?)));
        let help = match (kept, default_of(key)) {
            (Some((key, kept)), _) => format!("leave it out: `{file}` keeps `{key} = {}`", kept.value),
            (None, Some(value)) => format!("leave it out: `{file}` keeps it at the default, `{value}`"),
            (None, None) => format!("leave it out: `{file}` keeps it unset"),
        };
        let same = kept.is_some_and(|(_, kept)| kept.value == change.value());
        let label =
            if same { "the same words, but a path is seen from the policy that it stands in" } else { "" };
        Mistake::error("policy::locked", place.clone(), message)
            .label(label)
            .also(lock.place.clone(), "locked here")
            .help(help)
    }
}

/// The key that says the same thing in another way.
fn rival(key: &str) -> Option<&'static str> {
    match key {
        "budget.counter" => Some("budget.model"),
        "budget.model" => Some("budget.counter"),
        _ => None,
    }
}

/// The language of a key for the overlap of one.
fn language_of(key: &str) -> Option<&str> {
    key.strip_prefix(OVERLAP)?.strip_prefix('.')
}

/// The engine's own value of a key.
fn default_of(key: &str) -> Option<String> {
    let key = if language_of(key).is_some() { OVERLAP } else { key };
    let mut default = Settings::default();
    default.semantic = Some(SemanticSettings::new(""));
    Change::all_of(&default).into_iter().find(|change| change.key() == key).map(|change| change.value())
}

impl Walk<'_> {
    /// Dotted keys and names of tables.
    pub(crate) fn locks(&mut self, node: &Node<'_>) -> Vec<Lock> {
        let doc = Scope::Top.doc(keys::LOCK);
        let mut locks = Vec::new();
        let mut known = BTreeSet::new();
        for node in self.list(keys::LOCK, doc, node) {
            let Some(word) = self.name(keys::LOCK, doc, node) else { continue };
            let Some(key) = dotted(&word).and_then(|parts| lockable(&parts)) else {
                self.unlockable(&word, doc, node);
                continue;
            };
            if !known.insert(key.clone()) {
                let message = format!("`lock` names {} twice", name(&key));
                self.error("policy::twice", node.span(), message, |it| it.help("leave one of them out"));
            } else {
                locks.push(Lock { key, place: self.place(node.span()) });
            }
        }
        locks
    }

    fn unlockable(&mut self, word: &str, doc: &str, node: &Node<'_>) {
        let message = format!("`lock` names {}, and there is no such key", name(word));
        let all = every_key();
        let last = word.rsplit('.').next().unwrap_or_default();
        let hint = nearest(word, all.iter().map(String::as_str)).or_else(|| {
            let ends = |key: &&String| key.rsplit('.').next() == Some(last);
            all.iter().find(ends).map(String::as_str)
        });
        self.error("policy::unknown_key", node.span(), message, |it| {
            let it = match hint {
                Some(known) => it.label(format!("did you mean `{known}`?")),
                None => it,
            };
            it.help(doc)
        });
    }
}

/// The parts of a key as TOML writes it.
fn dotted(key: &str) -> Option<Vec<String>> {
    let text = format!("{key} = 0");
    let (table, errors) = DeTable::parse_recoverable(&text);
    let mut parts = Vec::new();
    let mut table = errors.is_empty().then_some(table.get_ref());
    while let Some(here) = table {
        let mut entries = here.iter();
        let (Some((key, node)), None) = (entries.next(), entries.next()) else { return None };
        parts.push(key.get_ref().to_string());
        match node.get_ref() {
            DeValue::Table(below) => table = Some(below),
            DeValue::Integer(_) => return Some(parts),
            _ => return None,
        }
    }
    None
}

/// The key as [`Change::key`] writes it, if it is one of a setting, or of a table.
fn lockable(parts: &[String]) -> Option<String> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts[..] {
        [keys::PACKS, ref rest @ ..] if rest.len() <= 2 => {
            Some(std::iter::once(keys::PACKS.to_owned()).chain(rest.iter().map(|part| change::key(part))))
                .map(|parts| parts.collect::<Vec<_>>().join("."))
        }
        [keys::REQUIRED_PACKS, pack] => Some(format!("{}.{}", keys::REQUIRED_PACKS, change::key(pack))),
        [one] => {
            let is_lockable = |top: &keys::Top| matches!(top.form, Form::Setting(_) | Form::RequiredPacks);
            let is_setting = Scope::Top.find(one).is_some_and(is_lockable);
            (is_setting || keys::table(one).is_some()).then(|| one.to_owned())
        }
        [table, key, ref rest @ ..] => {
            let known = keys::table(table)?.keys.iter().find(|known| known.name == key)?;
            match (&known.takes, rest) {
                (_, []) => Some(format!("{table}.{key}")),
                (Takes::Overlap, [language])
                    if crate::language::judge(language) == crate::language::Verdict::Good =>
                {
                    Some(format!("{table}.{key}.{}", language.to_lowercase()))
                }
                (Takes::Options(_), [option]) => Some(format!("{table}.{key}.{}", change::key(option))),
                (Takes::Tokenizers, [model]) => models::model(model).map(Change::tokenizer_key),
                _ => None,
            }
        }
        [] => None,
    }
}

/// Every key and table that can be locked by a name that is known beforehand.
pub(crate) fn every_key() -> Vec<String> {
    let tops = Scope::Top
        .top()
        .filter(|top| matches!(top.form, Form::Setting(_) | Form::RequiredPacks | Form::Packs));
    let tables = keys::TABLES.iter().flat_map(|table| {
        let keys = table.keys.iter().map(|key| format!("{}.{}", table.name, key.name));
        std::iter::once(table.name.to_owned()).chain(keys)
    });
    tops.map(|top| top.name.to_owned()).chain(tables).collect()
}
