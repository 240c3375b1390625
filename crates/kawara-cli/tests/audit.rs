//! `kawara audit`: anybody's chunks held against their sources.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{corpus, directory, kawara};
use serde_json::Value;

const TEXT: &str = "The pump stopped at noon. Nobody noticed it until the tank ran dry. The owner called the plant. He came at two.";
const TORN: &str = "[\"The pump stopped at noon. Nobody noticed\", \"it until the tank ran dry. The owner called the plant. He came at two.\"]";
const WHOLE: &str = "{\"page_content\": \"The pump stopped at noon. Nobody noticed it until the tank ran dry.\", \"metadata\": {\"source\": \"/srv/a.txt\", \"start_index\": 0}}\n\
{\"page_content\": \"The owner called the plant. He came at two.\", \"metadata\": {\"source\": \"/srv/a.txt\", \"start_index\": 68}}\n";

#[test]
fn a_page_with_the_verdict_first_and_a_policy_that_holds() {
    let home = directory("audit");
    fs::write(home.join("a.txt"), TEXT).unwrap();
    fs::write(home.join("torn.json"), TORN).unwrap();
    fs::write(home.join("whole.jsonl"), WHOLE).unwrap();
    let words = ["audit", "--sources", "a.txt", "--counter", "words", "--max-tokens", "13", "--chunks"];
    let outcome = kawara(&home, &[&words[..], &["torn.json"]].concat(), b"");
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert!(outcome.out.starts_with("2 findings in 2 chunks of 1 document."), "{}", outcome.out);
    for says in ["torn-sentences", "“Nobody noticed⏐ it until", "over-budget", "max-tokens = ", "the policy"]
    {
        assert!(outcome.out.contains(says), "no {says} in {}", outcome.out);
    }
    let outcome = kawara(&home, &[&words[..], &["whole.jsonl"]].concat(), b"");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{}", outcome.out);
    assert!(outcome.out.starts_with("Nothing wrong was found in 2 chunks of 1 document."), "{}", outcome.out);
    let outcome = kawara(&home, &[&words[..], &["torn.json", "--write", "p.toml", "--json"]].concat(), b"");
    let json: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(json["findings"][1]["kind"], "torn-sentences");
    assert_eq!(json["policy"]["toml"], fs::read_to_string(home.join("p.toml")).unwrap());
    let check = kawara(&home, &["chunk", "a.txt", "--policy", "p.toml", "-q"], b"");
    assert_eq!((check.code, check.err.as_str()), (0, ""));
    for (fail_on, code) in [("none", 0), ("lost-text", 0), ("lost-text,torn-sentences", 1)] {
        let outcome = kawara(&home, &[&words[..], &["torn.json", "--fail-on", fail_on]].concat(), b"");
        assert_eq!(outcome.code, code, "{fail_on}");
    }
}

#[test]
fn chunks_of_kawara_are_without_fault() {
    let home = corpus("audit-own");
    for folder in ["docs", "faq", "logs", "mail", "notes"] {
        let chunks = kawara(&home, &["chunk", folder, "-q"], b"");
        let words = ["audit", "--sources", folder, "--chunks", "-", "--counter", "tiktoken:cl100k_base"];
        let outcome = kawara(&home, &words, chunks.out.as_bytes());
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{folder}: {}", outcome.out);
    }
}

#[test]
fn what_is_wrong_with_the_input_is_said() {
    let home = directory("audit-wrong");
    fs::write(home.join("a.txt"), TEXT).unwrap();
    fs::write(home.join("c.json"), TORN).unwrap();
    fs::create_dir(home.join("empty")).unwrap();
    for (words, says) in [
        (&["--sources", "a.txt"][..], "--chunks"),
        (&["--chunks", "c.json"], "--sources"),
        (&["--chunks", "none.json", "--sources", "a.txt"], "cannot read none.json"),
        (&["--chunks", "empty", "--sources", "a.txt"], "empty is a directory"),
        (&["--chunks", "c.json", "--sources", "empty"], "no document among the sources"),
        (&["--chunks", "-", "--documents", "-"], "only once"),
        (&["--chunks", "c.json", "--sources", "a.txt", "--documents", "c.json"], "cannot be used with"),
        (&["--chunks", "c.json", "--sources", "a.txt", "--max-tokens", "0"], "--max-tokens"),
        (&["--chunks", "c.json", "--sources", "a.txt", "--counter", "nothing"], "no counter"),
        (&["--chunks", "c.json", "--sources", "a.txt", "--fail-on", "torn"], "torn-sentences"),
        (&["--chunks", "c.json", "--sources", "a.txt", "--write", "c.json"], "read and written"),
        (
            &["--chunks", "c.json", "--sources", "a.txt", "--write", "none/p.toml"],
            "is there such a directory",
        ),
    ] {
        let outcome = kawara(&home, &[&["audit"], words].concat(), b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{words:?} does not say {says:?}: {}", outcome.err);
    }
    assert_eq!(fs::read_to_string(home.join("c.json")).unwrap(), TORN);
    for (chunks, more, says) in [
        ("{\"body\": \"x\"}\n", &[][..], "chunks.jsonl:1: no text in it"),
        ("\"x\"\nbroken\n", &[], "chunks.jsonl:2: not a JSON record"),
        ("[1, \"x\"", &[], "the array does not end"),
        ("{\"text\": \"x\"}\n", &["--doc-field", "d"], "no `d` in it"),
        ("{\"text\": \"x\", \"s\": \"1\"}\n", &["--start-field", "s"], "no whole number at `s`"),
    ] {
        fs::write(home.join("chunks.jsonl"), chunks).unwrap();
        let words = ["audit", "--chunks", "chunks.jsonl", "--sources", "a.txt", "--counter", "words"];
        let outcome = kawara(&home, &[&words[..], more].concat(), b"");
        assert_eq!(outcome.code, 1, "{chunks}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{chunks}: {}", outcome.err);
    }
}

#[test]
fn documents_without_chunks_are_named() {
    let home = directory("audit-lost");
    for name in ["a.txt", "b.txt", "c.txt"] {
        fs::write(home.join(name), format!("{name}: {TEXT}")).unwrap();
    }
    let chunks = kawara(&home, &["chunk", "a.txt", "-q"], b"").out;
    let words = ["audit", "--sources", "a.txt", "b.txt", "c.txt", "--counter", "words", "--chunks", "-"];
    let outcome = kawara(&home, &words, chunks.as_bytes());
    assert_eq!(outcome.code, 1, "{}", outcome.out);
    for says in ["lost-documents documents", "2   3", "b.txt:0", "c.txt:0"] {
        assert!(outcome.out.contains(says), "no {says} in {}", outcome.out);
    }
    let other = kawara(&home, &[&words[..], &["--fail-on", "lost-text"]].concat(), chunks.as_bytes());
    assert_eq!(other.code, 0, "{}", other.out);
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 1);
    assert!(outcome.out.starts_with("1 finding in 0 chunks of 3 documents."), "{}", outcome.out);
    assert!(!outcome.out.contains("full of") && !outcome.out.contains("placed:"), "{}", outcome.out);
}

