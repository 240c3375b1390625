use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};

use super::definition::Definition;
use super::process::Process;
use super::protocol::{self, About};

/// Failures after which a program is not started again: one may be an accident.
const MOST_FAILURES: u32 = 2;

/// How long an answer may take: the first may have to load a vocabulary.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The processes of one command. A thread has one to itself for a request; another is started only when all are busy, since
/// counting is what a run then waits for, and a vocabulary may be large.
pub(super) struct Pool {
    definition: Definition,
    about: OnceLock<About>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Process>,
    /// Idle, busy and starting.
    running: usize,
    failures: u32,
    last: Option<Error>,
}

impl Pool {
    pub(super) fn new(definition: &Definition) -> Self {
        Self {
            definition: definition.clone(),
            about: OnceLock::new(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    pub(super) fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Has a process do something, and keeps it if that went well. What went wrong is put behind the command's name.
    ///
    /// # Errors
    /// When no process can be started, or the work fails.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Process, &About) -> Result<T, String>) -> Result<T> {
        let mut lease = Lease { pool: self, process: self.idle()? };
        let (process, about) = match &mut lease.process {
            Some(process) => (process, self.about.get()),
            None => match self.start() {
                Ok(started) => (lease.process.insert(started), self.about.get()),
                Err(what) => return Err(self.failed(ErrorKind::Open, &what)),
            },
        };
        let Some(about) = about else {
            return Err(self.failed(ErrorKind::Open, "says nothing of itself"));
        };
        match work(process, about) {
            Ok(done) => Ok(done),
            Err(what) => {
                let what = process.with_last_words(what);
                lease.process = None;
                Err(self.failed(ErrorKind::Count, &what))
            }
        }
    }

    /// An idle process; `None` leave to start one. Waits where neither may be had.
    fn idle(&self) -> Result<Option<Process>> {
        let mut state = self.lock();
        loop {
            if let Some(error) = state.last.as_ref().filter(|_| state.failures >= MOST_FAILURES) {
                return Err(error.clone());
            }
            if let Some(process) = state.idle.pop() {
                return Ok(Some(process));
            }
            if state.running < self.definition.processes() {
                state.running += 1;
                return Ok(None);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Starts a process, hears what it says of itself, and has it count nothing: what is wrong with it is said before there is a
    /// document to blame.
    fn start(&self) -> Result<Process, String> {
        let mut process = Process::start(&self.definition, TIMEOUT)?;
        match self.greet(&mut process) {
            Ok(()) => Ok(process),
            Err(what) => Err(process.with_last_words(what)),
        }
    }

    fn greet(&self, process: &mut Process) -> Result<(), String> {
        let about = protocol::about(&process.ask(protocol::ABOUT.to_vec())?)?;
        if *self.about.get_or_init(|| about.clone()) != about {
            let remedy = "start the run again if it was changed meanwhile";
            return Err(format!("says something else of itself than before; {remedy}"));
        }
        protocol::counted(&process.ask(protocol::request(&[""])?)?, &[""]).map(drop)
    }

    fn failed(&self, kind: ErrorKind, what: &str) -> Error {
        let mut state = self.lock();
        state.failures += 1;
        let again =
            if state.failures >= MOST_FAILURES { "failed twice and is not started again: it " } else { "" };
        state.last = Some(self.definition.error(kind, &format!("{again}{what}")));
        drop(state);
        self.changed.notify_all();
        self.definition.error(kind, what)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among the running processes, and the process that has it; given back however the work ends.
struct Lease<'p> {
    pool: &'p Pool,
    process: Option<Process>,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut process = self.process.take();
        if std::thread::panicking() {
            // It may have a request under way.
            process = None;
        }
        let mut state = self.pool.lock();
        match process {
            Some(process) => state.idle.push(process),
            None => state.running -= 1,
        }
        drop(state);
        self.pool.changed.notify_one();
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("definition", &self.definition).finish_non_exhaustive()
    }
}
