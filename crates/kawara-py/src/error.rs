//! Exceptions, with the messages of the command.

use std::error::Error as StdError;
use std::io;
use std::iter::successors;

use kawara::input::Failure;
use kawara::{Error, ErrorKind, Mistakes, bundle, plan};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    kawara,
    KawaraError,
    PyException,
    "What kawara says when it cannot go on: what is wrong, where, and what to do."
);
create_exception!(
    kawara,
    PolicyError,
    KawaraError,
    "A policy or a setting is wrong, or asks for what cannot be. All mistakes at once, each with its line."
);
create_exception!(kawara, DocumentError, KawaraError, "A document cannot be chunked; the others can.");
create_exception!(
    kawara,
    PackError,
    KawaraError,
    "A pack, a tokenizer or a counter cannot be opened, or failed."
);
create_exception!(
    kawara,
    ManifestError,
    KawaraError,
    "A manifest is damaged, was written by a later version, or cannot be read or written."
);
create_exception!(
    kawara,
    BusyError,
    ManifestError,
    "Another program writes the manifest, or wrote it meanwhile: try again when it is done."
);

/// What the engine says.
pub(crate) fn of_engine(error: &Error) -> PyErr {
    let message = error.to_string();
    let exception = match error.kind() {
        ErrorKind::Settings | ErrorKind::Option => PolicyError::new_err(message),
        ErrorKind::Read => DocumentError::new_err(message),
        _ => PackError::new_err(message),
    };
    caused(exception, error)
}

/// What is wrong with a bundle. Files that cannot be read or written are told as Python tells them.
pub(crate) fn of_bundle(error: &bundle::Error) -> PyErr {
    let message = error.to_string();
    match error.kind() {
        bundle::ErrorKind::Policy => PolicyError::new_err(message),
        bundle::ErrorKind::File(kind) => io::Error::new(kind, message).into(),
        _ => KawaraError::new_err(message),
    }
}

/// All mistakes of a policy.
pub(crate) fn of_policy(mistakes: &Mistakes) -> PyErr {
    PolicyError::new_err(mistakes.to_string())
}

/// What a manifest says.
pub(crate) fn of_plan(error: &plan::Error) -> PyErr {
    let message = error.to_string();
    match error.kind() {
        plan::ErrorKind::Busy => BusyError::new_err(message),
        plan::ErrorKind::Option => PyValueError::new_err(message),
        _ => ManifestError::new_err(message),
    }
}

/// What became of a document.
pub(crate) fn of_document(failure: &Failure) -> PyErr {
    caused(DocumentError::new_err(failure.to_string()), failure)
}

/// What the caller gave that cannot be.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// What the caller gave that is another kind of thing.
pub(crate) fn kind(message: impl Into<String>) -> PyErr {
    PyTypeError::new_err(message.into())
}

/// What an exception says, without its type.
pub(crate) fn said(py: Python<'_>, error: &PyErr) -> String {
    error.value(py).to_string()
}

/// The kind of an error that is a Python object's: an interruption and an exit end the program, where an exception is a failure of
/// `otherwise`.
pub(crate) fn kind_of(py: Python<'_>, error: &PyErr, otherwise: ErrorKind) -> ErrorKind {
    if error.is_instance_of::<PyException>(py) { otherwise } else { ErrorKind::Stopped }
}

/// What is behind an error, if that is no failure but ends the program: `KeyboardInterrupt`, `SystemExit`.
pub(crate) fn ending(error: &(dyn StdError + 'static)) -> Option<PyErr> {
    let raised = raised(error)?;
    Python::attach(|py| (!raised.is_instance_of::<PyException>(py)).then_some(raised))
}

/// An exception, with what Python raised behind it as its cause; or that itself, if it ends the program.
pub(crate) fn caused(exception: PyErr, error: &(dyn StdError + 'static)) -> PyErr {
    let Some(raised) = raised(error) else { return exception };
    Python::attach(|py| {
        if !raised.is_instance_of::<PyException>(py) {
            return raised;
        }
        exception.set_cause(py, Some(raised));
        exception
    })
}

/// What Python raised, if that is behind an error.
fn raised(error: &(dyn StdError + 'static)) -> Option<PyErr> {
    let raised =
        successors(Some(error), |error| (*error).source()).find_map(|error| error.downcast_ref::<PyErr>())?;
    Some(Python::attach(|py| raised.clone_ref(py)))
}
