//! `kawara late`

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{corpus, directory, kawara, records};
use serde_json::Value;

fn range(value: &Value) -> [u64; 2] {
    [value[0].as_u64().unwrap(), value[1].as_u64().unwrap()]
}

#[test]
fn every_chunk_of_a_corpus_is_in_one_window() {
    let home = corpus("late");
    let chunks = kawara(&home, &["chunk", "docs", "notes", "faq", "-q"], b"");
    let chunks = records(&chunks.out);
    let by_id: BTreeMap<_, _> = chunks.iter().map(|chunk| (chunk["id"].as_str().unwrap(), chunk)).collect();
    for more in [&["--limit", "512"][..], &["--limit", "1024", "--overlap", "100", "--soft-overlap", "1"]] {
        let words: Vec<&str> = ["late", "docs", "notes", "faq", "-q"].iter().chain(more).copied().collect();
        let outcome = kawara(&home, &words, b"");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
        let windows = records(&outcome.out);
        let mut seen = Vec::new();
        for window in &windows {
            let tokens = window["tokens"].as_u64().unwrap();
            assert!(tokens <= more[1].parse().unwrap());
            for chunk in window["chunks"].as_array().unwrap() {
                let id = chunk["id"].as_str().unwrap();
                assert!(window["text"].as_str().unwrap().contains(by_id[id]["text"].as_str().unwrap()));
                let ([from, to], own) = (range(&chunk["tokens"]), range(&chunk["own"]));
                assert!(from <= own[0] && own[0] < own[1] && own[1] <= to && to <= tokens, "{chunk}");
                assert_eq!(by_id[id]["carried"] == 0, from == own[0], "{chunk}");
                seen.push(id);
            }
        }
        assert!(seen.iter().copied().eq(chunks.iter().map(|chunk| chunk["id"].as_str().unwrap())));
    }
}

#[test]
fn what_is_wrong_is_said_before_anything_is_written() {
    let home = directory("late-wrong");
    fs::write(home.join("a.txt"), "The pump stopped. Nobody noticed it.").unwrap();
    for (words, what) in [
        (&["late", "a.txt", "--set", "budget.counter=words"][..], "how many tokens the model takes"),
        (&["late", "a.txt", "--limit", "0"], "it is not a number from 1"),
        (&["late", "a.txt", "--limit", "9", "--soft-weight", "1.5"], "it is not above 0 and at most 1"),
        (&["late"], "no documents are named"),
    ] {
        let outcome = kawara(&home, words, b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{words:?}");
        assert!(outcome.err.contains(what), "{words:?}: {}", outcome.err);
    }
}

#[test]
fn a_document_that_fails_is_named_and_the_others_go_on() {
    let home = directory("late-fails");
    fs::write(home.join("a.txt"), "One.").unwrap();
    fs::write(home.join("b.txt"), "The pump stopped at night and nobody noticed it until noon.").unwrap();
    let words = ["late", "a.txt", "b.txt", "--limit", "5", "-o", "windows.jsonl"];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert!(
        outcome.err.contains("b.txt") && outcome.err.contains("over the model's limit of 5"),
        "{}",
        outcome.err
    );
    let windows = records(&fs::read_to_string(home.join("windows.jsonl")).unwrap());
    assert_eq!(windows.len(), 1);
    assert_eq!((&windows[0]["text"], &windows[0]["window"]), (&Value::from("One."), &Value::from(0)));
}
