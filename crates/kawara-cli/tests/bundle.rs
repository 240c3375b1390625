//! `kawara bundle`, and bundles as policies.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Stdio;

use common::{command, corpus, directory, kawara, kawara_with, records};

const TOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/own-counter/tok.py");

/// A tokenizer.
fn tokenizer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawara-cases/tokenizers/no_limit/tokenizer.json")
}

/// A corpus whose policy extends one above it and counts by a tokenizer that lies there.
fn project(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir_all(home.join("corpus/faq")).unwrap();
    fs::copy(tokenizer(), home.join("tokenizer.json")).unwrap();
    let base = "policy = 1\n[budget]\ncounter = \"hf:tokenizer.json\"\nmax-tokens = 120\n[[match]]\nglob = \"corpus/faq/*\"\nunits.overlap = 2\n";
    fs::write(home.join("base.toml"), base).unwrap();
    fs::write(home.join("corpus/kawara.toml"), "policy = 1\nextends = \"../base.toml\"\nunits.overlap = 0\n")
        .unwrap();
    let text =
        "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. ".repeat(9);
    fs::write(home.join("corpus/faq/gate.txt"), &text).unwrap();
    fs::write(home.join("corpus/other.txt"), &text).unwrap();
    home
}

/// What a temporary folder holds that a run is given.
fn left_in(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn the_same_chunks_elsewhere() {
    let home = project("bundle-elsewhere");
    let here = kawara(&home.join("corpus"), &["chunk", ".", "-q"], b"");
    assert_eq!(here.code, 0, "{}", here.err);
    let carried: Vec<bool> = records(&here.out).iter().map(|row| row["carried"] != 0).collect();
    assert!(carried.contains(&true) && carried.contains(&false), "{}", here.out);
    let made = kawara(&home.join("corpus"), &["bundle", "-o", "../policy.zip"], b"");
    assert_eq!((made.code, made.out.as_str()), (0, ""), "{}", made.err);
    assert!(made.err.contains("policy.zip: kawara.toml, 3 files, "), "{}", made.err);

    let elsewhere = directory("bundle-there");
    fs::create_dir_all(elsewhere.join("corpus")).unwrap();
    fs::create_dir_all(elsewhere.join("temporary")).unwrap();
    fs::rename(home.join("corpus/faq"), elsewhere.join("corpus/faq")).unwrap();
    fs::rename(home.join("corpus/other.txt"), elsewhere.join("corpus/other.txt")).unwrap();
    fs::rename(home.join("policy.zip"), elsewhere.join("corpus/policy.zip")).unwrap();
    fs::remove_dir_all(&home).unwrap();
    let temporary = elsewhere.join("temporary");
    let variables = [("TMPDIR", temporary.to_str().unwrap())];
    let words = ["chunk", "corpus", "--policy", "corpus/policy.zip", "-q", "--report", "run.json"];
    let there = kawara_with(&elsewhere, &variables, &words, b"");
    assert_eq!((there.code, there.out), (0, here.out), "{}", there.err);
    assert_eq!(left_in(&temporary), 0);
    let report = fs::read_to_string(elsewhere.join("run.json")).unwrap();
    assert!(report.contains("\"corpus/policy.zip/files/corpus/kawara.toml\""), "{report}");
    assert!(!report.contains("temporary"), "{report}");

    let explained = ["policy", "explain", "corpus/faq/gate.txt", "--policy", "corpus/policy.zip"];
    let explained = kawara_with(&elsewhere, &variables, &explained, b"");
    assert!(
        explained.out.contains("corpus/policy.zip/files/base.toml:4"),
        "{}{}",
        explained.out,
        explained.err
    );
    assert_eq!(left_in(&temporary), 0);
}

#[test]
fn equal_policies_make_equal_files() {
    let home = project("bundle-equal");
    let words = ["bundle", "--policy", "corpus/kawara.toml", "--set", "budget.max-tokens=99", "-q", "-o"];
    for name in ["a.zip", "b.zip"] {
        let made = kawara(&home, &[&words[..], &[name]].concat(), b"");
        assert_eq!((made.code, made.err.as_str()), (0, ""));
    }
    let bytes = fs::read(home.join("a.zip")).unwrap();
    assert!(bytes == fs::read(home.join("b.zip")).unwrap());
    let again = ["bundle", "--policy", "a.zip", "-q", "-o", "c.zip"];
    assert_eq!(kawara(&home, &again, b"").code, 0);
    assert!(bytes == fs::read(home.join("c.zip")).unwrap(), "a bundle of a bundle");
    let piped = command(&home, &[], &[&words[..], &["-"]].concat()).output().unwrap();
    assert!(piped.status.success() && piped.stdout == bytes);
}

#[test]
fn what_is_laid_over_it_holds() {
    let home = corpus("bundle-over");
    let words =
        ["bundle", "--set", "budget.counter=words", "--set", "budget.max-tokens=90", "-q", "-o", "a.zip"];
    assert_eq!(kawara(&home, &words, b"").code, 0);
    let chunk = |words: &[&str]| kawara(&home, &[&["chunk", "docs", "-q"], words].concat(), b"");
    let set = ["--set", "budget.counter=words", "--set", "budget.max-tokens=90"];
    assert_eq!(chunk(&["--policy", "a.zip"]).out, chunk(&set).out);
    let smaller = chunk(&["--policy", "a.zip", "--set", "budget.max-tokens=70"]);
    assert!(!smaller.out.is_empty());
    assert!(records(&smaller.out).iter().all(|row| row["tokens"].as_u64().unwrap() <= 70));
}

#[test]
fn a_base_policy_is_one() {
    let home = corpus("bundle-base");
    fs::write(home.join("base.toml"), "policy = 1\nlock = [\"budget.max-tokens\"]\nbudget.max-tokens = 77\n")
        .unwrap();
    let bundle = |words: &[&str]| {
        kawara(&home, &[&["bundle", "--policy", "kawara:narrative", "-q"], words].concat(), b"")
    };
    assert_eq!(bundle(&["-o", "with.zip", "--base-policy", "base.toml"]).code, 0);
    assert_eq!(bundle(&["-o", "without.zip"]).code, 0);
    let chunk = |words: &[&str]| kawara(&home, &[&["chunk", "docs", "-q", "--policy"], words].concat(), b"");
    let locked = chunk(&["with.zip", "--set", "budget.max-tokens=99"]);
    assert_eq!(locked.code, 2);
    assert!(locked.err.contains("[with.zip/files/base.toml:2:9]"), "{}", locked.err);
    assert_eq!(chunk(&["with.zip"]).out, chunk(&["without.zip", "--base-policy", "base.toml"]).out);
    let two = chunk(&["with.zip", "--base-policy", "base.toml"]);
    assert_eq!(two.code, 2);
    assert!(two.err.contains("has a base policy of its own, files/base.toml"), "{}", two.err);
}

#[test]
fn what_runs_is_named() {
    let home = corpus("bundle-runs");
    let define = format!("mytok=python3 {TOK}");
    let words = ["--command", &define, "--policy"];
    let bundle = ["bundle", "-o", "a.zip", "--set", "budget.counter=cmd:mytok"];
    let made = kawara(&home, &[&bundle[..], &words, &["kawara:docs"]].concat(), b"");
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(made.err.contains("note: the program behind `cmd:mytok` is not in the bundle"), "{}", made.err);
    let without = kawara(&home, &["chunk", "docs", "--policy", "a.zip"], b"");
    assert_eq!(without.code, 2);
    assert!(without.err.contains("no command is defined under the name `mytok`"), "{}", without.err);
    let with = kawara(&home, &[&["chunk", "docs/en"][..], &words, &["a.zip"]].concat(), b"");
    assert_eq!(with.code, 0, "{}", with.err);
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let home = project("bundle-guarded");
    fs::copy(home.join("corpus/kawara.toml"), home.join("corpus/named.toml")).unwrap();
    assert_eq!(kawara(&home, &["bundle", "--policy", "corpus/named.toml", "-q", "-o", "a.zip"], b"").code, 0);
    for (policy, output) in [
        ("corpus/named.toml", "corpus/named.toml"),
        ("corpus/named.toml", "base.toml"),
        ("corpus/named.toml", "tokenizer.json"),
        ("a.zip", "a.zip"),
    ] {
        let before = fs::read(home.join(output)).unwrap();
        let outcome = kawara(&home, &["bundle", "--policy", policy, "-o", output], b"");
        assert_eq!(outcome.code, 2, "{policy} {output}");
        assert!(outcome.err.contains("to be written over"), "{}", outcome.err);
        assert!(before == fs::read(home.join(output)).unwrap());
    }
    let outcome = kawara(&home, &["chunk", "corpus", "--policy", "a.zip", "-o", "a.zip"], b"");
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("a.zip is a policy, and is to be written over"), "{}", outcome.err);
}

