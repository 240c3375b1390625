//! `kawara stitch`: passages of hits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::Path;

use common::{corpus, kawara, records};
use serde_json::Value;

/// Chunks without overlap of one text, and their ids.
fn chunks(home: &Path) -> Vec<String> {
    let text = "It was night. The pump stopped.\n\nNobody noticed it. The tank ran dry. All fish were dead. They came at eight. It was too late.\n";
    fs::write(home.join("pump.txt"), text).unwrap();
    let set =
        ["--set", "budget.counter=\"words\"", "--set", "budget.max-tokens=4", "--set", "units.overlap=0"];
    let words =
        [&["chunk", "pump.txt", "--policy", "kawara:docs", "--parents", "-q", "-o", "all.jsonl"], &set[..]]
            .concat();
    let outcome = kawara(home, &words, b"");
    assert_eq!((outcome.code, &*outcome.err), (0, ""));
    let all = fs::read_to_string(home.join("all.jsonl")).unwrap();
    let ids = records(&all)
        .iter()
        .filter(|row| row["text"].is_string())
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect::<Vec<_>>();
    assert_eq!(ids.len(), 7);
    ids
}

#[test]
fn hits_are_ids_or_records() {
    let home = corpus("stitch-hits");
    let ids = chunks(&home);
    let hits = format!("{}\n\"{}\"\n{{\"id\": \"{}\", \"score\": 0.5}}\n", ids[4], ids[1], ids[3]);
    let outcome =
        kawara(&home, &["stitch", "-", "--chunks", "all.jsonl", "--expand", "1", "-q"], hits.as_bytes());
    assert_eq!((outcome.code, &*outcome.err), (0, ""));
    let passages = records(&outcome.out);
    assert_eq!(passages.len(), 1, "{passages:?}");
    assert_eq!(
        passages[0]["text"],
        "It was night.\nThe pump stopped.\nNobody noticed it.\nThe tank ran dry.\nAll fish were dead.\nThey came at eight."
    );
    assert_eq!(passages[0]["chunks"], serde_json::json!([ids[4], ids[1], ids[3]]));
    assert_eq!((passages[0]["start"].as_u64(), passages[0]["short"].as_bool()), (Some(0), Some(false)));
    assert_eq!(passages[0]["map"][1], serde_json::json!([14, 31, 14, 31]));

    // Records tell of themselves; what stands beside them is not at hand.
    let all = fs::read_to_string(home.join("all.jsonl")).unwrap();
    let second = all.lines().nth(1).unwrap();
    let outcome = kawara(&home, &["stitch", "-", "--expand", "1"], second.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        (&records(&outcome.out)[0]["text"], &records(&outcome.out)[0]["short"]),
        (&"The pump stopped.".into(), &true.into())
    );
    assert!(outcome.err.contains("1 passage; 1 not as wide as asked"), "{}", outcome.err);
}

#[test]
fn a_budget_is_kept_and_told() {
    let home = corpus("stitch-budget");
    let ids = chunks(&home);
    let hits = format!("{}\n{}\n{}\n", ids[4], ids[1], ids[6]);
    let of = |words: &[&str]| {
        kawara(&home, &[&["stitch", "-", "--chunks", "all.jsonl"], words].concat(), hits.as_bytes())
    };
    let outcome = of(&["--expand", "1", "--max-tokens", "9", "--counter", "words", "--json"]);
    let said: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!((outcome.code, said["tokens"].as_u64()), (0, Some(8)));
    assert_eq!(said["passages"][0]["text"], "All fish were dead.\nThey came at eight.");
    assert_eq!(
        (said["passages"][0]["cut"].as_bool(), &said["left_out"]),
        (Some(true), &serde_json::json!([ids[1], ids[6]]))
    );
    let outcome = of(&[
        "--order",
        "document",
        "--max-tokens",
        "50",
        "--model",
        "text-embedding-3-small",
        "--format",
        "text",
    ]);
    assert_eq!(outcome.out, "The pump stopped.\n\nAll fish were dead.\n\nIt was too late.\n");
    assert!(outcome.err.contains("3 passages, "), "{}", outcome.err);
    let outcome = of(&["--expand", "parent", "-q"]);
    assert_eq!(records(&outcome.out)[0]["chunks"].as_array().map(Vec::len), Some(3));
}

