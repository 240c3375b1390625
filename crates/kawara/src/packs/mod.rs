//! Packs that are loaded at run time: which libraries they are, who said so, and what packs did wrong in a run.
//!
//! Which library a pack is loaded from, whoever runs kawara says: a [`PackFile`] on the command line, in the user's
//! [configuration file](crate::command::Configuration), or in a program's own code. Never a policy: a policy can only
//! [require](crate::RequiredPack) a pack, by its name, its version, and the hash of its library.

mod faults;
mod file;

pub use faults::PackFaults;
pub use file::PackFile;

use kawara_core::{Error, ErrorKind, Pack, Result, printable};

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
/// # Errors
/// As [`PackFile::load`]; and when two libraries that are named have packs of one name.
pub(crate) fn load(named: Vec<PackFile>, configured: Vec<PackFile>) -> Result<Vec<Loaded>> {
    let one = |file: PackFile| file.load().map(|pack| Loaded { file, pack });
    let mut loaded: Vec<Loaded> = named.into_iter().map(one).collect::<Result<_>>()?;
    for (nth, one) in loaded.iter().enumerate() {
        let is_other =
            |other: &&Loaded| one.pack.name() == other.pack.name() && !std::ptr::eq(one.pack, other.pack);
        if let Some(other) = loaded.get(nth + 1..).unwrap_or_default().iter().find(is_other) {
            let message = format!(
                "{} and {} are both the pack `{}`: name one of them",
                printable(&one.file.path().display().to_string()),
                printable(&other.file.path().display().to_string()),
                one.pack.name()
            );
            return Err(Error::new(ErrorKind::Registry, message));
        }
    }
    for file in configured {
        if !file.name().is_some_and(|name| loaded.iter().any(|known| known.pack.name() == name)) {
            loaded.push(one(file)?);
        }
    }
    Ok(loaded)
}
