//! Documents in and chunks out as Arrow record batches, over the PyCapsule interface: no Python object for any row.

mod capsule;
mod columns;
mod stream;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kawara::contextual::Contexts;
use kawara::output::ChunkBatches;
use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};

use crate::error::value;
use columns::Columns;
use stream::Chunking;

/// Chunks as Arrow record batches, made as they are read, once. It has `__arrow_c_stream__`, which pyarrow, polars, DuckDB and others
/// take; iterating over it gives pyarrow's record batches.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct ChunkStream {
    chunking: Mutex<Option<Chunking>>,
    ended: Arc<Ended>,
}

impl ChunkStream {
    /// Chunks the documents of a reader: anything with `__arrow_c_stream__` or `__arrow_c_array__`.
    pub(crate) fn open(
        engine: Arc<kawara::Engine>,
        reader: &Bound<'_, PyAny>,
        names: &BTreeMap<String, String>,
        threads: NonZeroUsize,
        contexts: Option<Arc<Contexts>>,
        most_bytes: usize,
    ) -> PyResult<Self> {
        let documents = capsule::import(reader)?;
        let columns = Columns::find(&documents.schema(), names).map_err(value)?;
        let batches = ChunkBatches::new(most_bytes);
        let ended = Arc::new(Ended::default());
        let chunking =
            Chunking::new(engine, documents, columns, threads, contexts, batches, Arc::clone(&ended));
        Ok(Self { chunking: Mutex::new(Some(chunking)), ended })
    }
}

#[pymethods]
impl ChunkStream {
    /// The stream, as a capsule. The schema is what it is: one that is asked for is not looked at.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let taken = lock(&self.chunking).take();
        let chunking =
            taken.ok_or_else(|| value("these chunks were read already; call `chunk_batches` once more"))?;
        capsule::export(py, chunking)
    }

    /// The columns, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py)
    }

    // The iterator is Python's: one of Rust would hold the lock while pyarrow, which lets go of it, asks for the next batch.
    fn __iter__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        lock(&slf.get().ended.0).is_heard = true;
        slf.py().import("kawara._batches")?.call_method1("batches", (slf,))?.try_iter()
    }

    /// What ended it before it was done, and Arrow's interface has no way to say: an interruption, an exit.
    fn _ended<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBaseException>> {
        lock(&self.ended.0).raised.take().map(|raised| raised.into_value(py).into_bound(py))
    }
}

/// What has ended a stream before it was done, for whoever can raise it.
#[derive(Default)]
struct Ended(Mutex<Ending>);

#[derive(Default)]
struct Ending {
    /// Whether somebody raises it.
    is_heard: bool,
    raised: Option<PyErr>,
}

impl Ended {
    /// Keeps it. If nobody is there to raise it, an interruption is made to happen once more, when the reader is back in Python.
    fn by(&self, error: PyErr) {
        let mut ending = lock(&self.0);
        if ending.is_heard {
            ending.raised = Some(error);
            return;
        }
        drop(ending);
        let _ = Python::try_attach(|py| {
            if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
            }
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The columns of chunks, with `__arrow_c_schema__`: what `pyarrow.schema` takes.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct ChunkSchema;

#[pymethods]
impl ChunkSchema {
    #[new]
    fn new() -> Self {
        Self
    }

    /// The columns, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py)
    }
}
