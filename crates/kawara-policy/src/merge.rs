//! Assignments laid over each other, each key remembering where its value came from.

use std::collections::BTreeMap;

use crate::change::{Change, Draft};
use crate::explain::Over;
use crate::source::Place;

/// A setting at one place of a policy.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) change: Change,
    pub(crate) place: Place,
}

/// Settings with the origin of every value that is not a default.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    pub(crate) draft: Draft,
    pub(crate) keys: BTreeMap<String, Kept>,
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

    fn lay(&mut self, Assignment { change, place }: &Assignment) {
        change.apply(&mut self.draft, place.dir());
        let key = change.key();
        let mut over = Vec::new();
        if let Change::Overlap(_) = change {
            let prefix = format!("{key}.");
            let languages = self.keys.extract_if(prefix.clone().., |name, _| name.starts_with(&prefix));
            languages.for_each(|(key, kept)| kept.beneath(key, &mut over));
        }
        if let Some(kept) = self.keys.remove(&key) {
            kept.beneath(key.clone(), &mut over);
        }
        self.laid += 1;
        self.keys.insert(key, Kept { value: change.value(), place: place.clone(), over, order: self.laid });
    }
}

impl Kept {
    /// Adds what is laid over to `over`: the latest first.
    fn beneath(self, key: String, over: &mut Vec<Over>) {
        over.push(Over { key, value: self.value, place: self.place });
        over.extend(self.over);
    }
}
