//! `--write`

use std::path::{Component, Path, PathBuf};

use kawara::PolicyTree;
use kawara::policy::paths::absolute;
use kawara_evidence::sweep::{Report, Written};

use super::points::Laboratory;
use crate::End;
use crate::inputs::loader_of;

/// The text of the policy that is recommended, after it was loaded again.
///
/// # Errors
/// When there is none, several policies were tried or hold for the documents, or what is recommended cannot be had with them.
pub(super) fn policy(
    path: &Path,
    report: &Report<'_>,
    laboratory: &Laboratory<'_>,
    own: &PolicyTree,
) -> Result<String, End> {
    let inputs = laboratory.inputs;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let used = own.used();
    let [policy] = used.as_slice() else {
        let message =
            "--write builds on one policy, and several hold for these documents; name one with --policy";
        return Err(End::Usage(message.into()));
    };
    let base = policy.base();
    let source = policy.sources().map(|(name, _)| name).filter(|name| Some(*name) != base).last();
    let extends = source.map(|name| {
        if name.starts_with("kawara:") { name.to_owned() } else { seen_from(directory, Path::new(name)) }
    });
    let changes: Vec<(String, String)> = policy.changes().collect();
    let about = report.about();
    let written =
        Written { extends: extends.as_deref(), changes: &changes, about: &about, advice: report.advice };
    let usage = |error: kawara_evidence::Error| End::Usage(error.to_string());
    let toml = written.to_toml().map_err(usage)?;
    let loader = loader_of(&inputs.settings, laboratory.registry);
    written.check(&toml, &loader, &path.display().to_string(), directory).map_err(usage)?;
    Ok(toml)
}

/// A file as a policy in a directory names it: with forward slashes, and relative where they have something in common.
fn seen_from(directory: &Path, file: &Path) -> String {
    let (directory, file) = (absolute(directory), absolute(file));
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (directory.components().collect(), file.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return file.display().to_string();
    }
    let up = from[common..].iter().map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to[common..].iter().copied()).collect();
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_seen_from_where_the_policy_will_lie() {
        let seen = |directory: &str, file: &str| seen_from(Path::new(directory), Path::new(file));
        assert_eq!(seen("/a/b", "/a/b/kawara.toml"), "kawara.toml");
        assert_eq!(seen("/a/b", "/a/c/d.toml"), "../c/d.toml");
        assert_eq!(seen(".", "docs/kawara.toml"), "docs/kawara.toml");
        assert_eq!(seen("docs", "kawara.toml"), "../kawara.toml");
    }
}
