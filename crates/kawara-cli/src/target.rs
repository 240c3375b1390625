//! Where data goes.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use kawara::output::AtomicFile;
use kawara::plan::Witness;

use crate::End;
use crate::interrupt::{self, Unfinished};

/// A file, or standard output.
///
/// A file takes its place as a whole ([`AtomicFile`]), and a signal takes away what is unfinished.
pub(crate) struct Target(BufWriter<Inner>);

enum Inner {
    /// Standard output; a pipe, a device.
    Straight(Box<dyn Write + Send>),
    Beside {
        file: AtomicFile,
        /// A signal takes away what was written beside.
        _unfinished: Unfinished,
    },
}

impl Write for Inner {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Straight(to) => to.write(bytes),
            Self::Beside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Straight(to) => to.flush(),
            Self::Beside { file, .. } => file.flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

impl Target {
    /// Opens a file, or standard output if none is named, or `-`.
    ///
    /// # Errors
    /// When the file cannot be written: it is a directory, it is not there to be written to, or its directory is not.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, End> {
        let inner = match path {
            None => Inner::Straight(Box::new(io::stdout())),
            Some(path) if path == Path::new("-") => Inner::Straight(Box::new(io::stdout())),
            Some(path) => open(path).map_err(|error| {
                let hint = match error.kind() {
                    io::ErrorKind::IsADirectory => "name a file in it",
                    _ => "is there such a directory, and may you write to it?",
                };
                End::Usage(format!("cannot write {}: {error}; {hint}", path.display()))
            })?,
        };
        Ok(Self(BufWriter::with_capacity(BUFFER, inner)))
    }

    /// Writes what is all there is, and takes its place.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn write_whole(mut self, whole: impl AsRef<[u8]>) -> io::Result<()> {
        self.write_all(whole.as_ref())?;
        self.finish(true)
    }

    /// Ends writing. What was written takes its place if it is to be kept; else an earlier file stays as it was.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn finish(self, keep: bool) -> io::Result<()> {
        let settled = self.settle()?;
        let _held = interrupt::hold();
        if keep { place([settled]) } else { Ok(()) }
    }

    /// Ends writing: everything is on the disk, though not yet in its place.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn settle(self) -> io::Result<Settled> {
        let mut inner = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        inner.flush()?;
        if let Inner::Beside { file, .. } = &inner {
            file.sync()?;
        }
        Ok(Settled(inner))
    }
}

/// A target that is written to its end.
pub(crate) struct Settled(Inner);

/// The files take their places, one right after the other. [Hold](interrupt::hold) meanwhile, lest a signal come in between.
///
/// # Errors
/// What the file system returns.
pub(crate) fn place(settled: impl IntoIterator<Item = Settled>) -> io::Result<()> {
    settled.into_iter().try_for_each(Settled::place)
}

impl Settled {
    /// What the file will be known by; nothing of a stream.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn witness(&self) -> io::Result<Option<Witness>> {
        match &self.0 {
            Inner::Straight(_) => Ok(None),
            Inner::Beside { file, .. } => Witness::of(file).map(Some),
        }
    }

    fn place(self) -> io::Result<()> {
        match self.0 {
            Inner::Straight(_) => Ok(()),
            Inner::Beside { file, .. } => file.place(),
        }
    }
}

fn open(path: &Path) -> io::Result<Inner> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return Ok(Inner::Straight(Box::new(OpenOptions::new().write(true).open(path)?)));
    }
    let _held = interrupt::hold();
    let file = AtomicFile::create(path)?;
    let unfinished = Unfinished::new(file.unfinished());
    Ok(Inner::Beside { file, _unfinished: unfinished })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn write(path: &Path, text: &str) {
        let mut target = Target::open(Some(path)).unwrap();
        target.write_all(text.as_bytes()).unwrap();
        place([target.settle().unwrap()]).unwrap();
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out.jsonl");
        write(&path, "old");
        let mut target = Target::open(Some(&path)).unwrap();
        target.write_all(b"new").unwrap();
        let settled = target.settle().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        place([settled]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(home.path()), ["out.jsonl"]);
    }

    #[test]
    fn what_is_dropped_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out.jsonl");
        let mut target = Target::open(Some(&path)).unwrap();
        target.write_all(&[b'x'; 3 * BUFFER]).unwrap();
        assert_eq!(names(home.path()).len(), 1);
        drop(target);
        assert!(names(home.path()).is_empty());
        drop(Target::open(Some(&path)).unwrap().settle().unwrap());
        assert!(names(home.path()).is_empty());
    }

    #[test]
    fn two_at_once_do_not_mix() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out.jsonl");
        let (mut one, mut two) = (Target::open(Some(&path)).unwrap(), Target::open(Some(&path)).unwrap());
        for _ in 0..3 * BUFFER {
            one.write_all(b"1").unwrap();
            two.write_all(b"2").unwrap();
        }
        place([one.settle().unwrap()]).unwrap();
        assert!(fs::read(&path).unwrap().iter().all(|byte| *byte == b'1'));
        place([two.settle().unwrap()]).unwrap();
        let written = fs::read(&path).unwrap();
        assert!(written.len() == 3 * BUFFER && written.iter().all(|byte| *byte == b'2'));
        assert_eq!(names(home.path()), ["out.jsonl"]);
    }

    #[test]
    fn a_directory_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let says = |path: &Path| match Target::open(Some(path)) {
            Err(End::Usage(message)) => message,
            _ => String::new(),
        };
        assert!(says(home.path()).contains("name a file in it"), "{}", says(home.path()));
        assert!(says(&home.path().join("no/out.jsonl")).contains("is there such a directory"));
        assert!(names(home.path()).is_empty());
    }
}
