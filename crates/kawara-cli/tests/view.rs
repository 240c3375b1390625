//! `kawara view` as a user meets it; what a browser makes of the page is for `cargo xtask browser`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::Path;

use common::{corpus, directory, kawara, records};
use serde_json::Value;

/// What the page's script is given.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn two_sentences(name: &str) -> std::path::PathBuf {
    let home = directory(name);
    let policy = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\n[units]\noverlap = 0\n[context]\nprepend = []\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    fs::write(home.join("one.toml"), policy.replace("overlap = 0", "overlap = 1").replace("= 6", "= 10"))
        .unwrap();
    fs::write(home.join("a.txt"), "The gate opens at six. The bus leaves at seven. Nobody comes back late.")
        .unwrap();
    home
}

#[test]
fn chunks_on_the_page_are_those_of_a_run() {
    let home = corpus("view-corpus");
    let outcome = kawara(&home, &["view", "docs", "faq", "-o", "page.html"], b"");
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""), "{}", outcome.err);
    assert!(outcome.err.contains("page.html: 8 documents by 1 policy, "), "{}", outcome.err);
    let data = data(&fs::read_to_string(home.join("page.html")).unwrap());
    let run = records(&kawara(&home, &["chunk", "docs", "faq", "-q"], b"").out);
    let documents = data["documents"].as_array().unwrap();
    let shown = documents.iter().flat_map(|document| document["cuts"][0]["chunks"].as_array().unwrap());
    let shown: Vec<_> =
        shown.map(|chunk| (&chunk["id"], &chunk["tokens"], &chunk["context"], &chunk["flags"])).collect();
    let expected: Vec<_> = run
        .iter()
        .map(|chunk| (&chunk["id"], &chunk["tokens"], &chunk["context"], &chunk["flags"]))
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn policies_stand_side_by_side_and_evidence_says_what_they_keep() {
    let home = two_sentences("view-policies");
    let question =
        r#"{"id": "q", "doc_id": "a.txt", "evidence": [{"text": "opens at six. The bus leaves"}]}"#;
    fs::write(home.join("questions.jsonl"), question).unwrap();
    let words = [
        "view",
        "a.txt",
        "--policy",
        "kawara.toml",
        "--policy",
        "one.toml",
        "--evidence",
        "questions.jsonl",
        "-o",
        "-",
    ];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let data = data(&outcome.out);
    let figures = |nth: usize| &data["policies"][nth]["figures"];
    assert_eq!(
        (&data["policies"][0]["name"], &data["policies"][1]["name"]),
        (&"kawara.toml".into(), &"one.toml".into())
    );
    assert_eq!((figures(0)["chunks"].as_u64(), figures(0)["torn"].as_u64()), (Some(3), Some(1)));
    assert_eq!((figures(1)["covered"].as_u64(), figures(1)["torn"].as_u64()), (Some(1), Some(0)));
    assert_eq!(data["documents"][0]["cuts"][0]["evidence"][0]["whole"], serde_json::json!([]));
    let again = kawara(&home, &[&words[..], &["--jobs", "1"]].concat(), b"");
    assert_eq!(again.out, outcome.out, "the same input gives the same bytes");
}

#[test]
fn what_is_wrong_stops_it_before_anything_is_written() {
    let home = two_sentences("view-wrong");
    fs::write(home.join("page.html"), "earlier").unwrap();
    let nowhere = r#"{"id": "q", "doc_id": "b.txt", "evidence": [{"text": "opens"}]}"#;
    fs::write(home.join("other.jsonl"), nowhere).unwrap();
    fs::write(home.join("wrong.toml"), "policy = 1\n[budget]\nmax-token = 6\n").unwrap();
    for (words, says) in [
        (&["view", "a.txt"][..], "--output"),
        (&["view", "-o", "page.html"], "no documents are named"),
        (&["view", "a.txt", "-o", "a.txt"], "a.txt"),
        (&["view", "a.txt", "-o", "kawara.toml"], "kawara.toml"),
        (&["view", "a.txt", "--policy", "kawara.toml", "--policy", "one.toml", "-o", "one.toml"], "one.toml"),
        (
            &["view", "a.txt", "--policy", "kawara.toml", "--policy", "wrong.toml", "-o", "page.html"],
            "max-tokens",
        ),
        (&["view", "a.txt", "--evidence", "other.jsonl", "-o", "page.html"], "b.txt"),
        (&["view", "a.txt", "--evidence", "other.jsonl", "-o", "other.jsonl"], "other.jsonl"),
        (&["view", "a.txt", "--evidence", "none.jsonl", "-o", "page.html"], "cannot read none.jsonl"),
        (&["view", "a.txt", "-o", "none/page.html"], "is there such a directory"),
    ] {
        let before = files(&home);
        let outcome = kawara(&home, words, b"");
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{words:?}: {}", outcome.err);
        assert_eq!(files(&home), before, "{words:?}");
    }
}

#[test]
fn a_document_that_fails_is_named_and_the_others_are_shown() {
    let home = two_sentences("view-fails");
    let outcome = kawara(&home, &["view", "a.txt", "missing.txt", "-o", "page.html"], b"");
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert!(outcome.err.contains("missing.txt"), "{}", outcome.err);
    let data = data(&fs::read_to_string(home.join("page.html")).unwrap());
    assert_eq!(data["documents"].as_array().unwrap().len(), 1);
    let before = files(&home);
    let outcome = kawara(&home, &["view", "missing.txt", "-o", "page.html"], b"");
    assert_eq!((outcome.code, files(&home)), (1, before), "an earlier page stays");
}

#[test]
fn evidence_that_stands_nowhere_is_told() {
    let home = two_sentences("view-missing");
    let question = r#"{"id": "q", "doc_id": "a.txt", "evidence": [{"text": "this stands nowhere at all"}]}"#;
    fs::write(home.join("questions.jsonl"), question).unwrap();
    let outcome = kawara(&home, &["view", "a.txt", "--evidence", "questions.jsonl", "-o", "page.html"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.err.contains("questions.jsonl:1: evidence of q stands nowhere"), "{}", outcome.err);
}

fn files(home: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(home)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}
