//! Values that are not Python's own: NumPy's numbers, truths and arrays.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// `kawara._plain.plain`, which makes Python's own of them.
pub(crate) fn plain<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    PLAIN.import(py, "kawara._plain", "plain")
}

/// `kawara._plain.identified`, which makes strings of ids besides.
pub(crate) fn identified<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static IDENTIFIED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    IDENTIFIED.import(py, "kawara._plain", "identified")
}
