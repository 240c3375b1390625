//! Documents in and chunks out as Arrow record batches, over the PyCapsule interface: no Python object for any row.

mod capsule;
mod columns;
mod stream;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use kawara::output::ChunkBatches;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};

use crate::error::value;
use columns::Columns;
use stream::Chunking;

/// Chunks as Arrow record batches, made as they are read, once. It has `__arrow_c_stream__`, which pyarrow, polars, DuckDB and others
/// take; iterating over it gives pyarrow's record batches.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct ChunkStream(Mutex<Option<Chunking>>);

impl ChunkStream {
    /// Chunks the documents of a reader: anything with `__arrow_c_stream__` or `__arrow_c_array__`.
    pub(crate) fn open(
        engine: Arc<kawara::Engine>,
        reader: &Bound<'_, PyAny>,
        names: &BTreeMap<String, String>,
        threads: NonZeroUsize,
        most_bytes: usize,
    ) -> PyResult<Self> {
        let documents = capsule::import(reader)?;
        let columns = Columns::find(&documents.schema(), names).map_err(value)?;
        let batches = ChunkBatches::new(most_bytes);
        Ok(Self(Mutex::new(Some(Chunking::new(engine, documents, columns, threads, batches)))))
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
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let chunking =
            taken.ok_or_else(|| value("these chunks were read already; call `chunk_batches` once more"))?;
        capsule::export(py, chunking)
    }

    /// The columns, as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py)
    }

    fn __iter__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let reader = slf.py().import("pyarrow")?.getattr("RecordBatchReader")?;
        reader.call_method1("from_stream", (slf,))?.try_iter()
    }
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
