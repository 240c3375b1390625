//! Doing one thing in two threads at once.

use std::thread;

use crate::Fault;
use crate::sample::guard;

/// Runs `work` in two threads at once and returns both results.
pub(crate) fn twice<T: Send>(work: impl Fn() -> Result<T, Fault> + Sync) -> Result<[T; 2], Fault> {
    thread::scope(|scope| {
        let other = scope.spawn(|| guard(&work));
        let one = guard(&work);
        let two = other.join().unwrap_or_else(|_| Err(Fault::new("a thread died", "see the message above")));
        Ok([one?, two?])
    })
}
