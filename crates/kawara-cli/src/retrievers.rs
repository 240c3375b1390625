//! Retrievers, as the command line and the user's configuration file define them.

use kawara::command::Definition;
use kawara_evidence::Error;
use kawara_evidence::retrieve::{Retriever, Retrievers};

use crate::End;

/// The retriever of a name, made ready; `none` is none.
///
/// # Errors
/// What is wrong with a definition or with the configuration file, there is none of that name, or its program cannot be started.
pub(crate) fn retriever(name: &str, definitions: &[String]) -> Result<Option<Box<dyn Retriever>>, End> {
    let usage = |error: Error| End::Usage(error.to_string());
    if name == "none" {
        return Ok(None);
    }
    let mut retrievers = Retrievers::new();
    for definition in definitions {
        let definition = Definition::parse(definition).map_err(|error| End::Usage(error.to_string()))?;
        retrievers.define(definition).map_err(usage)?;
    }
    let retrievers = retrievers.or(Retrievers::of_user().map_err(usage)?);
    retrievers.open(name).map(Some).map_err(usage)
}
