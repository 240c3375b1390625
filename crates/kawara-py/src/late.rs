//! Windows out: instances of `kawara.Window`, a data class of Python.

use std::ops::Range;

use kawara::late::{LateChunk, Window};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};

fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "kawara._late", name)
}

/// The windows of a document, whose text this is, as Python's.
pub(crate) fn list<'py>(py: Python<'py>, text: &str, windows: &[Window<'_>]) -> PyResult<Bound<'py, PyList>> {
    static WINDOW: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static CHUNK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (window_class, chunk_class) = (class(py, &WINDOW, "Window")?, class(py, &CHUNK, "LateChunk")?);
    let (mut starts, mut ends) = (Chars::new(text), Chars::new(text));
    let list = PyList::empty(py);
    for (nth, window) in windows.iter().enumerate() {
        let bytes = window.source_range();
        let chunks = window.chunks.iter().map(|late| chunk(py, chunk_class, late));
        let arguments: [Bound<'py, PyAny>; 11] = [
            window.doc_id().into_bound_py_any(py)?,
            nth.into_bound_py_any(py)?,
            (*window.prefix).into_bound_py_any(py)?,
            window.text().into_bound_py_any(py)?,
            window.tokens.into_bound_py_any(py)?,
            PyTuple::new(py, window.specials)?.into_any(),
            PyTuple::new(py, chunks.collect::<PyResult<Vec<_>>>()?)?.into_any(),
            starts.before(bytes.start).into_bound_py_any(py)?,
            ends.before(bytes.end).into_bound_py_any(py)?,
            bytes.start.into_bound_py_any(py)?,
            bytes.end.into_bound_py_any(py)?,
        ];
        list.append(window_class.call1(PyTuple::new(py, arguments)?)?)?;
    }
    Ok(list)
}

fn chunk<'py>(py: Python<'py>, class: &Bound<'py, PyType>, late: &LateChunk) -> PyResult<Bound<'py, PyAny>> {
    let pair = |range: &Range<usize>| (range.start, range.end);
    let pool = late.pool.iter().map(|part| (part.tokens.start, part.tokens.end, part.weight));
    let pool = PyTuple::new(py, pool.collect::<Vec<_>>())?;
    class.call1((late.id.to_string(), pair(&late.tokens), pair(&late.own), pool))
}

/// Characters before bytes that ascend, or nearly: one pass over the text.
struct Chars<'t> {
    text: &'t str,
    byte: usize,
    chars: usize,
}

impl<'t> Chars<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    fn before(&mut self, byte: usize) -> usize {
        let between = |range: Range<usize>| self.text.get(range).map_or(0, |text| text.chars().count());
        self.chars = if byte < self.byte {
            // A reader may have moved a part of the text.
            self.chars.saturating_sub(between(byte..self.byte))
        } else {
            self.chars + between(self.byte..byte)
        };
        self.byte = byte;
        self.chars
    }
}
