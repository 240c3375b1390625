//! kawara for Python: the module `kawara._kawara`, which `python/kawara` makes pleasant.
//!
//! Everything that takes time is done without the interpreter's lock.

mod arguments;
mod arrow;
mod batch;
mod bundle;
mod chunk;
mod command;
mod contextual;
mod counter;
mod document;
mod embedder;
mod engine;
mod error;
mod evidence;
mod feed;
mod group;
mod guard;
mod interrupt;
mod late;
mod plain;
mod plan;
mod policy;
mod reading;
mod segmenter;
mod unit;

/// The engine; use it as `kawara`.
#[pyo3::pymodule]
mod _kawara {
    #[pymodule_export]
    use crate::arrow::{ChunkSchema, ChunkStream};
    #[pymodule_export]
    use crate::bundle::{_bundle, _open_bundle};
    #[pymodule_export]
    use crate::command::_command;
    #[pymodule_export]
    use crate::contextual::Contexts;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::error::{BusyError, DocumentError, KawaraError, ManifestError, PackError, PolicyError};
    #[pymodule_export]
    use crate::guard::{_count, _guard};
    #[pymodule_export]
    use crate::plan::{Operations, OperationsIterator};
    #[pymodule_export]
    use crate::reading::_stitch;
    #[pymodule_export]
    use crate::unit::Unit;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        pyo3::types::PyModuleMethods::add(module, "__version__", env!("CARGO_PKG_VERSION"))
    }
}
