//! Where data goes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::End;
use crate::interrupt::{self, Unfinished};

/// A file, or standard output.
pub(crate) struct Target {
    pub(crate) to: BufWriter<Box<dyn Write>>,
    /// A file is written beside its place and takes it at the end: until then the old one stays.
    rename: Option<(PathBuf, PathBuf)>,
    /// A signal takes away what was written beside.
    _unfinished: Option<Unfinished>,
}

impl Target {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, End> {
        let (mut rename, mut unfinished) = (None, None);
        let to: Box<dyn Write> = match path {
            None => Box::new(io::stdout()),
            Some(path) if path.exists() && !path.is_file() => Box::new(create(path, path)?),
            Some(path) => {
                let mut beside = path.as_os_str().to_owned();
                beside.push(".partial");
                let beside = PathBuf::from(beside);
                let held = interrupt::hold();
                let file = create(&beside, path)?;
                unfinished = Some(Unfinished::new(&beside));
                drop(held);
                rename = Some((beside, path.to_owned()));
                Box::new(file)
            }
        };
        Ok(Self { to: BufWriter::with_capacity(1 << 16, to), rename, _unfinished: unfinished })
    }

    pub(crate) fn close(mut self, keep: bool) -> io::Result<()> {
        self.to.flush()?;
        match &self.rename {
            Some((beside, path)) if keep => fs::rename(beside, path),
            Some((beside, _)) => fs::remove_file(beside),
            None => Ok(()),
        }
    }
}

fn create(file: &Path, named: &Path) -> Result<File, End> {
    File::create(file).map_err(|error| {
        let hint = "is there such a directory, and may you write to it?";
        End::Usage(format!("cannot write {}: {error}; {hint}", named.display()))
    })
}
