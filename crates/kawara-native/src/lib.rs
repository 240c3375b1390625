//! Packs of kawara that are loaded at run time: a shared library with a language or a tokenizer in it, written in Rust with
//! [`kawara_pack!`](kawara_abi::kawara_pack), or in anything that can be linked against `kawara_pack.h`.
//!
//! [`load`] gives a [`Pack`] like any other, to be named when the packs of a program are collected:
//!
//! ```no_run
//! use std::path::Path;
//! use kawara_core::Registry;
//!
//! let korean = kawara_native::load(Path::new("/usr/local/lib/kawara/libko.so"), None)?;
//! let registry = Registry::collect(&[korean])?;
//! assert!(registry.segmenter("ko").is_some());
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! # What is checked, and what cannot be
//!
//! A pack is native code: it may do whatever the program may. So a program loads what its user names, and nothing that a policy or a
//! document names; and the user can pin what is loaded by its SHA-256:
//!
//! ```
//! use std::path::Path;
//!
//! let error = kawara_native::load(Path::new("libko.so"), None).unwrap_err();
//! assert!(error.message().contains("give its absolute path"), "{error}");
//! ```
//!
//! - **Before it runs**: the path is absolute, so that nothing is searched for. The file is a regular one, which only its owner may
//!   change; without a hash, its directory too. It is a shared library for this machine and is not cut short.
//! - **What is hashed is what runs.** On Linux the file is read once, and the linker loads a sealed copy in memory. Elsewhere, and where
//!   `/proc` is not mounted, it is hashed and then loaded from its path, and whoever may replace the file could do so in between. A sealed copy has
//!   no directory: what else the library needs is looked for where the system looks, not beside it.
//! - **What it says of itself** is checked before it is believed, and copied: versions, names, options, functions that must be there.
//! - **What it answers** is checked each time. Cuts pass the same [gate](kawara_core::Cuts) as those of packs that are linked; counts that
//!   cannot be, unknown statuses, texts that are none and handles that are null are errors that name the pack.
//!
//! That keeps mistakes of a pack from becoming wrong chunks. It keeps nobody out: a wild pointer in a library ends the program.
//!
//! Asking through the ABI costs a twentieth of what a very light segmenter does on whole texts, and some 30 ns a call on short ones
//! (`examples/overhead.rs`).
//!
//! A library is never unloaded, and loading the same bytes again gives the same pack.

mod answer;
mod counter;
mod describe;
mod elf;
mod entry;
mod file;
mod image;
mod index;
mod options;
mod segmenter;
mod sinks;
mod texts;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use kawara_core::{Pack, Result};

/// What is loaded, by the hash of its bytes.
static LOADED: Mutex<BTreeMap<String, &'static Pack>> = Mutex::new(BTreeMap::new());

/// Loads the pack at an absolute path, which runs code of the library; `sha256` is what its bytes must hash to, as 64
/// hexadecimal digits.
///
/// # Errors
/// [`ErrorKind::Open`](kawara_core::ErrorKind::Open), with what is wrong and what to do: a path that is relative or names no
/// shared library of this machine, a file that others may change, another hash, a library that does not load, is no pack, speaks
/// another version, or describes itself wrongly. [`ErrorKind::Settings`](kawara_core::ErrorKind::Settings) when `sha256` is no hash.
pub fn load(path: &Path, sha256: Option<&str>) -> Result<&'static Pack> {
    let file = file::read(path, sha256)?;
    // Held while it loads: two threads that load the same bytes get one pack.
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pack) = loaded.get(&file.digest) {
        return Ok(pack);
    }
    elf::check(&file.bytes).map_err(|what| file.refused(what))?;
    let library = image::open(&file)?;
    let raw = entry::describe(library).map_err(|what| file.refused(what))?;
    let pack = describe::pack(&raw, &file)?;
    loaded.insert(file.digest, pack);
    Ok(pack)
}