#[test]
fn what_cannot_be_bundled_leaves_an_older_one() {
    let home = project("bundle-older");
    fs::write(home.join("a.zip"), "old").unwrap();
    fs::create_dir(home.join("temporary")).unwrap();
    let temporary = home.join("temporary");
    let variables = [("TMPDIR", temporary.to_str().unwrap())];
    let counter = format!("budget.counter=\"hf:{}\"", home.join("tokenizer.json").display());
    let absolute = ["bundle", "--policy", "kawara:docs", "--set", &counter, "-o", "a.zip"];
    let outcome = kawara_with(&home, &variables, &absolute, b"");
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("relative to the policy"), "{}", outcome.err);
    for (words, what) in [
        (&["--policy", "missing.toml"][..], "does not exist"),
        (&["--set", "budget.max-token=3"], "max-tokens"),
        (&["--model", "no-such-model"], "no-such-model"),
    ] {
        let outcome = kawara_with(&home, &variables, &[&["bundle", "-o", "a.zip"], words].concat(), b"");
        assert_eq!(outcome.code, 2, "{words:?}");
        assert!(outcome.err.contains(what), "{}", outcome.err);
    }
    assert_eq!(fs::read_to_string(home.join("a.zip")).unwrap(), "old");
    assert_eq!(left_in(&temporary), 0);
}

