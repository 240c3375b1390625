//! Signals, such as that of Ctrl-C, while the interpreter's lock is let go of.

use std::time::{Duration, Instant};

use kawara::input::Failure;
use pyo3::prelude::*;

use crate::error::ending;

/// How often signals are looked at, at most: for that the lock has to be taken.
const EVERY: Duration = Duration::from_millis(20);

/// Whether a call is to end before it is done.
pub(crate) struct Interrupt {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Interrupt {
    pub(crate) fn new() -> Self {
        Self { looked: Instant::now(), raised: None }
    }

    /// Looks at signals, now and then; `false` from when one was raised about.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.raised.is_none() && self.looked.elapsed() >= EVERY {
            // Python hears signals on its main thread only, and none when it is about to end.
            self.raised = Python::try_attach(|py| py.check_signals().err()).flatten();
            self.looked = Instant::now();
        }
        self.raised.is_none()
    }

    /// The same, after a document; `false` too if what failed it ends the program.
    pub(crate) fn goes_on_after<T>(&mut self, result: Result<T, &Failure>) -> bool {
        if let Err(failure) = result
            && self.raised.is_none()
        {
            self.raised = ending(failure);
        }
        self.goes_on()
    }

    /// What was raised.
    pub(crate) fn over(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
