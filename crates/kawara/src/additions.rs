use std::fmt;
use std::sync::Arc;

use kawara_core::{Embedder, HostCounter, Pack, Registry, Result};

use crate::command::{Commands, Configuration};
use crate::packs::{Loaded, PackFile, load};

/// What whoever runs kawara adds to the built-in packs: packs, from libraries or at hand; counters and embedders, programs or a host's own.
///
/// ```no_run
/// use kawara::Additions;
/// use kawara::command::{Commands, Configuration, Definition};
/// use kawara::packs::PackFile;
///
/// let mut commands = Commands::new();
/// commands.define(Definition::parse("mytok=python3 tok.py")?)?;
/// let registry = Additions::new()
///     .with_libraries([PackFile::parse("/usr/local/lib/kawara/libko.so")?])
///     .with_commands(commands)
///     .with_configuration(Configuration::of_user()?)
///     .registry()?;
/// assert!(registry.counter_names().contains(&"cmd:mytok".to_owned()));
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Additions {
    libraries: Vec<PackFile>,
    packs: Vec<&'static Pack>,
    commands: Commands,
    counters: Vec<HostCounter>,
    embedders: Vec<(String, Arc<dyn Embedder>)>,
    #[cfg(feature = "embed")]
    models: Vec<crate::embed::Model>,
    #[cfg(feature = "embed")]
    cache: Option<crate::embed::Cache>,
    configuration: Configuration,
}

impl Additions {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Packs that are to be loaded.
    pub fn with_libraries(mut self, libraries: impl IntoIterator<Item = PackFile>) -> Self {
        self.libraries.extend(libraries);
        self
    }

    /// Packs that are there already.
    pub fn with_packs(mut self, packs: impl IntoIterator<Item = &'static Pack>) -> Self {
        self.packs.extend(packs);
        self
    }

    /// Counters that are programs; where some were given before, those win.
    pub fn with_commands(mut self, commands: Commands) -> Self {
        self.commands = self.commands.or(commands);
        self
    }

    /// Counters that a host makes itself.
    pub fn with_counters(mut self, counters: impl IntoIterator<Item = HostCounter>) -> Self {
        self.counters.extend(counters);
        self
    }

    /// Embedders that a host makes itself, by the names that policies know them by.
    pub fn with_embedders<N: Into<String>>(
        mut self,
        embedders: impl IntoIterator<Item = (N, Arc<dyn Embedder>)>,
    ) -> Self {
        self.embedders.extend(embedders.into_iter().map(|(name, embedder)| (name.into(), embedder)));
        self
    }

    /// Embedders that are programs or services.
    #[cfg(feature = "embed")]
    pub fn with_models(mut self, models: impl IntoIterator<Item = crate::embed::Model>) -> Self {
        self.models.extend(models);
        self
    }

    /// Where vectors are kept, of all embedders. If not given, they are kept where a configuration says so, or nowhere.
    #[cfg(feature = "embed")]
    pub fn with_embedding_cache(mut self, cache: crate::embed::Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// The packs, counters and embedders of a configuration, in place of another that was given before. What was given otherwise wins: of the
    /// configured packs those are loaded that no library among the others has the name of, so that one that is tried is not in the way of
    /// the one that is used.
    pub fn with_configuration(mut self, configuration: Configuration) -> Self {
        self.configuration = configuration;
        self
    }

    /// The built-in packs, all that linked crates submit, and these.
    ///
    /// # Errors
    /// When a library is [refused](PackFile::load), two libraries have packs of one name, or two packs claim one name, language, counter
    /// or content type.
    pub fn registry(self) -> Result<Registry> {
        self.registry_with_loaded().map(|(registry, _)| registry)
    }

    /// The same, and which packs were loaded from where.
    ///
    /// # Errors
    /// As [`registry`](Self::registry).
    pub fn registry_with_loaded(self) -> Result<(Registry, Vec<Loaded>)> {
        let loaded = load(self.libraries, self.configuration.packs)?;
        let mut packs = crate::builtin().to_vec();
        packs.extend(loaded.iter().map(|loaded| loaded.pack));
        packs.extend(self.packs);
        let commands = self.commands.or(self.configuration.counters).counter();
        let mut counters = std::iter::once(commands).chain(self.counters);
        let registry = counters.try_fold(Registry::collect(&packs)?, Registry::with_counter)?;
        #[cfg(feature = "embed")]
        let kept =
            self.cache.or_else(|| self.configuration.embedding_cache.map(crate::embed::Cache::in_folder));
        #[cfg(feature = "embed")]
        let registry =
            crate::embed::added(registry, (self.embedders, self.models), self.configuration.embedders, kept)?;
        #[cfg(not(feature = "embed"))]
        let registry = self
            .embedders
            .into_iter()
            .try_fold(registry, |registry, (name, it)| registry.with_embedder(name, it))?;
        Ok((registry, loaded))
    }
}

impl fmt::Debug for Additions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let embedders: Vec<&str> = self.embedders.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Additions")
            .field("libraries", &self.libraries)
            .field("commands", &self.commands)
            .field("embedders", &embedders)
            .field("configuration", &self.configuration)
            .finish_non_exhaustive()
    }
}
