//! `kawara group`: a document's chunks in requests.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{corpus, kawara, records};

#[test]
fn all_chunks_are_in_one_group_each_and_no_group_is_over_a_limit() {
    let home = corpus("group");
    let set = ["--policy", "kawara:docs", "--set", "budget.max-tokens=60", "-q"];
    let chunks = kawara(&home, &[&["chunk", "docs", "notes", "faq"], &set[..]].concat(), b"");
    assert_eq!(chunks.code, 0, "{}", chunks.err);
    let chunks = records(&chunks.out);
    assert!(chunks.len() > 10);
    for (limits, most_tokens, most_chunks) in [
        (&["--max-tokens", "60"][..], 60, usize::MAX),
        (&["--max-tokens", "150"], 150, usize::MAX),
        (&["--max-tokens", "150", "--max-chunks", "2", "-j", "1"], 150, 2),
        (&["--max-tokens", "100000"], 100_000, usize::MAX),
    ] {
        let outcome = kawara(&home, &[&["group", "docs", "notes", "faq"], &set[..], limits].concat(), b"");
        assert_eq!((outcome.code, &*outcome.err), (0, ""), "{limits:?}");
        let mut nth: BTreeMap<String, u64> = BTreeMap::new();
        let mut all = chunks.iter();
        for group in records(&outcome.out) {
            let (ids, texts) = (group["ids"].as_array().unwrap(), group["texts"].as_array().unwrap());
            assert!((1..=most_chunks).contains(&ids.len()) && ids.len() == texts.len());
            let place = nth.entry(group["doc_id"].as_str().unwrap().to_owned()).or_default();
            assert_eq!(group["group"].as_u64(), Some(*place));
            *place += 1;
            let mut tokens = 0;
            for (id, text) in ids.iter().zip(texts) {
                let chunk = all.next().unwrap();
                assert_eq!((&chunk["id"], &chunk["doc_id"]), (id, &group["doc_id"]));
                let embedded =
                    chunk["context"].as_str().unwrap().to_owned() + chunk["text"].as_str().unwrap();
                assert_eq!(text.as_str(), Some(&*embedded));
                tokens += chunk["tokens"].as_u64().unwrap();
            }
            assert_eq!(group["tokens"].as_u64(), Some(tokens));
            assert!(tokens <= most_tokens, "{group}");
        }
        assert!(all.next().is_none());
        if most_tokens == 100_000 {
            assert!(nth.values().all(|groups| *groups == 1), "{nth:?}");
        }
    }
}

#[test]
fn a_group_begins_with_a_section_where_that_takes_no_more_of_them() {
    let home = corpus("group-sections");
    let section = |name: &str| format!("# {name}\n\nThe {name} opens at six. It closes at ten.\n\n");
    let text: String = ["gate", "yard", "shop", "pool"].map(section).concat();
    fs::write(home.join("guide.md"), text).unwrap();
    let set = [
        "--set",
        "budget.counter=\"words\"",
        "--set",
        "budget.max-tokens=9",
        "--set",
        "units.overlap=0",
        "--set",
        "context.prepend=[]",
    ];
    let words =
        [&["group", "guide.md", "--policy", "kawara:docs", "--max-tokens", "27", "-q"], &set[..]].concat();
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let groups = records(&outcome.out);
    assert_eq!(groups.len(), 2, "{groups:?}");
    for (group, first) in groups.iter().zip(["# gate", "# shop"]) {
        assert!(group["texts"][0].as_str().unwrap().starts_with(first), "{group}");
    }
}

#[test]
fn a_chunk_over_the_limit_fails_its_document_and_is_named() {
    let home = corpus("group-over");
    let words = ["group", "docs", "-o", "groups.jsonl", "--policy", "kawara:docs", "--max-tokens", "3"];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("and a group may have 3: lower budget.max-tokens"), "{}", outcome.err);
    assert!(!home.join("groups.jsonl").exists(), "nothing could be done, so nothing is written");

    // What fits is written all the same.
    fs::write(home.join("docs/short.txt"), "Yes.\n").unwrap();
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 1);
    let groups = records(&fs::read_to_string(home.join("groups.jsonl")).unwrap());
    assert_eq!(groups.len(), 1);
    assert!(groups[0]["doc_id"].as_str().unwrap().ends_with("short.txt"));
    assert!(outcome.err.contains("1 group of 1 chunk of 1 document"), "{}", outcome.err);

    for words in [&["group", "docs"][..], &["group", "docs", "--max-tokens", "0"]] {
        assert_eq!(kawara(&home, words, b"").code, 2, "{words:?}");
    }
}