#[test]
fn nothing_is_written_where_nothing_is_found() {
    let home = directory("audit-clean");
    fs::write(home.join("a.txt"), TEXT).unwrap();
    let words = ["audit", "--sources", "a.txt", "--counter", "words", "--chunks", "-", "--write", "p.toml"];
    let outcome = kawara(&home, &words, WHOLE.as_bytes());
    assert_eq!(outcome.code, 0, "{}", outcome.out);
    assert!(outcome.err.contains("no policy is written to p.toml"), "{}", outcome.err);
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
}

#[test]
fn the_cost_is_what_cost_says() {
    let home = directory("audit-cost");
    let page =
        format!("<html><body><h1 class=\"title\">Pump</h1><p style=\"x\">{TEXT}</p></body></html>").repeat(3);
    fs::write(home.join("a.html"), page).unwrap();
    let policy = "policy = 1\n[budget]\ncounter = \"tiktoken:cl100k_base\"\nmax-tokens = 40\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    let cost: Value = serde_json::from_str(&kawara(&home, &["cost", "a.html", "--json"], b"").out).unwrap();
    let chunks = kawara(&home, &["chunk", "a.html", "-q"], b"").out;
    let words =
        ["audit", "--sources", "a.html", "--counter", "tiktoken:cl100k_base", "--chunks", "-", "--json"];
    let audit: Value = serde_json::from_str(&kawara(&home, &words, chunks.as_bytes()).out).unwrap();
    let (cost, stored) = (&cost["policies"][0], &audit["stored"]);
    assert_eq!(stored["tokens"], cost["stored_tokens"], "{stored} {cost}");
    assert_eq!(stored["source_tokens"], cost["source_tokens"], "{stored} {cost}");
}

#[test]
fn a_flood_is_cut_short() {
    let home = directory("audit-flood");
    fs::write(home.join("a.txt"), TEXT).unwrap();
    let run = |chunks: &str| {
        let words = ["audit", "--sources", "a.txt", "--counter", "words", "--chunks", "-"];
        let outcome = kawara(&home, &words, chunks.as_bytes());
        assert_eq!((outcome.code, outcome.out.as_str()), (1, ""), "{}", outcome.err);
        outcome.err
    };
    let err = run(&"broken\n".repeat(1000));
    assert!(err.lines().count() == 6 && err.contains("995 more could not be read"), "{err}");
    let pretty = "{\n  \"text\": \"The pump\",\n  \"id\": 1\n}\n";
    assert_eq!(run(pretty).matches("one record a line").count(), 1);
    assert_eq!(run("PAR1\u{15}\n\n\nPAR1").matches("Parquet is not read here").count(), 1);
    assert!(run("[1, {\"body\": 1}, 3]").contains("-:1 (element 2): no text in it"));
    for words in [&["evidence", "check", "q.jsonl", "a.txt", "--chunks", "-"][..], &["stitch", "-"]] {
        fs::write(
            home.join("q.jsonl"),
            "{\"question\": \"When?\", \"doc_id\": \"a.txt\", \"evidence\": [\"at noon\"]}\n",
        )
        .unwrap();
        let outcome = kawara(&home, words, b"PAR1\x15\n\n\nPAR1");
        assert_eq!(outcome.err.matches("Parquet is not read here").count(), 1, "{words:?}: {}", outcome.err);
    }
}
