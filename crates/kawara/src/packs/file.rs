use std::path::{Path, PathBuf};

use kawara_core::{Error, ErrorKind, Pack, Result, printable, sha256_of};

/// A shared library with a pack, and what is known of it before it is loaded.
///
/// ```
/// use kawara::packs::PackFile;
///
/// let file = PackFile::new("/usr/local/lib/kawara/libko.so").with_name("ko");
/// assert_eq!((file.name(), file.sha256()), (Some("ko"), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFile {
    path: PathBuf,
    sha256: Option<String>,
    name: Option<String>,
    origin: Option<String>,
}

impl PackFile {
    /// A library at an absolute path: nothing is searched for.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), sha256: None, name: None, origin: None }
    }

    /// Reads `FILE`, or `FILE@SHA256` with the 64 hexadecimal digits that its bytes hash to. A relative path is made absolute, from the
    /// current directory.
    ///
    /// ```
    /// use kawara::packs::PackFile;
    ///
    /// assert!(PackFile::parse("target/libko.so")?.path().is_absolute());
    /// let pinned = PackFile::parse(&format!("/lib/libko.so@{}", "ab12".repeat(16)))?;
    /// assert_eq!(pinned.path().to_str(), Some("/lib/libko.so"));
    /// assert!(pinned.sha256().is_some());
    /// assert!(PackFile::parse("/lib/libko.so@ab12ab12ab12ab12").unwrap_err().to_string().contains("64"));
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it names no file, or what stands behind `@` is a hash that is not whole.
    pub fn parse(text: &str) -> Result<Self> {
        let hash = text.rsplit_once('@').filter(|(_, hash)| looks_like_hash(hash));
        let (path, sha256) = hash.map_or((text, None), |(path, hash)| (path, Some(hash)));
        if path.trim().is_empty() {
            return Err(Error::new(ErrorKind::Settings, format!("`{text}` names no library")));
        }
        let path = std::path::absolute(path).map_err(|error| {
            let message = format!("the current directory is not known, so `{path}` is nowhere: {error}");
            Error::caused_by(ErrorKind::Settings, message, error)
        })?;
        match sha256 {
            Some(sha256) => Self::new(path).with_sha256(sha256),
            None => Ok(Self::new(path)),
        }
    }

    /// What its bytes must hash to: 64 hexadecimal digits.
    ///
    /// # Errors
    /// When it is something else.
    pub fn with_sha256(mut self, sha256: &str) -> Result<Self> {
        self.sha256 = Some(sha256_of(sha256)?);
        Ok(self)
    }

    /// The name that the pack in it must have.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Says where it was named, for messages: `/home/me/.config/kawara/config.toml:3:1`.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = Some(origin.into());
        self
    }

    /// The library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its bytes must hash to.
    pub fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// The name that the pack in it must have.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Loads it, which runs its code. It is never unloaded, and the same bytes are the same pack however often they are loaded. The library
    /// has to be whole, of this machine, and such that nobody else may change it; see `kawara_native::load`.
    ///
    /// # Errors
    /// When the library is refused, or is another than it was said to be; in a program that was built without the feature `native`, always.
    pub fn load(&self) -> Result<&'static Pack> {
        let pack = self.library().map_err(|error| match &self.origin {
            Some(origin) => Error::caused_by(error.kind(), format!("{origin}: {error}"), error),
            None => error,
        })?;
        match &self.name {
            Some(name) if name != pack.name() => {
                let at = self.origin.as_ref().map_or(String::new(), |origin| format!("{origin}: "));
                let (file, found) = (printable(&self.path.display().to_string()), pack.name());
                let message = format!(
                    "{at}{file} is called `{name}` here, and it is the pack `{found}`; call it that, or name another library"
                );
                Err(Error::new(ErrorKind::Registry, message))
            }
            _ => Ok(pack),
        }
    }

    #[cfg(feature = "native")]
    fn library(&self) -> Result<&'static Pack> {
        kawara_native::load(&self.path, self.sha256.as_deref())
    }

    #[cfg(not(feature = "native"))]
    fn library(&self) -> Result<&'static Pack> {
        let message = format!(
            "{} cannot be loaded: this program was built without the feature `native`",
            printable(&self.path.display().to_string())
        );
        Err(Error::new(ErrorKind::Unsupported, message))
    }
}

/// Whether what stands behind an `@` was meant as a hash: a name with so many hexadecimal digits and nothing else is rare.
fn looks_like_hash(text: &str) -> bool {
    text.len() >= 16 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_an_at_may_be_a_name() {
        for name in ["/lib/libko@1.so", "/lib/lib@beef", "/lib/@/libko.so"] {
            let file = PackFile::parse(name).unwrap();
            assert_eq!((file.path(), file.sha256()), (Path::new(name), None), "{name}");
        }
        let hash = "AB12".repeat(16);
        let file = PackFile::parse(&format!("/lib/a@b.so@{hash}")).unwrap();
        assert_eq!((file.path(), file.sha256()), (Path::new("/lib/a@b.so"), Some(&*hash.to_lowercase())));
    }

    #[test]
    fn what_names_no_library_is_refused() {
        let hash = "ab12".repeat(16);
        for (text, what) in [
            ("", "names no library"),
            (" ", "names no library"),
            (&*format!("@{hash}"), "names no library"),
            (&*format!("/lib/libko.so@{}", &hash[1..]), "is no SHA-256"),
            (&*format!("/lib/libko.so@{hash}0"), "is no SHA-256"),
        ] {
            let error = PackFile::parse(text).unwrap_err().to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn what_cannot_be_loaded_says_where_it_was_named() {
        let file = PackFile::new("/no/such/libko.so").with_origin("config.toml:3:7").with_name("ko");
        let error = file.load().unwrap_err().to_string();
        assert!(error.starts_with("config.toml:3:7: ") && error.contains("libko.so"), "{error}");
    }
}
