use std::fmt;

use semver::{Prerelease, Version, VersionReq};

use crate::{Error, ErrorKind, Pack, Result, printable};

/// Which pack of a name has to be loaded; by default any. A policy says so of packs, since it cannot load one.
///
/// ```
/// use kawara_core::{Pack, RequiredPack};
///
/// static KO: Pack = Pack::new("ko", "0.3.1");
///
/// let mut required = RequiredPack::default();
/// required.version = Some(">=0.3".into());
/// assert!(required.check("ko", &[&KO]).is_ok());
///
/// required.version = Some("1".into());
/// assert_eq!(
///     required.check("ko", &[&KO]).unwrap_err().to_string(),
///     "pack `ko`: version `1` is required, and it is 0.3.1"
/// );
/// assert!(required.check("ja", &[&KO]).unwrap_err().to_string().contains("`ja`, which is not loaded"));
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequiredPack {
    /// The SHA-256 of the library that it is loaded from, in hexadecimal. A linked pack has none, and so does not meet any.
    pub sha256: Option<String>,
    /// The versions that will do, as Cargo writes them: `>=0.1, <2`.
    pub version: Option<String>,
}

/// What is wrong with a pack that is loaded and is not the one that is required.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// It has another version than one of those wanted.
    Version {
        /// What is wanted.
        wanted: String,
        /// What it is.
        found: String,
    },
    /// It was loaded from another library, or is linked.
    Library {
        /// The SHA-256 that is wanted.
        wanted: String,
        /// That of the library; `None` for a linked pack.
        found: Option<String>,
    },
}

impl RequiredPack {
    /// Whether a pack of this version, from a library with this SHA-256, will do.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] when what is wanted is no requirement on a version.
    pub fn unmet(&self, version: &str, digest: Option<&str>) -> Result<Option<Unmet>> {
        if let Some(wanted) = &self.version
            && !is_version(wanted, version)?
        {
            return Ok(Some(Unmet::Version { wanted: wanted.clone(), found: version.to_owned() }));
        }
        let wanted = self.sha256.as_ref();
        let other = wanted.filter(|wanted| !digest.is_some_and(|digest| digest.eq_ignore_ascii_case(wanted)));
        Ok(other.map(|wanted| Unmet::Library { wanted: wanted.clone(), found: digest.map(str::to_owned) }))
    }

    /// Refuses packs among which there is none of this name that will do.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`], with what is loaded instead; as [`RequiredPack::unmet`].
    pub fn check(&self, name: &str, packs: &[&'static Pack]) -> Result<()> {
        let Some(pack) = packs.iter().find(|pack| pack.name() == name) else {
            let loaded: Vec<_> = packs.iter().map(|pack| pack.name()).collect();
            let message = format!(
                "the settings require the pack `{name}`, which is not loaded; loaded: {}",
                loaded.join(", ")
            );
            return Err(Error::new(ErrorKind::Registry, message));
        };
        match self.unmet(pack.version(), pack.digest())? {
            Some(unmet) => Err(Error::new(ErrorKind::Registry, unmet.to_string()).in_pack(name)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { wanted, found } => {
                write!(f, "version `{wanted}` is required, and it is {found}")?;
                match parsed(found) {
                    Some(_) => Ok(()),
                    None => {
                        f.write_str(", which is no version that can be compared: that would be such as 1.2.0")
                    }
                }
            }
            Self::Library { wanted, found: Some(found) } => {
                write!(
                    f,
                    "a library with SHA-256 {wanted} is required, and it was loaded from one with {found}"
                )
            }
            Self::Library { wanted, found: None } => {
                write!(f, "a library with SHA-256 {wanted} is required, and it is linked into the program")
            }
        }
    }
}

/// Whether a version is one of those wanted, which are written as Cargo does. A version before a release counts as that release, or no
/// requirement would accept it; one that is short, as a pack in C may have, is filled up with zeros.
///
/// ```
/// assert!(kawara_core::is_version(">=0.2, <2", "0.2.0-rc.1")?);
/// assert!(!kawara_core::is_version("0.1", "0.2.0")?);
/// assert!(kawara_core::is_version(">=0.3", "1.0")?);
/// assert!(kawara_core::is_version("new", "0.2.0").is_err());
/// # Ok::<(), kawara_core::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Settings`] when what is wanted is no requirement on a version.
pub fn is_version(wanted: &str, version: &str) -> Result<bool> {
    let wanted =
        VersionReq::parse(wanted).map_err(|error| Error::new(ErrorKind::Settings, error.to_string()))?;
    Ok(parsed(version).is_some_and(|mut version| {
        version.pre = Prerelease::EMPTY;
        wanted.matches(&version)
    }))
}

/// The SHA-256 that a text is, in lower case.
///
/// ```
/// assert_eq!(kawara_core::sha256_of(&"AB12".repeat(16))?, "ab12".repeat(16));
/// assert!(kawara_core::sha256_of("ab12").unwrap_err().to_string().contains("64 hexadecimal digits"));
/// # Ok::<(), kawara_core::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Settings`] when it is none.
pub fn sha256_of(text: &str) -> Result<String> {
    if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(text.to_ascii_lowercase());
    }
    let text = printable(text);
    let message =
        format!("`{text}` is no SHA-256: that has 64 hexadecimal digits, as `sha256sum` prints them");
    Err(Error::new(ErrorKind::Settings, message))
}

/// The version that a text is; `1` and `1.0` are 1.0.0.
fn parsed(version: &str) -> Option<Version> {
    ["", ".0", ".0.0"].iter().find_map(|rest| Version::parse(&format!("{version}{rest}")).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_required_as_cargo_does() {
        for (wanted, version, fits) in [
            (">=0.1, <2", "0.1.0", true),
            (">=0.1, <2", "2.0.0", false),
            (">=0.2", "0.2.0-rc.1", true),
            ("0.1", "0.1.9", true),
            ("0.1", "0.2.0", false),
            ("=1.2.3", "1.2.4", false),
            ("*", "9.9.9", true),
            (">=0.3", "1.0", true),
            ("=1", "1", true),
            (">=2", "1.9", false),
            ("*", "of today", false),
            ("*", "2024.01", false),
            ("*", "", false),
        ] {
            assert_eq!(is_version(wanted, version).unwrap(), fits, "{wanted} {version}");
        }
    }

    #[test]
    fn what_is_no_version_is_told() {
        static ODD: Pack = Pack::new("ko", "r7");
        let required = RequiredPack { version: Some("*".into()), ..RequiredPack::default() };
        let error = required.check("ko", &[&ODD]).unwrap_err().to_string();
        assert!(error.contains("it is r7, which is no version that can be compared"), "{error}");
    }

    #[test]
    fn a_library_is_told_by_its_hash_alone() {
        static LOADED: Pack = Pack::new("ko", "0.1.0").loaded_from("ab12");
        static LINKED: Pack = Pack::new("ko", "0.1.0");
        let mut required = RequiredPack { sha256: Some("AB12".into()), ..RequiredPack::default() };
        required.check("ko", &[&LOADED]).unwrap();
        let linked = required.check("ko", &[&LINKED]).unwrap_err().to_string();
        assert!(linked.contains("AB12 is required, and it is linked"), "{linked}");
        required.sha256 = Some("ab13".into());
        let other = required.check("ko", &[&LOADED]).unwrap_err().to_string();
        assert!(other.contains("ab13 is required") && other.contains("with ab12"), "{other}");
    }
}
