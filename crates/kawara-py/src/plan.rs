//! What a change of documents or policies does to an index, and the operations that carry it out.

use std::io::BufRead;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use kawara::input::Failure;
use kawara::plan::{self, Applied, Manifest, Options, Plan};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;

use crate::error::{of_plan, value};
use crate::feed::feed;

/// Documents, what they are compared with, and how.
pub(crate) struct Comparison {
    pub(crate) engine: Arc<kawara::Engine>,
    pub(crate) documents: Py<PyAny>,
    pub(crate) manifest: PathBuf,
    pub(crate) options: Options,
}

impl Comparison {
    /// What the change comes to.
    pub(crate) fn plan(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Self { engine, documents, manifest, options } = self;
        let manifest = py.detach(|| Manifest::open(manifest)).map_err(|error| of_plan(&error))?;
        let (made, failed) =
            feed(documents.bind(py), |inputs, tell| plan::plan(&engine, inputs, &manifest, &options, tell))?;
        told(py, &made.map_err(|error| of_plan(&error))?, &failed)
    }

    /// The same, with operations.
    fn apply(self, py: Python<'_>) -> PyResult<(Open, Vec<Failure>)> {
        let Self { engine, documents, manifest, options } = self;
        let begin = || {
            let known = Arc::new(Manifest::open_to_write(&manifest)?);
            Ok((known, plan::Operations::create(manifest.join("operations"))?))
        };
        // Whatever fails, the file goes before the manifest does, and with it a folder that is new.
        let (known, mut operations) = py.detach(begin).map_err(|error| of_plan(&error))?;
        let (applied, failed) = feed(documents.bind(py), |inputs, tell| {
            plan::apply(&engine, inputs, Arc::clone(&known), &options, &mut operations, tell)
        })?;
        Ok((Open { operations, applied: applied.map_err(|error| of_plan(&error))? }, failed))
    }
}

/// A plan as the command writes it, and what failed.
fn told<'py>(py: Python<'py>, plan: &Plan, failed: &[Failure]) -> PyResult<Bound<'py, PyAny>> {
    let failed = failed.iter().map(|failure| json!({"doc_id": failure.document, "message": failure.message}));
    let mut json = json!(plan);
    json["failed"] = failed.collect();
    loads(py)?.call1((json.to_string(),))
}

fn loads(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.getattr("loads")
}

/// What brings an index from what a manifest remembers to what the documents are now. It is a context manager, which begins with the block, and
/// in it an iterable of dicts with "op": "add", "move" or "delete".
///
/// A block that takes all of them and ends without an exception makes the new state the manifest's; any other leaves it as it was, and the
/// same operations come again. Those that were carried out by then may be carried out once more.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct Operations {
    state: Mutex<State>,
    plan: OnceLock<Py<PyAny>>,
    progress: Arc<Progress>,
}

enum State {
    Ready(Box<Comparison>, bool),
    Open(Box<Open>),
    Over,
}

/// As above, the file goes first.
struct Open {
    operations: plan::Operations,
    applied: Applied<Arc<Manifest>>,
}

#[derive(Default)]
struct Progress {
    /// Somebody took them, and asked for more.
    all_taken: AtomicBool,
    is_over: AtomicBool,
    is_committed: AtomicBool,
}

impl Operations {
    pub(crate) fn new(comparison: Comparison, allow_empty: bool) -> Self {
        let state = Mutex::new(State::Ready(Box::new(comparison), allow_empty));
        Self { state, plan: OnceLock::new(), progress: Arc::default() }
    }

    /// What is to be done, once.
    fn take(&self) -> Option<(Box<Comparison>, bool)> {
        let mut state = self.state();
        match std::mem::replace(&mut *state, State::Over) {
            State::Ready(comparison, allow_empty) => Some((comparison, allow_empty)),
            other => {
                *state = other;
                None
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Operations {
    fn __enter__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let (py, operations) = (slf.py(), slf.get());
        let (comparison, allow_empty) = operations.take().ok_or_else(|| {
            PyRuntimeError::new_err("these operations were begun before: call `apply` once more")
        })?;
        let (open, failed) = comparison.apply(py)?;
        let plan = open.applied.plan();
        if plan.is_emptied() && !allow_empty {
            return Err(value(format!(
                "there is no document, and {} would be deleted; if that is meant, say allow_empty=True",
                plan.documents.gone
            )));
        }
        let plan = told(py, plan, &failed)?.unbind();
        let _ = operations.plan.set(plan);
        *operations.state() = State::Open(Box::new(open));
        Ok(slf)
    }

    #[pyo3(signature = (kind, error, traceback, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        error: &Bound<'_, PyAny>,
        traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let _ = (error, traceback);
        let State::Open(open) = std::mem::replace(&mut *self.state(), State::Over) else { return Ok(()) };
        self.progress.is_over.store(true, Ordering::Relaxed);
        let Open { operations, applied } = *open;
        let all_taken = self.progress.all_taken.load(Ordering::Relaxed) || !applied.plan().is_change();
        let is_done = kind.is_none() && all_taken;
        py.detach(|| {
            drop(operations);
            if is_done { applied.commit().map(drop) } else { Ok(()) }
        })
        .map_err(|error| of_plan(&error))?;
        self.progress.is_committed.store(is_done, Ordering::Relaxed);
        Ok(())
    }

    /// The operations from the first on, read as they are taken. Threads may share an iterator: each operation goes to one of them.
    fn __iter__(&self, py: Python<'_>) -> PyResult<OperationsIterator> {
        let mut state = self.state();
        let State::Open(open) = &mut *state else { return Err(outside()) };
        let lines = open.operations.reader()?;
        let progress = Arc::clone(&self.progress);
        Ok(OperationsIterator { lines: Mutex::new(Box::new(lines)), loads: loads(py)?.unbind(), progress })
    }

    /// What `Engine.plan` returns.
    #[getter]
    fn plan(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.plan.get().ok_or_else(outside)?.clone_ref(py))
    }

    /// Whether the block has ended, and the manifest knows of it.
    #[getter]
    fn committed(&self) -> bool {
        self.progress.is_committed.load(Ordering::Relaxed)
    }
}

/// Operations, one after the other.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct OperationsIterator {
    lines: Mutex<Box<dyn BufRead + Send>>,
    loads: Py<PyAny>,
    progress: Arc<Progress>,
}

#[pymethods]
impl OperationsIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.progress.is_over.load(Ordering::Relaxed) {
            return Err(outside());
        }
        let mut line = String::new();
        let read = self.lines.lock().unwrap_or_else(PoisonError::into_inner).read_line(&mut line)?;
        if read == 0 {
            self.progress.all_taken.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        self.loads.bind(py).call1((line,)).map(Some)
    }
}

fn outside() -> PyErr {
    PyRuntimeError::new_err("operations are there within a block: `with engine.apply(…) as operations`")
}
