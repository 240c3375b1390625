//! The command: results in the order of the cases, one bad line does not stop the others, and `--check` judges them.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const LINES: &str = r#"{"id": "a", "kind": "empty", "severity": "must", "text": "", "content_type": "prose", "settings": {"counter": "chars", "max_tokens": 9, "overlap_units": 0}, "check": {"chunk_count": {"max": 0}}}
{"id": "b", "kind": "broken"}
{"id": "c", "kind": "x", "severity": "should", "text": "Go on.", "content_type": "prose", "settings": {"counter": "chars", "max_tokens": 9, "overlap_units": 0, "merge": false}, "check": {"min_units": 2}}
"#;

fn kawara_cases(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kawara-cases")).args(arguments).output().unwrap()
}

fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn runs_and_judges() {
    let cases = file("command-cases.jsonl", LINES.as_bytes());
    let run = kawara_cases(&[&cases]);
    assert!(run.status.success(), "{run:?}");
    let results = String::from_utf8(run.stdout).unwrap();
    let results: Vec<serde_json::Value> =
        results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results.len(), 3);
    assert_eq!((&results[0]["id"], results[0]["chunks"].as_array().unwrap().len()), (&"a".into(), 0));
    assert!(
        results[1]["id"] == "b" && results[1]["error"].as_str().unwrap().contains("not a case"),
        "{}",
        results[1]
    );
    assert_eq!(results[2]["chunks"][0]["text"], "Go on.");
    assert_eq!(results[2]["unmapped"], serde_json::json!(["merge"]));

    let good = file(
        "command-good.jsonl",
        LINES.lines().filter(|line| !line.contains("broken")).collect::<Vec<_>>().join("\n").as_bytes(),
    );
    let lines: Vec<String> = results.iter().map(ToString::to_string).collect();
    let results = file("command-results.jsonl", lines.join("\n").as_bytes());
    let musts = kawara_cases(&["--check", &good, &results]);
    assert_eq!(String::from_utf8(musts.stdout).unwrap(), "1 passed, 0 failed\n");
    let all = kawara_cases(&["--check", &good, &results, "--should"]);
    assert_eq!(all.status.code(), Some(1));
    assert!(String::from_utf8(all.stdout).unwrap().ends_with("| min_units\n1 passed, 1 failed\n"));
}

#[test]
fn misuse_is_told() {
    assert_eq!(kawara_cases(&[]).status.code(), Some(2));
    let missing = kawara_cases(&["no-such-file.jsonl"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8(missing.stderr).unwrap().contains("no-such-file.jsonl"));
}
