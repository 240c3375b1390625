//! Why a call fails.

use std::any::Any;

use kawara::{Error, ErrorKind, Mistakes};

/// What a function returns: 0, or one of `KAWARA_ERROR_…`.
pub type Status = i32;

/// All went well.
pub(crate) const OK: Status = 0;
/// The call is wrong.
pub(crate) const ARGUMENT: Status = 1;
/// The policy is wrong, or asks for what cannot be.
pub(crate) const POLICY: Status = 2;
/// A pack cannot be loaded or opened, or failed.
pub(crate) const PACK: Status = 3;
/// The document cannot be read.
pub(crate) const DOCUMENT: Status = 4;
/// A fault of the library or of a pack.
pub(crate) const PANIC: Status = 5;

/// What went wrong, for programs and for people.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    /// The caller's mistake.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self { status: ARGUMENT, message: message.into() }
    }

    /// What is wrong with a pack.
    pub(crate) fn pack(error: impl ToString) -> Self {
        Self { status: PACK, message: error.to_string() }
    }

    pub(crate) fn panicked(payload: Box<dyn Any + Send>) -> Self {
        let said = payload.downcast::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|payload| payload.downcast::<String>().map(|text| *text));
        let said = said.unwrap_or_else(|payload| {
            // What else was thrown may panic once more when it is dropped.
            std::mem::forget(payload);
            String::new()
        });
        let message =
            format!("kawara or a pack panicked: {said}; this is a fault, please report it with the document");
        Self { status: PANIC, message }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Settings | ErrorKind::Option => POLICY,
            ErrorKind::Read => DOCUMENT,
            _ => PACK,
        };
        Self { status, message: error.to_string() }
    }
}

impl From<Mistakes> for Failure {
    fn from(mistakes: Mistakes) -> Self {
        Self { status: POLICY, message: mistakes.to_string() }
    }
}
