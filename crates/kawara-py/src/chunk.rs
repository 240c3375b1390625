//! Chunks out: instances of `kawara.Chunk`, a data class of Python, so that they are plain data there.

use std::fmt::Display;

use kawara::output::Record;
use kawara::{Chunks, Flag};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple, PyType};

use crate::error::value;

/// The data class.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "kawara._chunk", "Chunk")
}

/// The chunks of a document, as Python's.
pub(crate) fn list<'py>(py: Python<'py>, chunks: &Chunks) -> PyResult<Bound<'py, PyList>> {
    let shared = Shared::new(py, chunks)?;
    let made = chunks.iter().map(|chunk| shared.chunk(py, chunk));
    let list = PyList::empty(py);
    for chunk in made {
        list.append(chunk?)?;
    }
    Ok(list)
}

/// What the chunks of a document have in common.
struct Shared<'py> {
    class: &'py Bound<'py, PyType>,
    doc_id: Bound<'py, PyString>,
    content_type: Bound<'py, PyString>,
    /// `json.loads`, where there is something to load.
    loads: Bound<'py, PyAny>,
}

impl<'py> Shared<'py> {
    fn new(py: Python<'py>, chunks: &Chunks) -> PyResult<Self> {
        let class = class(py)?;
        let loads = py.import("json")?.getattr("loads")?;
        let (doc_id, content_type) = (chunks.doc_id(), chunks.content_type());
        Ok(Self {
            class,
            doc_id: PyString::new(py, doc_id),
            content_type: PyString::new(py, content_type),
            loads,
        })
    }

    fn chunk(&self, py: Python<'py>, chunk: kawara::Chunk<'_>) -> PyResult<Bound<'py, PyAny>> {
        let (bytes, chars, text) = (chunk.source_range(), chunk.char_range(), chunk.text());
        let arguments: [Bound<'py, PyAny>; 27] = [
            string(py, chunk.id()).into_bound_py_any(py)?,
            self.doc_id.clone().into_any(),
            chunk.ordinal().into_bound_py_any(py)?,
            text.into_bound_py_any(py)?,
            chunk.context().into_bound_py_any(py)?,
            chars.start.into_bound_py_any(py)?,
            chars.end.into_bound_py_any(py)?,
            bytes.start.into_bound_py_any(py)?,
            bytes.end.into_bound_py_any(py)?,
            chunk.own_start().into_bound_py_any(py)?,
            chunk.tokens().into_bound_py_any(py)?,
            chunk.max_tokens().into_bound_py_any(py)?,
            PyString::intern(py, chunk.language()).into_any(),
            self.content_type.clone().into_any(),
            units(py, chunk)?.into_any(),
            PyTuple::new(py, chunk.units().map(|unit| (unit.start, unit.end)))?.into_any(),
            chunk.carried().into_bound_py_any(py)?,
            chunk.asked().into_bound_py_any(py)?,
            PyTuple::new(py, chunk.flags().iter().map(Flag::as_str).collect::<Vec<_>>())?.into_any(),
            string(py, chunk.parent().id()).into_bound_py_any(py)?,
            chunk.previous().map(|id| string(py, id)).into_bound_py_any(py)?,
            chunk.next().map(|id| string(py, id)).into_bound_py_any(py)?,
            PyString::intern(py, chunk.settings()).into_any(),
            match chunk.meta() {
                Some(meta) => self.loads.call1((meta,))?,
                None => py.None().into_bound(py),
            },
            self.pages(py, chunk)?,
            map(py, chunk)?.into_any(),
            chunk.outside_context().into_bound_py_any(py)?,
        ];
        self.class.call1(PyTuple::new(py, arguments)?)
    }

    fn pages(&self, py: Python<'py>, chunk: kawara::Chunk<'_>) -> PyResult<Bound<'py, PyAny>> {
        if chunk.notes().next().is_none() {
            return Ok(PyTuple::empty(py).into_any());
        }
        let record = serde_json::to_value(Record::of(chunk)).map_err(|error| value(error.to_string()))?;
        let pages = match record.get("pages") {
            Some(pages) => self.loads.call1((pages.to_string(),))?,
            None => return Ok(PyTuple::empty(py).into_any()),
        };
        Ok(PyTuple::new(py, pages.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any())
    }
}

/// Units in characters of the chunk's text: one pass over it.
fn units<'py>(py: Python<'py>, chunk: kawara::Chunk<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let (text, from) = (chunk.text(), chunk.text_range().start);
    let mut chars = 0;
    let pairs = chunk.text_units().map(|unit| {
        let start = chars;
        let piece = text.get(unit.start.saturating_sub(from)..unit.end.saturating_sub(from));
        chars += piece.map_or(0, |piece| piece.chars().count());
        (start, chars)
    });
    PyTuple::new(py, pairs.collect::<Vec<_>>())
}

fn map<'py>(py: Python<'py>, chunk: kawara::Chunk<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let stretch = |span: kawara::Span| {
        (span.text, span.text + span.text_len, span.source, span.source + span.source_len)
    };
    PyTuple::new(py, chunk.map().map(stretch).collect::<Vec<_>>())
}

fn string(py: Python<'_>, of: impl Display) -> Bound<'_, PyString> {
    PyString::new(py, &of.to_string())
}
