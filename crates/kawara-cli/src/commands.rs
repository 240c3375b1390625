//! Programs that count tokens and packs that are loaded, as the command line and the user's configuration file name them.

use kawara::command::{Commands, Configuration, Definition};
use kawara::packs::Loaded;
use kawara::{Additions, Registry};

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
    all(arguments).map_err(|error| End::Usage(error.to_string()))
}

fn all(arguments: &CommandArguments) -> kawara::Result<(Registry, Vec<Loaded>)> {
    let mut commands = Commands::new();
    for definition in &arguments.definitions {
        commands.define(Definition::parse(definition)?)?;
    }
    Additions::new()
        .with_libraries(arguments.packs.iter().cloned())
        .with_commands(commands)
        .with_configuration(Configuration::of_user()?)
        .registry_with_loaded()
}
