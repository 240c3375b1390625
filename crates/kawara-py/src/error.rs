//! Exceptions, with the messages of the command.

use kawara::input::Failure;
use kawara::{Error, ErrorKind, Mistakes};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
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

/// What the engine says.
pub(crate) fn of_engine(error: &Error) -> PyErr {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::Settings | ErrorKind::Option => PolicyError::new_err(message),
        ErrorKind::Read => DocumentError::new_err(message),
        _ => PackError::new_err(message),
    }
}

/// All mistakes of a policy.
pub(crate) fn of_policy(mistakes: &Mistakes) -> PyErr {
    PolicyError::new_err(mistakes.to_string())
}

/// What became of a document.
pub(crate) fn of_document(failure: &Failure) -> PyErr {
    DocumentError::new_err(failure.to_string())
}

/// What the caller gave that cannot be.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
