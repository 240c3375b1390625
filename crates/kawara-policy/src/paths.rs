//! Paths compared by their text alone: policies and documents need not lie on a disk.

use std::path::{Component, Path, PathBuf};

/// The path from the root of the file system, without `.` and `..`; as it is where there is no current directory.
pub fn absolute(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// The path without `.` and without any `..` that can be resolved by its text alone.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::Normal(_)) => {
                    out.pop();
                }
                Some(Component::RootDir) => {}
                _ => out.push(component),
            },
            other => out.push(other),
        }
    }
    out
}

/// A path as messages show it: without the steps back that its text resolves, unless they lead elsewhere, out of a linked directory. What is
/// read is the path as it was given.
pub(crate) fn shown(path: &Path) -> String {
    let short = normal(path);
    let is_elsewhere = || match path.canonicalize() {
        Ok(real) => short.canonicalize().ok() != Some(real),
        // It need not lie on a disk.
        Err(_) => false,
    };
    let is_stepping = path.components().any(|component| component == Component::ParentDir);
    let keep = short.as_os_str().is_empty() || is_stepping && is_elsewhere();
    if keep { path.display().to_string() } else { short.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_paths() {
        for (given, wanted) in [
            ("three/sub/../base.toml", "three/base.toml"),
            ("./a.toml", "a.toml"),
            ("../a.toml", "../a.toml"),
            ("a/..", "a/.."),
        ] {
            assert_eq!(shown(Path::new(given)), wanted, "{given}");
        }
    }

    #[test]
    fn normal_paths() {
        for (given, wanted) in [
            ("a/./b/../c", "a/c"),
            ("../a/../../b", "../../b"),
            ("/../a", "/a"),
            ("./", ""),
            ("a/..", ""),
            ("", ""),
        ] {
            assert_eq!(normal(Path::new(given)), Path::new(wanted), "{given}");
        }
    }
}
