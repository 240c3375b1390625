//! Options that the environment gives.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{Outcome, corpus, directory, kawara_with, records};

#[test]
fn variables_say_what_options_say() {
    let home = directory("variables");
    fs::write(home.join("a.txt"), "The pump stopped. Nobody saw it.").unwrap();
    fs::write(home.join("small.toml"), "policy = 1\n[budget]\nmax-tokens = 6\n").unwrap();
    fs::write(home.join("gb.txt"), b"\xb1\xc3").unwrap();
    let chunk = |variables: &[(&str, &str)], words: &[&str]| {
        kawara_with(&home, variables, &[&["chunk", "a.txt"], words].concat(), b"")
    };
    let count = |outcome: &Outcome| records(&outcome.out).len();
    assert_eq!(count(&chunk(&[], &[])), 1);
    assert_eq!(count(&chunk(&[("KAWARA_POLICY", "small.toml")], &[])), 2);
    assert_eq!(count(&chunk(&[("KAWARA_POLICY", "small.toml")], &["--policy", "kawara:docs"])), 1);
    assert_eq!(count(&chunk(&[("KAWARA_POLICY", "")], &[])), 1, "empty is not set");
    assert!(chunk(&[("KAWARA_OUTPUT_FORMAT", "text")], &[]).out.contains("tokens"));
    assert_eq!(chunk(&[("KAWARA_QUIET", "1")], &[]).err, "");
    assert!(chunk(&[("KAWARA_VERBOSE", "1"), ("KAWARA_JOBS", "3")], &[]).err.contains("info: threads: 3\n"));
    assert!(
        chunk(&[("KAWARA_VERBOSE", "1"), ("KAWARA_JOBS", "3")], &["-j2"]).err.contains("info: threads: 2\n")
    );
    let decoded = kawara_with(&home, &[("KAWARA_ENCODING", "gb18030")], &["chunk", "gb.txt"], b"");
    assert_eq!(records(&decoded.out)[0]["text"], "泵");
}

#[test]
fn a_wrong_value_names_its_variable() {
    let home = directory("wrong-variables");
    for (variable, value, words) in [
        ("KAWARA_JOBS", "0", &["chunk", "a.txt"][..]),
        ("KAWARA_JOBS", "many", &["count", "--counter", "chars", "a.txt"]),
        ("KAWARA_COLOR", "blue", &["packs"]),
        ("KAWARA_QUIET", "very", &["packs"]),
        ("KAWARA_OUTPUT_FORMAT", "xml", &["chunk", "a.txt"]),
    ] {
        let outcome = kawara_with(&home, &[(variable, value)], words, b"");
        assert_eq!(outcome.code, 2, "{variable}: {}", outcome.err);
        assert!(outcome.err.contains(value) && outcome.err.contains(variable), "{variable}: {}", outcome.err);
    }
    for (words, variable, says) in [
        (&["chunk", "a.txt"][..], ("KAWARA_POLICY", "kawara:dogs"), "kawara:dogs"),
        (&["chunk", "a.txt"], ("KAWARA_BASE_POLICY", "kawara:dogs"), "kawara:dogs"),
        (&["chunk", "a.txt"], ("KAWARA_MODEL", "no-such-model"), "no-such-model"),
        (&["chunk", "a.txt"], ("KAWARA_ENCODING", "klingon"), "klingon"),
    ] {
        let outcome = kawara_with(&home, &[variable], words, b"");
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(says) && outcome.err.contains(variable.0), "{}", outcome.err);
    }
    let chance = kawara_with(&home, &[("KAWARA_JOBS", "2")], &["chunk", "a.txt", "-o", "no/2.jsonl"], b"");
    assert!(chance.code == 2 && !chance.err.contains("KAWARA_JOBS"), "{}", chance.err);
    let word = kawara_with(&home, &[("KAWARA_JOBS", "0")], &["chunk", "a.txt", "-j0"], b"");
    assert!(word.code == 2 && !word.err.contains("KAWARA_JOBS"), "{}", word.err);
}

#[test]
fn a_model_of_the_environment_gives_way_to_words() {
    let home = corpus("model-variable");
    let model = [("KAWARA_MODEL", "text-embedding-3-small,text-embedding-ada-002")];
    let count = |words: &[&str]| {
        let outcome = kawara_with(&home, &model, &[&["count", "notes", "--json"], words].concat(), b"");
        let total = records(&outcome.out).pop().unwrap();
        total["total"]["counts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count["name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(count(&[]), ["text-embedding-3-small", "text-embedding-ada-002"]);
    assert_eq!(count(&["--counter", "chars"]), ["chars"]);
    assert_eq!(count(&["--model", "text-embedding-3-large"]), ["text-embedding-3-large"]);
    let chunk = kawara_with(&home, &model, &["chunk", "notes", "-v"], b"");
    assert_eq!(chunk.code, 0, "{}", chunk.err);
    let set = ["chunk", "notes", "--set", "budget.counter=chars", "-v"];
    let chunk = kawara_with(&home, &model, &set, b"");
    assert!(chunk.code == 0 && chunk.err.contains("tokens by chars"), "{}", chunk.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_variable_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let home = directory("no-text");
    let wrong = std::ffi::OsStr::from_bytes(b"\xff.toml");
    let output = common::command(&home, &[], &["chunk", "."]).env("KAWARA_POLICY", wrong).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("KAWARA_POLICY"), "{err}");
}
