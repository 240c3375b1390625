//! Programs that count tokens and packs that are loaded, as the command line and the user's configuration file name them.

use kawara::command::{Commands, Configuration, Definition};
use kawara::packs::{self, Loaded};
use kawara::{Error, Pack, Registry};

use crate::End;
use crate::args::CommandArguments;

/// The packs, and the counters that the user has defined.
///
/// # Errors
/// What is wrong with a definition, with a library, or with the configuration file.
pub(crate) fn registry(arguments: &CommandArguments) -> Result<Registry, End> {
    registry_with_loaded(arguments).map(|(registry, _)| registry)
}

/// The same, and which of the packs were loaded from where.
///
/// # Errors
/// As [`registry`].
pub(crate) fn registry_with_loaded(arguments: &CommandArguments) -> Result<(Registry, Vec<Loaded>), End> {
    let usage = |error: Error| End::Usage(format!("{error}"));
    let mut commands = Commands::new();
    for definition in &arguments.definitions {
        Definition::parse(definition).and_then(|definition| commands.define(definition)).map_err(usage)?;
    }
    let configured = Configuration::of_user().map_err(usage)?;
    let loaded = packs::load(arguments.packs.clone(), configured.packs).map_err(usage)?;
    let packs: Vec<&'static Pack> = loaded.iter().map(|loaded| loaded.pack).collect();
    let registry = commands.or(configured.counters).registry(&packs).map_err(usage)?;
    Ok((registry, loaded))
}
