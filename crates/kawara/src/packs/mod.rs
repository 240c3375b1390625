//! Packs that are loaded at run time: which libraries they are, who said so, and what packs did wrong in a run.
//!
//! Which library a pack is loaded from, whoever runs kawara says: a [`PackFile`] on the command line, in the user's
//! [configuration file](crate::command::Configuration), or in a program's own code. Never a policy: a policy can only
//! [require](crate::RequiredPack) a pack, by its name, its version, and the hash of its library.

mod faults;
mod file;

pub use faults::PackFaults;
pub use file::PackFile;

use kawara_core::{Pack, Result};

/// A library, and the pack that was loaded from it.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The library.
    pub file: PackFile,
    /// What is in it.
    pub pack: &'static Pack,
}

/// Loads what is named, and of what is configured whatever no pack that is named has the name of: so a library that is tried is not in the
/// way of the one that is used.
///
/// ```
/// assert!(kawara::packs::load(Vec::new(), Vec::new())?.is_empty());
/// # Ok::<(), kawara::Error>(())
/// ```
///
/// # Errors
/// As [`PackFile::load`].
pub fn load(named: Vec<PackFile>, configured: Vec<PackFile>) -> Result<Vec<Loaded>> {
    let one = |file: PackFile| file.load().map(|pack| Loaded { file, pack });
    let mut loaded: Vec<Loaded> = named.into_iter().map(one).collect::<Result<_>>()?;
    for file in configured {
        if !file.name().is_some_and(|name| loaded.iter().any(|known| known.pack.name() == name)) {
            loaded.push(one(file)?);
        }
    }
    Ok(loaded)
}