#[test]
fn what_is_wrong_is_told() {
    let home = corpus("stitch-wrong");
    let ids = chunks(&home);
    let outcome = kawara(&home, &["stitch", "-", "--max-tokens", "9"], b"");
    assert!(outcome.code == 2 && outcome.err.contains("give --counter or --model"), "{}", outcome.err);
    let outcome = kawara(&home, &["stitch", "-", "--chunks", "-"], b"");
    assert!(outcome.code == 2 && outcome.err.contains("both"), "{}", outcome.err);
    let outcome = kawara(&home, &["stitch", "-", "--expand", "wide"], b"");
    assert!(outcome.code == 2 && outcome.err.contains("nor `parent`"), "{}", outcome.err);
    let outcome = kawara(&home, &["stitch", "-"], ids[0].as_bytes());
    assert_eq!((outcome.code, &*outcome.out), (1, ""));
    assert!(outcome.err.contains("this chunk is not at hand"), "{}", outcome.err);
    let outcome = kawara(&home, &["stitch", "-"], b"{\"text\": \"a\"}\n");
    assert!(outcome.code == 1 && outcome.err.contains("-:1: neither the id"), "{}", outcome.err);
}

#[test]
fn hits_become_their_passages() {
    let home = corpus("stitch-passages");
    let ids = chunks(&home);
    let set =
        ["--set", "budget.counter=\"words\"", "--set", "budget.max-tokens=4", "--set", "units.overlap=0"];
    let parents = ["--set", "tiling.parents=[14,7]", "-q", "-o", "all.jsonl"];
    let words = [&["chunk", "pump.txt", "--policy", "kawara:docs", "--parents"], &set[..], &parents].concat();
    assert_eq!(kawara(&home, &words, b"").code, 0);
    let all = records(&fs::read_to_string(home.join("all.jsonl")).unwrap());
    let of = |id: &Value| all.iter().find(|row| row["id"] == *id).unwrap();
    let hit = all.iter().find(|row| row["text"] == "The tank ran dry.").unwrap();
    let passage = of(&hit["parent"]);
    assert_eq!((&passage["kind"], passage["level"].as_u64()), (&"passage".into(), Some(1)));
    assert!(passage["tokens"].as_u64().unwrap() <= 7);
    let above = of(&passage["parent"]);
    assert_eq!((&above["kind"], above["level"].as_u64()), (&"passage".into(), Some(2)));
    let document = of(&above["parent"]);
    assert_eq!((&document["kind"], document.get("level")), (&"document".into(), None));

    let read = |expand: &str| {
        let words = ["stitch", "-", "--chunks", "all.jsonl", "--expand", expand, "-q"];
        let outcome = kawara(&home, &words, hit["id"].as_str().unwrap().as_bytes());
        assert_eq!((outcome.code, &*outcome.err), (0, ""), "{expand}");
        let passages = records(&outcome.out);
        (passages[0]["start"].clone(), passages[0]["end"].clone())
    };
    for (expand, parent) in [("parent", passage), ("parent:1", passage), ("parent:2", above)] {
        assert_eq!(read(expand), (parent["start"].clone(), parent["end"].clone()), "{expand}");
    }
    assert_eq!(read("parent:3").0, document["start"]);
    assert_eq!(read("parent:9"), read("parent:3"));
    // What does not fit is read as far as it does, and that is said.
    let words = ["stitch", "-", "--chunks", "all.jsonl", "--expand", "parent:2", "--max-tokens"];
    let outcome = kawara(
        &home,
        &[&words[..], &["7", "--counter", "words"]].concat(),
        hit["id"].as_str().unwrap().as_bytes(),
    );
    let passage = &records(&outcome.out)[0];
    assert_eq!((outcome.code, passage["cut"].as_bool()), (0, Some(true)), "{}", outcome.err);
    assert!((4..=7).contains(&passage["tokens"].as_u64().unwrap()), "{passage}");
    assert!(outcome.err.contains("1 not as wide as asked: it did not fit"), "{}", outcome.err);
    for wrong in ["parent:0", "parent:", "parent:all"] {
        let outcome = kawara(&home, &["stitch", "-", "--expand", wrong], ids[0].as_bytes());
        assert!(outcome.code == 2 && outcome.err.contains("behind `parent:`"), "{}", outcome.err);
    }
}
