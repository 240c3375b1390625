//! What the command line and the user's configuration file add to the built-in packs: libraries, programs that count, embedders.

use kawara::command::{Commands, Configuration, Definition};
#[cfg(feature = "embed")]
use kawara::embed::{Cache, Model};
use kawara::packs::Loaded;
use kawara::{Additions, Registry};

use crate::End;
use crate::args::{AdditionArguments, CommandArguments};

/// What an argument adds.
pub(crate) trait Adds {
    /// With the configuration, from which what is not said here is taken.
    ///
    /// # Errors
    /// What is wrong with a definition.
    fn additions(&self, configuration: Configuration) -> kawara::Result<Additions>;
}

impl Adds for CommandArguments {
    fn additions(&self, configuration: Configuration) -> kawara::Result<Additions> {
        let mut commands = Commands::new();
        for definition in &self.definitions {
            commands.define(Definition::parse(definition)?)?;
        }
        let additions = Additions::new().with_libraries(self.packs.iter().cloned()).with_commands(commands);
        Ok(additions.with_configuration(configuration))
    }
}

impl Adds for AdditionArguments {
    #[cfg(not(feature = "embed"))]
    fn additions(&self, configuration: Configuration) -> kawara::Result<Additions> {
        self.counting.additions(configuration)
    }

    /// Vectors are kept unless somebody does not want it: a second run is then the same as the first, and asks nobody.
    #[cfg(feature = "embed")]
    fn additions(&self, mut configuration: Configuration) -> kawara::Result<Additions> {
        let cache = match self.embedding.embedding_cache.as_deref() {
            Some("none") => {
                configuration.embedding_cache = None;
                None
            }
            Some(folder) => Some(Cache::in_folder(folder)),
            None if configuration.embedding_cache.is_some() => None,
            None => Cache::of_user(),
        };
        let additions = self.counting.additions(configuration)?.with_models(self.models()?);
        Ok(cache.into_iter().fold(additions, Additions::with_embedding_cache))
    }
}

impl AdditionArguments {
    /// How many embedders the command line defines.
    pub(crate) fn embedders(&self) -> usize {
        #[cfg(feature = "embed")]
        return self.embedding.embedders.len();
        #[cfg(not(feature = "embed"))]
        0
    }
}

#[cfg(feature = "embed")]
impl AdditionArguments {
    /// Embedders of the command line.
    fn models(&self) -> kawara::Result<Vec<Model>> {
        self.embedding.embedders.iter().map(|word| Model::parse(word)).collect()
    }

    /// All embedders: those of the configuration whose name no other has come last.
    ///
    /// # Errors
    /// What is wrong with a definition, or with the configuration file.
    pub(crate) fn all_models(&self) -> Result<Vec<Model>, End> {
        let all = || {
            let mut models = self.models()?;
            for model in Configuration::of_user()?.embedders {
                if !models.iter().any(|known| known.name() == model.name()) {
                    models.push(model);
                }
            }
            Ok(models)
        };
        all().map_err(|error: kawara::Error| End::Usage(error.to_string()))
    }
}

/// The packs, and what the user adds to them.
///
/// # Errors
/// What is wrong with a definition, with a library, or with the configuration file.
pub(crate) fn registry(arguments: &impl Adds) -> Result<Registry, End> {
    registry_with_loaded(arguments).map(|(registry, _)| registry)
}

/// The same, and which of the packs were loaded from where.
///
/// # Errors
/// As [`registry`].
pub(crate) fn registry_with_loaded(arguments: &impl Adds) -> Result<(Registry, Vec<Loaded>), End> {
    let all = || arguments.additions(Configuration::of_user()?)?.registry_with_loaded();
    all().map_err(|error| End::Usage(error.to_string()))
}
