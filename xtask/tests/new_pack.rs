//! What `cargo xtask new-pack` makes is tested as whoever made it would test it.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Builds of nested cargos go where those of this one are: what both need is built once.
fn target() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_xtask"));
    program.ancestors().nth(2).unwrap().to_owned()
}

fn run(program: &str, arguments: &[&str], dir: &Path) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(dir).env("CARGO_TARGET_DIR", target()).output().unwrap()
}

fn xtask(arguments: &[&str]) -> Output {
    run(env!("CARGO_BIN_EXE_xtask"), arguments, Path::new(env!("CARGO_MANIFEST_DIR")))
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_new_pack_works_at_once() {
    // The same place every time, so that what is built for it is built once.
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("our-eo");
    let _ = fs::remove_dir_all(&dir);
    let made = xtask(&["new-pack", "eo", "--name", "our-eo", "--to", dir.to_str().unwrap()]);
    assert!(made.status.success(), "{}", said(&made));

    for line in [
        "fmt --check",
        "clippy --offline --quiet --all-targets -- -D warnings",
        "test --offline --quiet --no-fail-fast",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let output = run(env!("CARGO"), &words, &dir);
        assert!(output.status.success(), "cargo {line}:\n{}", said(&output));
    }

    let manifest = dir.join("Cargo.toml");
    let built = xtask(&["pack", "--manifest-path", manifest.to_str().unwrap(), "--profile", "dev"]);
    assert!(built.status.success(), "{}", said(&built));
    let told = said(&built);
    assert!(told.contains("our-eo 0.1.0, language eo") && told.contains("[packs.our-eo]"), "{told}");
    let library = Path::new(told.lines().find(|line| line.starts_with('/') || line.contains(":\\")).unwrap());
    assert!(library.starts_with(target().join("packs").canonicalize().unwrap()), "{told}");

    let again = xtask(&["new-pack", "eo", "--to", dir.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(1));
    assert!(said(&again).contains("is there already"), "{}", said(&again));
    for file in ["src/lib.rs", "tests/gold.rs", "Cargo.toml"] {
        let text = fs::read_to_string(dir.join(file)).unwrap();
        assert!(!text.contains("template") && !text.contains("qaa"), "{file}");
    }
}

#[test]
fn what_is_there_stays_as_it_is() {
    let output = xtask(&["new-pack", "zh"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("packs/zh is there already"), "{}", said(&output));
    let output = xtask(&["pack", "no-such-pack"]);
    assert!(said(&output).contains("no package is called `kawara-pack-no-such-pack`"), "{}", said(&output));
}
