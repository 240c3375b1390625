use std::sync::Arc;

use super::prepared::options_for;
use crate::counter::Strictest;
use crate::{Counter, Options, Registry, Result, Settings};

/// The counters that settings named, each opened once: a tokenizer's file is large, and every rule of a policy names it.
#[derive(Default)]
pub(super) struct Counters {
    opened: boxcar::Vec<Opened>,
}

/// A counter that is open.
struct Opened {
    name: String,
    options: Options,
    counter: Arc<dyn Counter>,
    /// What the fingerprint says of where it is from. One that the program makes itself is told by its id alone.
    origin: String,
}

impl Counters {
    /// The counter of these settings, or the strictest of several, and the packs that they are from.
    ///
    /// # Errors
    /// When there is none of such a name, and what its pack returns.
    pub(super) fn open(
        &self,
        registry: &Registry,
        settings: &Settings,
    ) -> Result<(Arc<dyn Counter>, String)> {
        let budget = &settings.budget;
        let opened = std::iter::once(&budget.counter).chain(&budget.also);
        let opened: Vec<&Opened> =
            opened.map(|name| self.one(registry, settings, name)).collect::<Result<_>>()?;
        let origins: Vec<&str> = opened.iter().map(|one| one.origin.as_str()).collect();
        let counter: Arc<dyn Counter> = match &opened[..] {
            [one] => Arc::clone(&one.counter),
            several => Arc::new(Strictest::new(several.iter().map(|one| Arc::clone(&one.counter)).collect())),
        };
        Ok((counter, origins.join("\n")))
    }

    fn one(&self, registry: &Registry, settings: &Settings, name: &str) -> Result<&Opened> {
        let source = registry.counter(name)?;
        let options = match source.pack() {
            Some(pack) => options_for(settings, pack.name(), source.option_specs()),
            None => Options::new(),
        };
        let mut known = self.opened.iter().map(|(_, opened)| opened);
        if let Some(opened) = known.find(|opened| opened.name == name && opened.options == options) {
            return Ok(opened);
        }
        let counter = source.open(&options)?;
        let origin = match source.pack() {
            Some(pack) => format!("{} {} {options:?}", pack.name(), pack.version()),
            None => String::new(),
        };
        let at = self.opened.push(Opened { name: name.to_owned(), options, counter, origin });
        Ok(&self.opened[at])
    }
}
