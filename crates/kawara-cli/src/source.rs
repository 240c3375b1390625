//! A file that is read through once, or standard input.

use std::fs::{File, Metadata};
use std::io::{self, BufReader, Read};
use std::path::Path;

use kawara::policy::printable;

use crate::End;

/// Where lines come from.
pub(crate) struct Source {
    pub(crate) from: Box<dyn Read + Send>,
    /// How long it is, where that is known.
    pub(crate) bytes: Option<u64>,
    /// What messages call it.
    pub(crate) name: String,
}

impl Source {
    /// Opens a file; `-` is standard input. `wanted` is what to name instead of a directory, such as `a file of chunks`.
    ///
    /// # Errors
    /// When it cannot be read, or is a directory.
    pub(crate) fn open(path: &Path, wanted: &str) -> Result<Self, End> {
        if path == Path::new("-") {
            return Ok(Self { from: Box::new(io::stdin()), bytes: None, name: "-".into() });
        }
        let name = printable(&path.display().to_string());
        let file = File::open(path).map_err(|error| End::Usage(format!("cannot read {name}: {error}")))?;
        let about = file.metadata().ok();
        if about.as_ref().is_some_and(Metadata::is_dir) {
            return Err(End::Usage(format!("{name} is a directory; name {wanted}")));
        }
        let bytes = about.filter(Metadata::is_file).map(|about| about.len());
        Ok(Self { from: Box::new(file), bytes, name })
    }

    /// To be read by lines.
    pub(crate) fn lines(self) -> BufReader<Box<dyn Read + Send>> {
        BufReader::with_capacity(1 << 16, self.from)
    }
}
