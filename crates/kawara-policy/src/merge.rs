//! Assignments laid over each other, each key remembering where its value came from.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::change::{Change, Draft};
use crate::explain::Over;
use crate::source::Place;

/// A setting at one place of a policy.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) change: Change,
    pub(crate) place: Place,
    /// The bytes of the names in its key that are the policy's own, from the outside in: of a pack and its option, of a language.
    pub(crate) names: Vec<Range<usize>>,
}

impl Assignment {
    /// Where its key is named.
    pub(crate) fn key_place(&self) -> Place {
        self.names.last().map_or_else(|| self.place.clone(), |name| self.place.part(name.clone()))
    }

    /// Where its pack is named.
    pub(crate) fn pack_place(&self) -> Place {
        self.names.first().map_or_else(|| self.place.clone(), |name| self.place.part(name.clone()))
    }
}

/// Settings with the origin of every value that is not a default.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    pub(crate) draft: Draft,
    pub(crate) keys: BTreeMap<String, Kept>,
    /// Keys and tables with a value that could not be read: what is known of them is not what was meant.
    pub(crate) unread: BTreeSet<String>,
    laid: usize,
}

/// The value that a key has in the end.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) value: String,
    pub(crate) place: Place,
    pub(crate) over: Vec<Over>,
    /// The how manieth assignment it was.
    pub(crate) order: usize,
    /// The key that the value follows from, where it was not written itself.
    pub(crate) from: Option<&'static str>,
}

impl Merged {
    /// Lays the assignments over the defaults, the later over the earlier.
    pub(crate) fn of<'a>(assignments: impl IntoIterator<Item = &'a Assignment>) -> Self {
        let mut merged = Self::default();
        for assignment in assignments {
            merged.lay(assignment);
        }
        merged
    }

    /// Where the value of a key was written, if it is not a default.
    pub(crate) fn place(&self, key: &str) -> Option<&Place> {
        self.keys.get(key).map(|kept| &kept.place)
    }

    /// Whether a key was given a value that could not be read: itself, in a table, or by naming what it follows from.
    pub(crate) fn is_unread(&self, key: &str) -> bool {
        let outer = key.match_indices('.').map(|(end, _)| &key[..end]);
        let from: &[&str] = match key {
            "budget.hard-limit" | "budget.counter" => &["budget.model", "budget.counter"],
            "budget.max-tokens" if self.place(key).is_none_or(Place::is_builtin) => &["budget.model"],
            _ => &[],
        };
        outer.chain([key]).chain(from.iter().copied()).any(|key| self.unread.contains(key))
    }

    /// Whether the value of a key follows from another key.
    pub(crate) fn is_followed(&self, key: &str) -> bool {
        self.keys.get(key).is_some_and(|kept| kept.from.is_some())
    }

    fn lay(&mut self, Assignment { change, place, .. }: &Assignment) {
        change.apply(&mut self.draft, place.dir());
        let key = change.key();
        let mut over = Vec::new();
        if let Change::Overlap(_) = change {
            let prefix = format!("{key}.");
            let languages = self.keys.extract_if(prefix.clone().., |name, _| name.starts_with(&prefix));
            languages.for_each(|(key, kept)| kept.beneath(key, &mut over));
        }
        // A model names its counter: of the two, the one that was said last holds.
        let rival = match change {
            Change::Model(_) => Some("budget.counter"),
            Change::Counter(_) => Some("budget.model"),
            _ => None,
        };
        if let Some((rival, kept)) = rival.and_then(|rival| self.keys.remove_entry(rival)) {
            kept.beneath(rival, &mut over);
        }
        if let Some(kept) = self.keys.remove(&key) {
            kept.beneath(key.clone(), &mut over);
        }
        self.laid += 1;
        let (value, place, order) = (change.value(), place.clone(), self.laid);
        self.keys.insert(key, Kept { value, place, over, order, from: None });
    }

    /// Keeps a value that follows from another key, over what was written, if anything was.
    pub(crate) fn follow(
        &mut self,
        from: &'static str,
        place: Place,
        change: &Change,
        shown: Option<String>,
    ) {
        let Some(order) = self.keys.get(from).map(|kept| kept.order) else { return };
        change.apply(&mut self.draft, None);
        let (key, value) = (change.key(), shown.unwrap_or_else(|| change.value()));
        let mut over = Vec::new();
        if let Some(kept) = self.keys.remove(&key) {
            kept.beneath(key.clone(), &mut over);
        }
        self.keys.insert(key, Kept { value, place, over, order, from: Some(from) });
    }
}

impl Kept {
    /// Adds what is laid over to `over`: the latest first.
    fn beneath(self, key: String, over: &mut Vec<Over>) {
        over.push(Over { key, value: self.value, place: self.place });
        over.extend(self.over);
    }
}
