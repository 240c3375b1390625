//! Policies that travel.

use std::path::PathBuf;

use kawara::Additions;
use kawara::bundle::{Bundle, write};
use kawara::policy::Loader;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::embedder::Embedders;
use crate::engine::Engine;
use crate::error::{of_bundle, of_engine, of_policy};

/// Writes what an engine was made of, but for what runs.
#[pyfunction]
pub(crate) fn _bundle(py: Python<'_>, engine: &Engine, file: PathBuf) -> PyResult<()> {
    py.detach(|| write(engine.policy(), engine.registry(), file)).map_err(|error| of_bundle(&error))
}

/// The engine of a bundle, which is unpacked into `directory`.
#[pyfunction]
pub(crate) fn _open_bundle(
    py: Python<'_>,
    file: PathBuf,
    directory: PathBuf,
    embedders: Option<&Bound<'_, PyMapping>>,
    embedding_cache: Option<PathBuf>,
) -> PyResult<Engine> {
    let embedders = Embedders::of(embedders, embedding_cache)?;
    py.detach(|| {
        let bundle = Bundle::open(file, directory).map_err(|error| of_bundle(&error))?;
        let registry = embedders.add_to(Additions::new()).registry().map_err(|error| of_engine(&error))?;
        let loader = Loader::new().with_known(kawara::known(&registry));
        let policy = bundle.policy(loader).map_err(|mistakes| of_policy(&mistakes))?;
        Engine::new(registry, policy)
    })
}
