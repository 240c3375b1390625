//! The border: no panic and no error leaves but as a status and a message.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Error, ErrorKind, Result};

use crate::types::{FAILED, Message, Status, UNSUPPORTED};

/// Runs what the host called.
///
/// # Safety
/// `message` is null, or may be written as [`Message::write`] says.
pub(super) unsafe fn answer(message: *mut Message, call: impl FnOnce() -> Result<Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            // SAFETY: as the caller says.
            unsafe { tell(message, error.message(), error.byte()) };
            if error.kind() == ErrorKind::Unsupported { UNSUPPORTED } else { FAILED }
        }
        Err(panic) => {
            let said = format!("it panicked: {}", words(&*panic));
            discard(panic);
            // SAFETY: as the caller says.
            unsafe { tell(message, &said, None) };
            FAILED
        }
    }
}

/// Runs what has nothing to say; `otherwise` stands in if it panics.
pub(super) fn quietly<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        discard(panic);
        otherwise
    })
}

unsafe fn tell(message: *mut Message, text: &str, byte: Option<usize>) {
    // SAFETY: as the caller of `answer` says.
    if let Some(message) = unsafe { message.as_mut() } {
        // SAFETY: as above.
        unsafe { message.write(text) };
        message.byte = byte.unwrap_or(crate::types::NOWHERE);
    }
}

/// Drops what was thrown, which may throw in turn; what that throws is left where it is.
fn discard(panic: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(another);
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

/// What stands for a refusal of the host's memory.
pub(super) fn crossed(what: &str, fault: crate::types::Fault) -> Error {
    Error::new(ErrorKind::Option, format!("what the host gave as {what} {fault}"))
}
