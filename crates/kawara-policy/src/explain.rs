//! Every setting with the place it comes from.

use std::fmt;

use kawara_core::{SemanticSettings, Settings};

use crate::change::Change;
use crate::file::Said;
use crate::keys::{EDITION, LANGUAGE, NAMESPACE, TABLES, Takes};
use crate::lock::Guard;
use crate::merge::{Kept, Merged};
use crate::source::Place;

/// A setting in force: its value, where it comes from, and what it overrode.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Explained {
    /// The dotted key, such as `units.overlap`, or `units.overlap.ja` for one language.
    pub key: String,
    /// The value as a policy writes it; `None` when the key is not set and nothing stands for it.
    pub value: Option<String>,
    /// Where the value was written; `None` for the engine's default.
    pub place: Option<Place>,
    /// The values that it overrode, the latest first.
    pub over: Vec<Over>,
    /// The key that it follows from, such as `budget.model`, when it was not written itself; [`Explained::place`] is that key's.
    pub from: Option<&'static str>,
    /// Where the key was locked, when nothing laid over that policy may change it.
    pub locked: Option<Place>,
}

/// A value that was overridden.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Over {
    /// The dotted key: that of the setting, or a finer one that went with it.
    pub key: String,
    /// The value as a policy writes it.
    pub value: String,
    /// Where it was written.
    pub place: Place,
}

/// `units.overlap = 0  # policies/faq.toml:14, over 1 from policies/docs.toml:12`, or, for what follows from another key,
/// `# budget.hard-limit is 8191: budget.model, kawara.toml:4`
impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |place: &Place| format!("{}:{}", crate::render::printable(place.file()), place.line());
        match (&self.value, self.from) {
            (Some(value), Some(from)) => write!(f, "# {} is {value}: {from}, ", self.key)?,
            (Some(value), None) => write!(f, "{} = {value}  # ", self.key)?,
            (None, _) => write!(f, "# {} is not set: ", self.key)?,
        }
        match &self.place {
            Some(place) => f.write_str(&shown(place))?,
            None => f.write_str("default")?,
        }
        for over in &self.over {
            let finer = if over.key == self.key { String::new() } else { format!("{} = ", over.key) };
            write!(f, ", over {finer}{} from {}", over.value, shown(&over.place))?;
        }
        if let Some(place) = &self.locked {
            write!(f, ", locked by {}", shown(place))?;
        }
        Ok(())
    }
}

/// What policies say of themselves; then all settings in the order of the tables; keys made of names, such as options, in alphabetical
/// order below their table.
pub(crate) fn explain(merged: Merged, guards: &[Guard], said: &[Said]) -> Vec<Explained> {
    let mut default = Settings::default();
    // Of semantic boundaries there are defaults only where an embedder is asked for them.
    let embedder = merged.draft.settings.semantic.as_ref().map(|semantic| semantic.embedder.clone());
    default.semantic = embedder.map(SemanticSettings::new);
    let defaults: Vec<_> = Change::all_of(&default).iter().map(|c| (c.key(), c.value())).collect();
    let mut keys = merged.keys;
    let mut out: Vec<_> = said.iter().map(of_itself).collect();
    let mut tell = |key: String, finer: bool| {
        let prefix = format!("{key}.");
        if !finer || keys.contains_key(&key) || defaults.iter().any(|(known, _)| *known == key) {
            out.push(match keys.remove(&key) {
                Some(kept) => explained(key, kept),
                None => {
                    let value =
                        defaults.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
                    Explained { key, value, place: None, over: Vec::new(), from: None, locked: None }
                }
            });
        }
        if finer {
            let below = keys.extract_if(prefix.clone().., |name, _| name.starts_with(&prefix));
            out.extend(below.map(|(key, kept)| explained(key, kept)));
        }
    };
    for table in &TABLES {
        for key in table.keys {
            let finer = matches!(key.takes, Takes::Overlap | Takes::Options(_) | Takes::Tokenizers);
            tell(format!("{}.{}", table.name, key.name), finer);
        }
    }
    tell(LANGUAGE.name.into(), false);
    tell(NAMESPACE.name.into(), false);
    tell(EDITION.name.into(), false);
    tell(crate::keys::REQUIRED_PACKS.into(), true);
    tell(crate::keys::PACKS.into(), true);
    for explained in &mut out {
        explained.locked = guards.iter().find_map(|guard| guard.place(&explained.key)).cloned();
    }
    out
}

fn of_itself(Said { key, value, place }: &Said) -> Explained {
    let (key, value, place) = ((*key).to_owned(), Some(value.clone()), Some(place.clone()));
    Explained { key, value, place, over: Vec::new(), from: None, locked: None }
}

fn explained(key: String, kept: Kept) -> Explained {
    let Kept { value, place, over, from, .. } = kept;
    Explained { key, value: Some(value), place: Some(place), over, from, locked: None }
}
