use std::fmt;
use std::sync::Arc;

use super::Counter;
use crate::{CounterEntry, OptionSpec, Options, Pack, Result};

/// A tokenizer, or a family of them, that a program makes at run time: what a [`CounterEntry`] is to a pack, without a `static`.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Counter, CounterId, HostCounter, Options, Registry, Result};
///
/// struct Syllables(CounterId);
///
/// impl Counter for Syllables {
///     fn id(&self) -> &CounterId {
///         &self.0
///     }
///     fn count(&self, text: &str) -> Result<u32> {
///         Ok(text.split(['-', ' ']).filter(|syllable| !syllable.is_empty()).count() as u32)
///     }
/// }
///
/// let open = |_: &str| Ok(Arc::new(Syllables(CounterId::new("syllables", "1"))) as Arc<dyn Counter>);
/// let registry = Registry::collect(&[])?.with_counter(HostCounter::new("syllables", open))?;
/// let counter = registry.counter("syllables")?.open(&Options::new())?;
/// assert_eq!(counter.count("roof-ing tile")?, 3);
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone)]
pub struct HostCounter {
    scheme: String,
    names: Option<Vec<String>>,
    open: Arc<Open>,
}

type Open = dyn Fn(&str) -> Result<Arc<dyn Counter>> + Send + Sync;

impl HostCounter {
    /// Counters called `scheme:NAME`, or `scheme` alone. `open` is given what stands behind the colon, whenever settings that name
    /// it are made ready: what is dear to open it opens once and shares.
    pub fn new(
        scheme: impl Into<String>,
        open: impl Fn(&str) -> Result<Arc<dyn Counter>> + Send + Sync + 'static,
    ) -> Self {
        Self { scheme: scheme.into(), names: None, open: Arc::new(open) }
    }

    /// The names behind the colon, where they are known; there may be none yet.
    pub fn names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.names = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// The scheme, unique among counters.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The names as a policy writes them.
    pub fn full_names(&self) -> Vec<String> {
        match &self.names {
            None => vec![self.scheme.clone()],
            Some(names) => names.iter().map(|name| format!("{}:{name}", self.scheme)).collect(),
        }
    }
}

impl fmt::Debug for HostCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostCounter").field("names", &self.full_names()).finish_non_exhaustive()
    }
}

/// A counter that was found by its name and is not open yet; see [`Registry::counter`](crate::Registry::counter).
#[derive(Clone, Copy, Debug)]
pub struct CounterSource<'r> {
    pub(crate) origin: Maker<'r>,
    /// What stands behind the colon.
    pub(crate) name: &'r str,
}

/// Who offers a counter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Maker<'r> {
    Static(&'static Pack, &'static CounterEntry),
    Host(&'r HostCounter),
}

impl CounterSource<'_> {
    /// The pack that offers it; `None` where the program itself does.
    pub fn pack(&self) -> Option<&'static Pack> {
        match self.origin {
            Maker::Static(pack, _) => Some(pack),
            Maker::Host(_) => None,
        }
    }

    /// What the pack says of it; `None` where the program itself offers it.
    pub fn entry(&self) -> Option<&'static CounterEntry> {
        match self.origin {
            Maker::Static(_, entry) => Some(entry),
            Maker::Host(_) => None,
        }
    }

    /// The options it takes: none, where the program itself offers it.
    pub fn option_specs(&self) -> &'static [OptionSpec] {
        self.entry().map_or(&[], CounterEntry::option_specs)
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack or the program returns.
    pub fn open(&self, options: &Options) -> Result<Arc<dyn Counter>> {
        match self.origin {
            Maker::Static(pack, entry) => {
                entry.open(self.name, options).map_err(|error| error.in_pack(pack.name()))
            }
            Maker::Host(host) => (host.open)(self.name),
        }
    }
}
