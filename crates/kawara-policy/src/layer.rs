//! The policies that one is made of, and what they may change of each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::file::Said;
use crate::lock::{self, Guard, Lock};
use crate::merge::Assignment;
use crate::mistake::Report;
use crate::paths::absolute;
use crate::rule::Rule;
use crate::source::Place;

/// What tells policies apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    Builtin(String),
    File(PathBuf),
}

impl Id {
    pub(crate) fn file(path: &Path) -> Self {
        Self::File(absolute(path))
    }
}

/// One policy among those that a policy is made of.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) id: Id,
    /// Its beginning.
    pub(crate) place: Place,
    /// What it extends, whether that was first reached from here or not.
    pub(crate) extends: Vec<Id>,
    pub(crate) settings: Vec<Assignment>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) locks: Vec<Lock>,
    pub(crate) said: Vec<Said>,
}

/// Locks what layers lock, and reports where others change it. A layer locks what it comes to together with all that it extends; of
/// these, the `[[match]]` entries too may change what they like. Built-in policies among the others give way.
pub(crate) fn guards(layers: &mut [Layer], report: &mut Report) -> Vec<Guard> {
    let mut guards = Vec::new();
    for nth in 0..layers.len() {
        let Some(layer) = layers.get_mut(nth).filter(|layer| !layer.locks.is_empty()) else { continue };
        let locks = std::mem::take(&mut layer.locks);
        let own = closure(layers, nth);
        let guard =
            Guard::of(locks, own.iter().filter_map(|own| layers.get(*own)).flat_map(|own| &own.settings));
        // What one of its own says later holds, whatever was said before.
        let mut later: BTreeMap<String, usize> = BTreeMap::new();
        for own in &own {
            let settings = layers.get(*own).into_iter().flat_map(|layer| &layer.settings);
            later.extend(settings.map(|assignment| (assignment.change.key(), *own)));
        }
        for other in (0..layers.len()).filter(|other| !own.contains(other)) {
            let Some(layer) = layers.get_mut(other) else { continue };
            if let Id::Builtin(_) = layer.id {
                let is_overruled = |key: &str| later.get(key).is_some_and(|own| *own > other);
                let mut gone = guard.yielding(&mut layer.settings, is_overruled);
                for rule in &mut layer.rules {
                    gone.extend(guard.yielding(&mut rule.settings, |_| false));
                }
                lock::note(&gone, report);
            } else {
                guard.check(&layer.settings, |key| later.get(key).is_some_and(|own| *own > other), report);
                layer.rules.iter().for_each(|rule| guard.check(&rule.settings, |_| false, report));
            }
        }
        guards.push(guard);
    }
    guards
}

/// A layer and all that it extends, in the order in which they are laid.
fn closure(layers: &[Layer], nth: usize) -> Vec<usize> {
    let mut found = vec![nth];
    let mut next = 0;
    while let Some(layer) = found.get(next).and_then(|at| layers.get(*at)) {
        let extends = layer.extends.iter().filter_map(|id| layers.iter().position(|layer| layer.id == *id));
        let new: Vec<_> = extends.filter(|at| !found.contains(at)).collect();
        found.extend(new);
        next += 1;
    }
    found.sort_unstable();
    found
}
