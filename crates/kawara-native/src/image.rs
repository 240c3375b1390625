//! From the bytes of a library to code that runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use kawara_core::{Error, Result};
use libloading::Library;

use crate::file::LibraryFile;

/// All that were loaded, by the hash of their bytes. One that turns out to be no pack is not loaded anew each time that somebody tries; and
/// leak checkers see that they are kept on purpose.
static KEPT: Mutex<BTreeMap<String, &Library>> = Mutex::new(BTreeMap::new());

/// Loads a library, for ever: what it gave out may be held anywhere, and unloading runs what it likes.
pub(crate) fn open(file: &LibraryFile<'_>) -> Result<&'static Library> {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept().get(&file.digest).copied();
    if let Some(library) = known {
        return Ok(library);
    }
    let library = loaded(file)?;
    kept().insert(file.digest.clone(), library);
    Ok(library)
}

fn loaded(file: &LibraryFile<'_>) -> Result<&'static Library> {
    #[cfg(target_os = "linux")]
    if let Some(sealed) = sealed(file)? {
        use std::os::fd::{AsRawFd, IntoRawFd};
        // What was asked for by its hash may lie anywhere.
        if !file.is_pinned {
            file.check_places()?;
        }
        let path = format!("/proc/self/fd/{}", sealed.as_raw_fd());
        let library = load(Path::new(&path)).map_err(|error| explained(file, &error, &path))?;
        // The linker knows libraries by their paths: the number must not be given out again.
        let _ = sealed.into_raw_fd();
        return Ok(library);
    }
    file.check_places()?;
    load(file.path).map_err(|error| explained(file, &error, &file.path.display().to_string()))
}

fn load(path: &Path) -> Result<&'static Library, libloading::Error> {
    #[cfg(unix)]
    let library = {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        // SAFETY: whoever named the file trusts its code, which runs when it is loaded.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }?.into()
    };
    #[cfg(not(unix))]
    // SAFETY: whoever named the file trusts its code, which runs when it is loaded.
    let library = unsafe { Library::new(path) }?;
    Ok(Box::leak(Box::new(library)))
}

/// A copy in memory that nobody can change any more; `None` where there is none to be had, or no path to load it from.
#[cfg(target_os = "linux")]
fn sealed(file: &LibraryFile<'_>) -> Result<Option<std::fs::File>> {
    use std::io::Write;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    if !Path::new("/proc/self/fd").is_dir() {
        return Ok(None);
    }
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Some systems refuse memory that could be executed as a program, and old ones do not know how to say that it cannot.
    let made = memfd_create("kawara-pack", flags | MemfdFlags::NOEXEC_SEAL)
        .or_else(|_| memfd_create("kawara-pack", flags));
    let Ok(memory) = made else { return Ok(None) };
    let mut memory = std::fs::File::from(memory);
    let fails = |error| file.refused(format!("there is no memory to load it into: {error}"));
    memory.write_all(&file.bytes).map_err(fails)?;
    let seals = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
    fcntl_add_seals(&memory, seals).map_err(|error| fails(error.into()))?;
    Ok(Some(memory))
}

/// What the linker said, in terms of the file that was named.
fn explained(file: &LibraryFile<'_>, error: &libloading::Error, path: &str) -> Error {
    let said =
        std::error::Error::source(error).map_or_else(|| error.to_string(), |source| source.to_string());
    let said = kawara_core::printable(&said);
    let missing = said.split_once(": cannot open shared object file").map(|(name, _)| name);
    let what = match missing.filter(|name| *name != path) {
        Some(name) => format!(
            "the library needs {name}, which is not where this system looks for libraries: install it"
        ),
        None => match said.split_once("undefined symbol: ") {
            Some((_, symbol)) => {
                format!(
                    "the library needs the symbol {symbol}, which nothing here has: link it with what defines that"
                )
            }
            None => format!("cannot be loaded: {}", said.replace(path, "the library")),
        },
    };
    file.refused(what)
}
