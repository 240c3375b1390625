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
    assert!(refused(&dir.0).contains("is a directory"));
    let latin = dir.write("latin.toml", b"policy = 1\nlanguage = \"fran\xe7ais\"");
    assert!(refused(&latin).contains("cannot be read: line 2 is not UTF-8"), "{}", refused(&latin));
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
        "kawara:dosc: no built-in policy is called `dosc` [policy::unknown_policy]\n  did you mean `kawara:docs`?\n  help: there are `catalogue`, `cjk-anaphora`, `code`, `docs`, `faq`, `knowledge-base`, `legal`, `logs`, `narrative`, `parent-child`, `sentence-window`, `technical-reference` and `transcript`"
    );
}

#[test]
fn what_cannot_be_read_is_told_with_what_to_do() {
    let dir = Dir::new("unreadable");
    let latin = dir.write("latin.toml", b"policy = 1\n\n# Gr\xf6\xdfe\n");
    let said = refused(&latin);
    assert!(said.contains("cannot be read: line 3 is not UTF-8 [policy::unreadable]"), "{said}");
    assert!(said.ends_with("help: a policy is TOML, so save it as UTF-8"), "{said}");
    let wide: Vec<u8> = "policy = 1\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let wide = dir.write("wide.toml", [b"\xfe\xff".as_slice(), &wide].concat());
    assert!(refused(&wide).contains("cannot be read: it is UTF-16"), "{}", refused(&wide));
    let said = refused(&dir.0);
    assert!(said.contains("is a directory [policy::unreadable]"), "{said}");
    assert!(said.ends_with("help: name the file in it, such as its `kawara.toml`"), "{said}");
    let cut = [b"policy = 1 #".as_slice(), "\u{754c}".repeat(350_000).as_bytes()].concat();
    assert!(refused(&dir.write("cut.toml", cut)).contains("policy::too_large"));
    let main = dir.write("three/main.toml", "policy = 1\nextends = \"sub/../../base.toml\"\n");
    fs::create_dir_all(dir.0.join("three/sub")).unwrap();
    dir.write("base.toml", "policy = 1\nunit = 1\n");
    let said = refused(&main);
    assert!(said.contains("unreadable/base.toml:2:1: unknown key") && !said.contains(".."), "{said}");
    #[cfg(unix)]
    {
        // Back out of a linked directory is somewhere else, and the short name would be that of another file.
        fs::create_dir_all(dir.0.join("far/away")).unwrap();
        std::os::unix::fs::symlink(dir.0.join("far/away"), dir.0.join("three/link")).unwrap();
        dir.write("far/linked.toml", "policy = 1\nunit = 1\n");
        let main = dir.write("three/linking.toml", "policy = 1\nextends = \"link/../linked.toml\"\n");
        assert!(refused(&main).contains("three/link/../linked.toml:2:1: unknown key"), "{}", refused(&main));
    }
}

#[test]
fn a_file_that_may_not_be_read_is_told() {
    let loader = kawara_policy::Loader::reading(|_| Err(std::io::ErrorKind::PermissionDenied.into()));
    assert_eq!(
        loader.path("kawara.toml").unwrap_err().to_string(),
        "kawara.toml: the policy `kawara.toml` may not be read [policy::unreadable]\n  help: its permissions, or those of a directory \
         above it, keep this program out"
    );
}
