//! Where data goes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::End;
use crate::interrupt::{self, Unfinished};

/// A file, or standard output.
///
/// A file is written beside its place and takes it at the end, when all of it is on the disk: until then the old one stays, and whoever is
/// killed leaves it as it was. A target that is dropped before that takes what was written with it.
pub(crate) struct Target(BufWriter<Inner>);

enum Inner {
    /// Standard output; a pipe, a device.
    Straight(Box<dyn Write + Send>),
    Beside {
        file: NamedTempFile,
        place: PathBuf,
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

    /// Ends writing: everything is on the disk, though not yet in its place.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn settle(self) -> io::Result<Settled> {
        let mut inner = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        inner.flush()?;
        if let Inner::Beside { file, .. } = &inner {
            file.as_file().sync_all()?;
        }
        Ok(Settled(inner))
    }
}

/// A target that is written to its end.
pub(crate) struct Settled(Inner);

/// The files take their places, one right after the other; a signal waits for the last.
///
/// # Errors
/// What the file system returns.
pub(crate) fn place(settled: impl IntoIterator<Item = Settled>) -> io::Result<()> {
    let _held = interrupt::hold();
    settled.into_iter().try_for_each(Settled::place)
}

impl Settled {
    fn place(self) -> io::Result<()> {
        let Inner::Beside { file, place, .. } = self.0 else { return Ok(()) };
        file.persist(&place).map_err(|error| error.error)?;
        sync_directory(&place);
        Ok(())
    }
}

/// The new name is on the disk as well. Some file systems cannot do that, and the file itself is safe.
fn sync_directory(place: &Path) {
    if let Ok(directory) = File::open(directory_of(place)) {
        let _ = directory.sync_all();
    }
}

fn open(path: &Path) -> io::Result<Inner> {
    let place = behind_links(path)?;
    let old = match fs::metadata(&place) {
        Ok(about) if about.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(about) if !about.is_file() => {
            return Ok(Inner::Straight(Box::new(OpenOptions::new().write(true).open(&place)?)));
        }
        Ok(about) => {
            // Who may not write to the old file may not put another in its place either.
            OpenOptions::new().append(true).open(&place)?;
            Some(about.permissions())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let name = place.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    // As for any new file, the user's mask takes away what it takes away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let held = interrupt::hold();
    let file = builder.tempfile_in(directory_of(&place))?;
    let unfinished = Unfinished::new(file.path());
    drop(held);
    if let Some(permissions) = old {
        // The owner may differ, and then the mode cannot be had; the file can.
        let _ = fs::set_permissions(file.path(), permissions);
    }
    Ok(Inner::Beside { file, place, _unfinished: unfinished })
}

fn directory_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The most links that lead from one to the next.
const LINKS: usize = 40;

/// What a path leads to, whether or not there is a file yet: a link stays one.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&place) {
            Ok(to) => place = directory_of(&place).join(to),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many symbolic links lead from one to the next"))
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

    #[cfg(unix)]
    #[test]
    fn links_and_modes_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("there")).unwrap();
        let (link, dangling) = (home.path().join("link"), home.path().join("dangling"));
        symlink("there/real", &link).unwrap();
        symlink("link", &dangling).unwrap();
        write(&dangling, "one");
        let real = home.path().join("there/real");
        assert_eq!(fs::read_to_string(&real).unwrap(), "one");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let made = home.path().join("plain");
        File::create(&made).unwrap();
        assert_eq!(mode(&real), mode(&made), "as any new file");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        write(&link, "two");
        assert_eq!((fs::read_to_string(&real).unwrap().as_str(), mode(&real)), ("two", 0o640));
        assert!(
            fs::symlink_metadata(&link).unwrap().is_symlink()
                && fs::symlink_metadata(&dangling).unwrap().is_symlink()
        );
        symlink("round", home.path().join("round")).unwrap();
        assert!(Target::open(Some(&home.path().join("round"))).is_err());
    }
}
