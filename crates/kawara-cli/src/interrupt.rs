//! Ctrl-C and the signals that end a program: files that are not finished are taken away first.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kawara::plan::Manifest;

use crate::End;

/// Files that are written beside their place and are to disappear.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Folders that are of use to this program alone, with all that is in them.
static SCRATCH: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Held while files appear or take their places.
static CHANGES: Mutex<()> = Mutex::new(());

/// A file, or an empty folder, that is taken away when a signal ends the program before this is dropped.
#[derive(Debug)]
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    pub(crate) fn new(path: &Path) -> Self {
        lock(&UNFINISHED).insert(path.to_owned());
        Self(path.to_owned())
    }
}

/// An empty folder that is there until [`clear`], or until a signal ends the program.
///
/// # Errors
/// When there is no place for it.
pub(crate) fn scratch() -> Result<PathBuf, End> {
    let _held = hold();
    let made = tempfile::Builder::new().prefix("kawara-").tempdir();
    let folder = made.map_err(|error| {
        let place = std::env::temp_dir();
        End::Usage(format!("cannot make a folder in {}: {error}; name another in TMPDIR", place.display()))
    })?;
    let path = folder.keep();
    lock(&SCRATCH).insert(path.clone());
    Ok(path)
}

/// Takes away what is of no use any more when the program ends.
pub(crate) fn clear() {
    std::mem::take(&mut *lock(&SCRATCH)).iter().for_each(|folder| {
        let _ = std::fs::remove_dir_all(folder);
    });
}

/// What there is of a manifest until it is committed. [`hold`] until it is known.
pub(crate) fn unfinished_manifest(manifest: &Manifest) -> Vec<Unfinished> {
    let made = manifest.made();
    made.iter().chain([&manifest.unfinished()]).map(|path| Unfinished::new(path)).collect()
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        lock(&UNFINISHED).remove(&self.0);
    }
}

/// Signals wait while this is held: until a new file is known to be [`Unfinished`], and until each of several files has taken its place.
pub(crate) fn hold() -> MutexGuard<'static, ()> {
    lock(&CHANGES)
}

/// From now on a signal that ends the program takes away what is unfinished, says so, and then ends it as it would have without this. A second
/// one does not wait for the first.
#[cfg(unix)]
pub(crate) fn listen() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let is_ignored = |signal: i32| ignored.unwrap_or(1 << (SIGHUP - 1)) >> (signal - 1) & 1 == 1;
    let ending: Vec<i32> =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)).collect();
    let has_come = Arc::new(AtomicBool::new(false));
    // Where one of these fails the program works, and leaves an unfinished file when it is interrupted.
    for &signal in &ending {
        let _ = flag::register_conditional_default(signal, Arc::clone(&has_come));
        let _ = flag::register(signal, Arc::clone(&has_come));
    }
    let Ok(mut signals) = Signals::new(ending) else { return };
    let listen = move || {
        for signal in signals.forever() {
            end(signal);
        }
    };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(listen);
}

/// Elsewhere the system ends the program, and an unfinished file stays beside its place.
#[cfg(not(unix))]
pub(crate) fn listen() {}

/// The signals that whoever started the program wants it to ignore, as bits: `nohup` does, and shells do for jobs in the background. `None`
/// where that cannot be read; then a hang-up is left alone.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// How often what is unfinished is taken away.
#[cfg(unix)]
const TRIES: usize = 50;

#[cfg(unix)]
fn end(signal: i32) {
    let _held = hold();
    let (unfinished, scratch) = (lock(&UNFINISHED), lock(&SCRATCH));
    // The other threads go on meanwhile, and one may just have begun a file that was already looked for.
    for _ in 0..TRIES {
        // A folder stands before what lies in it.
        unfinished.iter().rev().for_each(|path| {
            let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir(path));
        });
        scratch.iter().for_each(|folder| {
            let _ = std::fs::remove_dir_all(folder);
        });
        if !unfinished.iter().chain(scratch.iter()).any(|path| path.exists()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let kept = if unfinished.is_empty() { "" } else { "; files that were to be written are as they were" };
    let name = signal_hook::low_level::signal_name(signal).unwrap_or("a signal");
    crate::console::last_word(&format!("stopped by {name}{kept}"));
    // A shell stops a loop only when it sees that a signal ended its program. The first process of a container is not ended by a signal.
    if std::process::id() != 1 {
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    std::process::exit(128 + signal);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
