use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file that takes its place as a whole.
///
/// It is written beside its place, hidden, as `.NAME.….partial`: until it is placed an older file stays, and whoever is killed leaves that as
/// it was. One that is dropped before takes what was written with it. A link stays a link, and the mode of an older file is kept.
///
/// ```
/// use std::io::Write;
/// use kawara::output::AtomicFile;
///
/// let path = std::env::temp_dir().join(format!("kawara-atomic-{}", std::process::id()));
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"all of it")?;
/// assert!(!path.exists());
/// file.place()?;
/// assert_eq!(std::fs::read(&path)?, b"all of it");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl AtomicFile {
    /// Begins a file whose place is `path`.
    ///
    /// # Errors
    /// When it cannot be written: its directory is not there, or what is there is a directory, no file at all, or not to be written to.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let place = behind_links(path.as_ref())?;
        let old = match fs::metadata(&place) {
            Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file() => {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "a pipe or a device has no place"));
            }
            Ok(about) => {
                // Who may not write to the old file may not put another in its place either.
                OpenOptions::new().append(true).open(&place)?;
                Some(about.permissions())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mut prefix = OsString::from(".");
        prefix.push(place.file_name().ok_or(io::ErrorKind::IsADirectory)?);
        prefix.push(".");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        // As for any new file, the user's mask takes away what it takes away.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let directory = directory_of(&place);
        fs::metadata(directory)?;
        let file = builder.tempfile_in(directory).map_err(|error| without_path(&error))?;
        if let Some(permissions) = old {
            // The owner may differ, and then the mode cannot be had; the file can.
            let _ = fs::set_permissions(file.path(), permissions);
        }
        Ok(Self { file, place })
    }

    /// Where it is until it is placed. Whoever stops half-way may take this file away.
    pub fn unfinished(&self) -> &Path {
        self.file.path()
    }

    /// Where it will be.
    pub fn destination(&self) -> &Path {
        &self.place
    }

    /// Waits until everything that was written is on the disk.
    ///
    /// # Errors
    /// What the file system returns.
    pub fn sync(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    /// Puts it in its place, safe from a power cut: everything is on the disk, then its name is.
    ///
    /// # Errors
    /// What the file system returns; what was there stays.
    pub fn place(self) -> io::Result<()> {
        let directory = directory_of(&self.place).to_path_buf();
        self.persist()?;
        sync_directory(&directory);
        Ok(())
    }

    /// Puts it in its place; the directory is yet to be [made safe](sync_directory).
    pub(crate) fn persist(self) -> io::Result<()> {
        self.sync()?;
        self.file.persist(&self.place).map_err(|error| error.error)?;
        Ok(())
    }

    /// The file itself, to go back in it.
    pub(crate) fn file_mut(&mut self) -> &mut File {
        self.file.as_file_mut()
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

const SUFFIX: &str = ".partial";

/// Makes the names in a directory safe from a power cut. Some file systems cannot do that, and the files themselves are safe.
pub(crate) fn sync_directory(directory: &Path) {
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
}

/// Whether a file of this name is one that a program which was killed left unfinished.
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(SUFFIX)
}

/// The library names the unfinished file, which nobody asked for.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
}

fn directory_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The most links that lead from one to the next.
const LINKS: usize = 40;

/// What a path leads to, whether or not there is a file yet.
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

    #[cfg(unix)]
    #[test]
    fn links_and_modes_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let write = |path: &Path, text: &str| {
            let mut file = AtomicFile::create(path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.place().unwrap();
        };
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
        assert!(AtomicFile::create(home.path().join("round")).is_err());
    }

    #[test]
    fn what_was_left_unfinished_is_known_by_its_name() {
        let home = tempfile::tempdir().unwrap();
        let file = AtomicFile::create(home.path().join("out.jsonl")).unwrap();
        assert!(is_unfinished(&file.unfinished().file_name().unwrap().to_string_lossy()));
        assert!(!is_unfinished("lines.partial") && !is_unfinished(".partialled"));
    }
}
