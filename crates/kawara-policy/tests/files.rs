//! Policies on disk: found, read, refused.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::plain;
use kawara_policy::Policy;

/// A directory of its own for a test, removed when the test is done.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn refused(path: &Path) -> String {
    Policy::from_path(path).unwrap_err().to_string().replace(&path.display().to_string(), "FILE")
}

#[test]
fn the_nearest_policy_up_the_tree_is_found() {
    let dir = Dir::new("discover");
    let outer = dir.write("kawara.toml", "policy = 1");
    let inner = dir.write("a/kawara.toml", "policy = 1");
    dir.write("a/b/c/text.md", "");
    fs::create_dir_all(dir.0.join("a/b/kawara.toml")).unwrap();
    assert_eq!(Policy::discover(dir.0.join("a/b/c")), Some(inner.clone()), "a directory is no policy");
    assert_eq!(Policy::discover(dir.0.join("a")), Some(inner));
    assert_eq!(Policy::discover(dir.0.join("x/../y")), Some(outer));
}

#[test]
fn policies_extend_files_beside_them() {
    let dir = Dir::new("extends");
    dir.write("shared/base.toml", "policy = 1\nbudget.max-tokens = 123");
    let path = dir.write("corpus/kawara.toml", "policy = 1\nextends = \"../shared/base.toml\"");
    let policy = Policy::from_path(&path).unwrap();
    assert_eq!(plain(&policy).budget.max_tokens, 123);
    assert_eq!(policy.dir(), path.parent().unwrap());
    assert_eq!(plain(&Policy::open(path.to_str().unwrap()).unwrap()).budget.max_tokens, 123);
}

#[test]
fn files_that_are_no_policies_are_refused_by_name() {
    let dir = Dir::new("refused");
    let absent = dir.0.join("absent.toml");
    assert_eq!(
        refused(&absent),
        "FILE: the policy `FILE` does not exist [policy::unreadable]\n  help: name a file, or a built-in such as `kawara:docs`"
    );
    assert!(refused(&dir.0).contains("cannot be read: it is not a file"));
    let latin = dir.write("latin.toml", b"policy = 1\nlanguage = \"fran\xe7ais\"");
    assert!(refused(&latin).contains("cannot be read: it is not UTF-8 at byte 27"), "{}", refused(&latin));
    let large = dir.write("large.toml", format!("policy = 1\n#{}", "x".repeat(1 << 20)));
    assert!(refused(&large).contains("a policy of more than 1048576 bytes"), "{}", refused(&large));
    let mistakes = Policy::from_path(&absent).unwrap_err();
    let place = &mistakes.iter().next().unwrap().place;
    assert_eq!((place.line(), place.column(), place.text()), (0, 0, ""));
}

#[test]
fn built_in_policies_have_names() {
    let mistakes = Policy::open("kawara:dosc").unwrap_err().to_string();
    assert_eq!(
        mistakes,
        "kawara:dosc: no built-in policy is called `dosc` [policy::unknown_policy]\n  did you mean `kawara:docs`?\n  help: there are `catalogue`, `cjk-anaphora`, `code`, `docs`, `faq`, `knowledge-base`, `legal`, `logs`, `narrative`, `technical-reference` and `transcript`"
    );
}
