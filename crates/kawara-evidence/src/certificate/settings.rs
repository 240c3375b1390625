//! What was in force, as it matters to whoever checks.

use std::fmt;
use std::sync::Arc;

use kawara::policy::told;
use kawara::{Carry, Counter, InForce, Options, Registry, Settings};
use serde_json::{Value, json};

use super::hash::{canonical, sha256};
use crate::Result;

/// The counters of settings; a text has as many tokens as the one that finds most.
pub(super) struct Counting {
    counters: Vec<(String, Arc<dyn Counter>)>,
    pub(super) budget: u32,
    /// Where the ids of chunks live.
    pub(super) namespace: String,
}

impl Counting {
    pub(super) fn open(registry: &Registry, settings: &Settings) -> Result<Self> {
        let names = std::iter::once(&settings.budget.counter).chain(&settings.budget.also);
        let counters = names
            .map(|name| {
                let source = registry.counter(name)?;
                let said = source.pack().and_then(|pack| settings.packs.get(pack.name()));
                let mut options = Options::new();
                for spec in source.option_specs() {
                    if let Some((_, value)) =
                        said.and_then(|said| said.iter().find(|(key, _)| *key == spec.name()))
                    {
                        options.set(spec.name(), value.clone());
                    }
                }
                Ok((name.clone(), source.open(&options)?))
            })
            .collect::<Result<Vec<_>>>()?;
        let spaces: Vec<&str> = counters.iter().map(|(_, counter)| counter.id().space()).collect();
        let namespace = settings.namespace.clone().unwrap_or_else(|| spaces.join(" + "));
        let budget = settings.budget.max_tokens.saturating_sub(settings.budget.reserve_tokens);
        Ok(Self { counters, budget, namespace })
    }

    /// The tokens of a text with the special tokens.
    pub(super) fn count(&self, text: &str) -> Result<u32> {
        let mut most = 0;
        for (_, counter) in &self.counters {
            most = most.max(counter.specials().saturating_add(counter.count(text)?));
        }
        Ok(most)
    }
}

impl fmt::Debug for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.counters.iter().map(|(name, _)| name)).finish()
    }
}

/// How many units are carried at least in a language.
pub(super) fn at_least(settings: &Settings, language: &str) -> u32 {
    match settings.units.overlap.of(language) {
        Carry::Units(units) => units.min(Carry::MOST),
        Carry::Auto { max } => max.min(1),
        Carry::Share(share) => u32::from(share > 0.0),
        Carry::Tokens(tokens) => tokens.min(1),
        _ => 0,
    }
}

pub(super) fn settings_json(in_force: &InForce, counting: &Counting) -> Value {
    let settings = in_force.settings();
    let counters: Vec<Value> = counting
        .counters
        .iter()
        .map(|(name, counter)| {
            json!({ "name": name, "id": counter.id().to_string(), "specials": counter.specials() })
        })
        .collect();
    let told = json!(told(settings));
    let matters = json!({
        "counters": counters,
        "budget": counting.budget,
        "namespace": counting.namespace,
        "kind": settings.units.kind.as_str(),
        "carry": carries(settings),
        "packs": in_force.packs(),
        "told": told,
    });
    let sha256 = sha256(&canonical(&matters));
    let mut whole = matters;
    if let Some(whole) = whole.as_object_mut() {
        whole.insert("sha256".into(), json!(sha256));
    }
    whole
}

/// The fewest units carried, by language; `*` stands for every other.
fn carries(settings: &Settings) -> Value {
    let by_language = settings.units.overlap.by_language.keys();
    let named = by_language.map(|language| (language.clone(), at_least(settings, language)));
    json!(
        named
            .chain([("*".to_owned(), at_least(settings, "*"))])
            .collect::<std::collections::BTreeMap<_, _>>()
    )
}
