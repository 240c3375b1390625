//! Paths between a pack and kawara.

use std::path::{Component, Path, PathBuf};

use crate::{ROOT, target};

/// Where a pack that is asked for outside the workspace comes to lie.
pub(super) fn outside(dir: &Path) -> Result<PathBuf, String> {
    let dir = std::path::absolute(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let known = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let parent = known(existing(&dir));
    let is_inside = parent.starts_with(known(Path::new(ROOT))) && !parent.starts_with(known(&target()));
    if is_inside {
        return Err(format!(
            "{} is inside kawara's workspace: leave out --to, and it becomes part of it",
            dir.display()
        ));
    }
    Ok(dir)
}

/// The nearest folder above that is there.
fn existing(dir: &Path) -> &Path {
    dir.ancestors().skip(1).find(|above| above.exists()).unwrap_or(dir)
}

/// The way from a folder to kawara's, in slashes: relative, so that both may move together.
pub(super) fn between(from: &Path, to: &Path) -> Result<String, String> {
    let real = |path: &Path| path.canonicalize().map_err(|error| format!("{}: {error}", path.display()));
    Ok(relative(&real(from)?, &real(to)?).to_string_lossy().replace('\\', "/"))
}

fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_and_down() {
        assert_eq!(relative(Path::new("/a/b/c"), Path::new("/a/d")), Path::new("../../d"));
        assert_eq!(relative(Path::new("/a"), Path::new("/a/d")), Path::new("d"));
    }

    #[test]
    fn inside_is_refused_whether_it_is_there_or_not() {
        let inside = Path::new(ROOT).join("packs/new/deep");
        assert!(outside(&inside).unwrap_err().contains("leave out --to"));
        assert!(outside(&std::env::temp_dir().join("new")).is_ok());
    }
}
