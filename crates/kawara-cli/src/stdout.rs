//! Standard output, for commands that print no more than a page or a table.

use std::io::{self, Write};

use crate::End;

/// Prints a text.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn print(text: &str) -> Result<(), End> {
    let mut to = io::stdout().lock();
    written(to.write_all(text.as_bytes()).and_then(|()| to.flush()))
}

/// What became of writing: whoever closes a pipe has seen enough, and that is no error.
///
/// # Errors
/// When something else was in the way, such as a full disk.
pub(crate) fn written(result: io::Result<()>) -> Result<(), End> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(End::Usage(format!("cannot write: {error}")))
        }
        _ => Ok(()),
    }
}