#[test]
fn a_damaged_bundle_is_refused() {
    let home = project("bundle-damaged");
    assert_eq!(kawara(&home, &["bundle", "--policy", "base.toml", "-q", "-o", "a.zip"], b"").code, 0);
    let mut bytes = fs::read(home.join("a.zip")).unwrap();
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    fs::write(home.join("a.zip"), &bytes).unwrap();
    let outcome = kawara(&home, &["chunk", "corpus", "--policy", "a.zip"], b"");
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("a.zip is no bundle, or is damaged"), "{}", outcome.err);
    let checked = kawara(&home, &["policy", "check", "a.zip"], b"");
    assert_eq!(checked.code, 1, "{}", checked.err);
    assert!(checked.out.contains("a bundle is opened by `--policy`"), "{}", checked.out);
}

#[cfg(unix)]
#[test]
fn a_signal_takes_away_what_was_unpacked() {
    use std::io::Write;

    let home = project("bundle-signal");
    assert_eq!(
        kawara(&home, &["bundle", "--policy", "corpus/kawara.toml", "-q", "-o", "a.zip"], b"").code,
        0
    );
    let temporary = home.join("temporary");
    fs::create_dir(&temporary).unwrap();
    let variables = [("TMPDIR", temporary.to_str().unwrap())];
    let mut child = command(&home, &variables, &["chunk", "-", "--policy", "a.zip"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"The pump stopped.\n").unwrap();
    let started = std::time::Instant::now();
    let is_unpacked = || {
        let mut folders = fs::read_dir(&temporary).unwrap();
        folders.any(|folder| folder.unwrap().path().join("files/tokenizer.json").is_file())
    };
    while !is_unpacked() {
        assert!(started.elapsed() < std::time::Duration::from_secs(60), "nothing was unpacked");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(left_in(&temporary), 0);
}
