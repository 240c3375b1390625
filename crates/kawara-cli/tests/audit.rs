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
