//! The command, in this process.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Does what the words of a command line ask for, and returns what the program exits with. It is for a program that does nothing else.
#[pyfunction]
pub(crate) fn _command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| kawara_cli::run(words))
}
