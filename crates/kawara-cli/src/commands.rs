//! Programs that count tokens, as the command line and the user's configuration file define them.

use kawara::command::{Commands, Definition};
use kawara::{Error, Registry};

use crate::End;
use crate::args::CommandArguments;

/// The packs, and the counters that the user has defined.
///
/// # Errors
/// What is wrong with a definition, or with the configuration file.
pub(crate) fn registry(arguments: &CommandArguments) -> Result<Registry, End> {
    let usage = |error: Error| End::Usage(format!("{error}"));
    let mut commands = Commands::new();
    for definition in &arguments.definitions {
        Definition::parse(definition).and_then(|definition| commands.define(definition)).map_err(usage)?;
    }
    let configured = Commands::of_user().map_err(usage)?;
    commands.or(configured).registry().map_err(usage)
}
