use std::fmt;

use crate::Fault;

/// One promise of a contract, and the function that tries it on a subject.
///
/// ```
/// use kawara_testkit::SEGMENTER_CHECKS;
///
/// let names: Vec<_> = SEGMENTER_CHECKS.iter().map(|check| check.name()).collect();
/// assert!(names.contains(&"keeps_clusters_whole"));
/// ```
pub struct Check<S: 'static> {
    name: &'static str,
    run: fn(&S) -> Result<(), Fault>,
}

impl<S> Check<S> {
    pub(crate) const fn new(name: &'static str, run: fn(&S) -> Result<(), Fault>) -> Self {
        Self { name, run }
    }

    /// The name, which is also that of the test that the macro makes.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Tries it.
    ///
    /// # Errors
    /// The first fault found.
    pub fn run(&self, subject: &S) -> Result<(), Fault> {
        crate::sample::guard(|| (self.run)(subject)).map_err(|fault| fault.in_check(self.name))
    }
}

impl<S> fmt::Debug for Check<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Check").field(&self.name).finish()
    }
}

/// Runs the check called `name`.
///
/// # Errors
/// The first fault found; a check that does not exist is one.
#[doc(hidden)]
pub fn run_check<S>(checks: &[Check<S>], name: &str, subject: Result<&S, Fault>) -> Result<(), Fault> {
    match checks.iter().find(|check| check.name == name) {
        Some(check) => check.run(subject?),
        None => Err(Fault::new(format!("no check is called `{name}`"), "name one of those listed")),
    }
}

/// Runs all checks.
///
/// # Errors
/// The first fault found.
pub(crate) fn run_all<S>(checks: &[Check<S>], subject: &S) -> Result<(), Fault> {
    checks.iter().try_for_each(|check| check.run(subject))
}
