//! Slips on the command line, and files with nothing in them: what is said leads on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{directory, kawara};

fn korean(name: &str) -> PathBuf {
    let home = directory(name);
    let policy = "policy = 1\n[budget]\ncounter = \"graphemes\"\nmax-tokens = 14\n[units]\noverlap = 0\n[context]\nprepend = []\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    fs::write(home.join("a.txt"), "내일은 비가 옵니다. 우산이 필요합니다. 버스는 늦습니다.").unwrap();
    let question =
        "{\"doc_id\": \"a.txt\", \"question\": \"우산 필요해?\", \"evidence\": [\"우산이 필요합니다.\"]}\n";
    fs::write(home.join("q.jsonl"), question).unwrap();
    home
}

#[test]
fn what_is_wrong_with_a_value_is_said_in_words() {
    let home = korean("slips");
    for (arguments, said) in [
        (&["evidence", "check", "q.jsonl", ".", "--max-redundancy", "25"][..], "write 25% or 0.25"),
        (&["sweep", "q.jsonl", ".", "--max-redundancy", "5"], "write 5% or 0.05"),
        (&["evidence", "check", "q.jsonl", ".", "--min-coverage", "-5%"], "a share from 0 to 1"),
        (&["evidence", "check", "q.jsonl"], "no documents are named"),
        (&["evidence", "propose", ".", "--max", "0"], "a number from 1"),
        (&["cost", ".", "--dimensions", "many"], "a number from 1"),
        (&["cost", ".", "--try", "foo"], "`--try` takes key=value"),
        (&["measure", ".", "-j", "99999"], "more than 1024 threads"),
        (
            &[
                "evidence",
                "check",
                "q.jsonl",
                ".",
                "--retriever",
                "x",
                "--retriever-command",
                "x=no-such-program",
            ],
            "defined with --retriever-command",
        ),
    ] {
        let outcome = kawara(&home, arguments, b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.contains(said), "{arguments:?}: {}", outcome.err);
    }
}

#[test]
fn a_file_without_chunks_or_documents_is_said_to_have_none() {
    let home = korean("slips-empty");
    fs::write(home.join("none.jsonl"), "").unwrap();
    fs::write(home.join("broken.jsonl"), "{\"text\": 7}\n".repeat(30)).unwrap();
    for (file, lines) in [("none.jsonl", 1), ("broken.jsonl", 12)] {
        let outcome = kawara(&home, &["evidence", "check", "q.jsonl", "a.txt", "--chunks", file], b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{}", outcome.err);
        assert!(outcome.err.contains(&format!("there are no chunks in {file}")), "{}", outcome.err);
        let errors = outcome.err.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(errors, lines, "{}", outcome.err);
    }
    let cost = kawara(&home, &["cost", "nowhere.txt"], b"");
    assert_eq!((cost.code, cost.out.as_str()), (1, ""), "{}", cost.err);
}

#[test]
fn questions_in_korean_find_words_with_other_particles() {
    let home = korean("slips-korean");
    let outcome = kawara(
        &home,
        &["evidence", "check", "q.jsonl", "a.txt", "--retriever", "bm25", "--k", "1", "--json"],
        b"",
    );
    let json: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(json["all"]["fates"][0]["retrieved"].as_u64(), Some(1), "{json}");
    assert_eq!(json["retriever"].as_str(), Some("bm25 (all scripts)"));
}

#[test]
fn what_no_pack_knows_is_not_said_to_be_none() {
    let home = korean("slips-packs");
    let measured = kawara(&home, &["measure", "a.txt", "--json"], b"").out;
    let measured: serde_json::Value = serde_json::from_str(&measured).unwrap();
    assert!(measured["groups"][0]["leaning_share"].is_null(), "{measured}");
    let proposed = kawara(&home, &["evidence", "propose", "a.txt"], b"");
    assert!(proposed.err.contains("cannot be told without a pack of their language: ko"), "{}", proposed.err);
}

#[test]
fn a_certificate_that_nobody_can_check_is_warned_of() {
    let home = korean("slips-certificate");
    let warned = |counter: &str| {
        let counter = format!("budget.counter={counter}");
        let outcome = kawara(
            &home,
            &["chunk", "a.txt", "-o", "c.jsonl", "--certificate", "c.json", "--set", &counter],
            b"",
        );
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.err.contains("nobody can check the certificate")
    };
    assert_eq!((warned("graphemes"), warned("words"), warned("chars")), (true, true, false));
}
