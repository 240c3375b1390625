//! What is said to a person: standard error, never standard output.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::GlobalArguments;

/// How much is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    quiet: bool,
}

impl Console {
    pub(crate) fn new(arguments: &GlobalArguments) -> Self {
        Self { quiet: arguments.quiet }
    }

    /// Whether only errors and warnings are said.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Something failed.
    pub(crate) fn error(&self, what: impl Display) {
        eprintln!("error: {what}");
    }

    /// Something is probably not as meant.
    pub(crate) fn warning(&self, what: impl Display) {
        eprintln!("warning: {what}");
    }

    /// Something that is good to know.
    pub(crate) fn note(&self, what: impl Display) {
        if !self.quiet {
            eprintln!("note: {what}");
        }
    }

    /// What was done.
    pub(crate) fn summary(&self, what: impl Display) {
        if !self.quiet {
            eprintln!("{what}");
        }
    }

    /// A bar on a terminal, nothing elsewhere; `bytes` is how many there are to do, where that is known.
    pub(crate) fn progress(&self, bytes: Option<u64>) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let Some(bytes) = bytes else {
            return ProgressBar::new_spinner();
        };
        let bar = ProgressBar::new(bytes);
        let template = "{bar:30} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}
