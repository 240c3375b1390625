//! `kawara evidence propose` as a user meets it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{corpus, directory, kawara};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_is_proposed_is_what_check_reads() {
    let home = corpus("propose-check");
    let proposed = kawara(&home, &["evidence", "propose", ".", "--max", "20", "-o", "proposed.jsonl"], b"");
    assert_eq!((proposed.code, proposed.out.as_str()), (0, ""), "{}", proposed.err);
    assert!(proposed.err.contains("look through them before they count as evidence"), "{}", proposed.err);
    let text = fs::read_to_string(home.join("proposed.jsonl")).unwrap();
    let lines = lines(&text);
    let classes: BTreeSet<&str> = lines.iter().map(|line| line["class"].as_str().unwrap()).collect();
    assert_eq!(classes, BTreeSet::from(["heading", "leans-back", "table-row"]));
    for line in &lines {
        assert_eq!(
            (line["proposed"].as_bool(), line.get("question")),
            (Some(true), None),
            "nobody asked it: {line}"
        );
    }
    let ids: BTreeSet<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), lines.len());
    let checked = kawara(&home, &["evidence", "check", "proposed.jsonl", ".", "--json"], b"");
    assert_eq!(checked.code, 0, "{}", checked.err);
    let report: Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!(report["all"]["questions"].as_u64(), Some(lines.len() as u64));
    assert_eq!(
        (report["all"]["missing"].as_u64(), report["differences"].as_array().unwrap().len()),
        (Some(0), 0)
    );
    // Down a pipe, on one thread, it is the same; the file is no document, and may be written again.
    let again = kawara(&home, &["evidence", "propose", ".", "--max", "20", "-j", "1", "-q"], b"");
    assert!(again.out == text && again.err.is_empty(), "{}", again.err);
    let over = kawara(&home, &["evidence", "propose", ".", "--max", "1", "-o", "proposed.jsonl"], b"");
    assert_eq!(over.code, 0, "{}", over.err);
    assert_eq!(fs::read_to_string(home.join("proposed.jsonl")).unwrap().lines().count(), 3);
}

#[test]
fn an_edit_elsewhere_changes_no_id() {
    let home = directory("propose-edit");
    let propose = || {
        let outcome = kawara(&home, &["evidence", "propose", "a.md", "-q"], b"");
        let id = |line: &Value| line["id"].as_str().unwrap().to_owned();
        lines(&outcome.out).iter().map(id).collect::<Vec<_>>()
    };
    let text = "# Pump\n\nIt stopped at noon.\n\n## Tank\n\nThe level fell. However, nobody saw it.\n";
    fs::write(home.join("a.md"), text).unwrap();
    let before = propose();
    assert_eq!(before.len(), 3, "{before:?}");
    fs::write(home.join("a.md"), text.replace("at noon", "before noon")).unwrap();
    let after = propose();
    assert_eq!((&before[1..], before[0] == after[0]), (&after[1..], false));
}

#[test]
fn what_goes_wrong_is_said() {
    let home = directory("propose-wrong");
    fs::write(home.join("plain.txt"), "One.").unwrap();
    let nothing = kawara(&home, &["evidence", "propose", "plain.txt"], b"");
    assert_eq!((nothing.code, nothing.out.as_str()), (0, ""));
    assert!(nothing.err.contains("no passages were found"), "{}", nothing.err);
    let missing = kawara(&home, &["evidence", "propose", "plain.txt", "gone.txt"], b"");
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("gone.txt: no such file"), "{}", missing.err);
    assert_eq!(kawara(&home, &["evidence", "propose", "plain.txt", "--max", "0"], b"").code, 2);
    let over = kawara(&home, &["evidence", "propose", "plain.txt", "-o", "plain.txt"], b"");
    assert_eq!((over.code, fs::read_to_string(home.join("plain.txt")).unwrap().as_str()), (2, "One."));
}
