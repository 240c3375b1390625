//! `kawara guard` as a user meets it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::Path;

use common::{directory, kawara, records};
use serde_json::json;

fn guard(home: &Path, arguments: &[&str], input: &str) -> common::Outcome {
    kawara(home, &[&["guard", "--counter", "words"], arguments].concat(), input.as_bytes())
}

const CHUNKS: &str = r#"{"id": "short", "text": "The pump stopped."}
{"id": 7, "text": "The pump stopped. Nobody noticed it until noon."}
"#;

#[test]
fn chunks_that_do_not_fit_are_listed() {
    let home = directory("guard-text");
    fs::write(home.join("chunks.jsonl"), CHUNKS).unwrap();
    let outcome = guard(&home, &["chunks.jsonl", "--limit", "4"], "");
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert_eq!(
        outcome.out.lines().collect::<Vec<_>>(),
        [
            "line 2  7  words  8/4 tokens: loses 4, 46.8 % of the text, from “noticed it until noon.”",
            "words: 1 of 2 chunks over 4 tokens, 4 tokens too many in all; the largest has 8",
        ]
    );
    let fits = guard(&home, &["chunks.jsonl", "--limit", "8"], "");
    assert_eq!((fits.code, fits.out.lines().count()), (0, 1), "{}", fits.err);
}

#[test]
fn several_counters_stand_side_by_side_in_json() {
    let home = directory("guard-json");
    let outcome = guard(&home, &["-", "--counter", "chars", "--limit", "8", "--json"], CHUNKS);
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    let lines = records(&outcome.out);
    let found: Vec<_> = lines[..2]
        .iter()
        .map(|line| (&line["line"], &line["id"], &line["name"], &line["lost_tokens"]))
        .collect();
    assert_eq!(
        found,
        [
            (&json!(1), &json!("short"), &json!("chars"), &json!(9)),
            (&json!(2), &json!("7"), &json!("chars"), &json!(39)),
        ]
    );
    assert_eq!((&lines[0]["kept_chars"], &lines[0]["lost"]), (&json!(8), &json!("stopped.")));
    let total = &lines[2]["total"];
    assert_eq!((&total["chunks"], &total["failed"]), (&json!(2), &json!(0)));
    let sums: Vec<_> = total["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (&m["over"], &m["lost_tokens"], &m["most_tokens"]))
        .collect();
    assert_eq!(sums, [(&json!(0), &json!(0), &json!(8)), (&json!(2), &json!(48), &json!(47))]);
}

#[test]
fn our_own_chunks_are_held_against_what_they_say_of_themselves() {
    let home = directory("guard-ours");
    fs::write(
        home.join("a.md"),
        "# Gate\n\nThe gate opens at six. The first bus leaves at half past. Tickets are sold on board.",
    )
    .unwrap();
    let chunks = kawara(&home, &["chunk", "a.md", "--set", "budget.max-tokens=16"], b"").out;
    let most = records(&chunks).iter().map(|chunk| chunk["tokens"].as_u64().unwrap()).max().unwrap();
    for (limit, code) in [(most, 0), (most - 1, 1)] {
        let arguments = ["guard", "-", "--counter", "tiktoken:cl100k_base", "--limit", &limit.to_string()];
        let outcome = kawara(&home, &arguments, chunks.as_bytes());
        assert_eq!(outcome.code, code, "{}{}", outcome.out, outcome.err);
        assert!(outcome.out.contains(&format!("the largest has {most}")), "{}", outcome.out);
    }
}

#[test]
fn fields_and_shapes_of_others() {
    let home = directory("guard-shapes");
    for (input, more) in [
        ("[{\"page_content\": \"one two\"},\n \"one two three\"]", &[][..]),
        ("{\"content\": \"one\"}\n\"one two three\"\n", &[]),
        ("\u{feff}{\"node\": {\"text\": \"one two three\"}}\r\n\r\n", &["--field", "node.text"]),
        ("{\"text\": \"query: one two\"}\n{\"text\": \"one two\"}", &["--prefix", "query: "]),
    ] {
        let fits = guard(&home, &[&["-", "--limit", "3"], more].concat(), input);
        assert_eq!(fits.code, 0, "{input}: {}{}", fits.out, fits.err);
        assert!(fits.out.contains("the largest has 3"), "{input}: {}", fits.out);
        assert_eq!(guard(&home, &[&["-", "--limit", "2"], more].concat(), input).code, 1, "{input}");
    }
}

#[test]
fn broken_records_are_named_by_line_and_the_rest_is_checked() {
    let home = directory("guard-broken");
    let mut input = b"\xef\xbb\xbf{\"text\": \"one\"}\r\nbroken\r\n{\"body\": \"x\"}\n{\"text\": \"\xff\"}\n{\"text\": 5}\n".to_vec();
    input.extend(b"{\"text\": \"one two\"}");
    let outcome = kawara(&home, &["guard", "-", "--counter", "words", "--limit", "9"], &input);
    assert_eq!(outcome.code, 1);
    for says in [
        "-:2: not a JSON record",
        "-:3: no text in it",
        "`body`",
        "--field",
        "-:4: not a JSON record",
        "-:5: `text` is a number",
    ] {
        assert!(outcome.err.contains(says), "{says}: {}", outcome.err);
    }
    assert!(outcome.out.contains("0 of 2 chunks over"), "{}", outcome.out);
}

#[test]
fn a_fault_of_every_record_is_not_told_of_every_record() {
    let home = directory("guard-many");
    let outcome = guard(&home, &["-", "--limit", "9"], &"{\"body\": \"x\"}\n".repeat(5000));
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.err.lines().count(), 21, "{}", outcome.err);
    assert!(outcome.err.contains("4980 more"), "{}", outcome.err);
}

#[test]
fn an_empty_file_holds_no_chunk_and_says_so() {
    let home = directory("guard-empty");
    for input in ["", "\u{feff}", "\r\n \n", "[]"] {
        let outcome = guard(&home, &["-", "--limit", "9"], input);
        assert_eq!(outcome.code, 0, "{input:?}: {}", outcome.err);
        assert!(
            outcome.out.contains("0 of 0 chunks") && outcome.err.contains("no chunks"),
            "{}",
            outcome.err
        );
    }
}

#[test]
fn a_huge_line_is_cut_where_it_would_be() {
    let home = directory("guard-huge");
    let input = format!("{{\"text\": \"{}\"}}", "水".repeat(2 << 20));
    let outcome = kawara(
        &home,
        &["guard", "-", "--counter", "tiktoken:cl100k_base", "--limit", "512", "--json"],
        input.as_bytes(),
    );
    let found = &records(&outcome.out)[0];
    let (tokens, lost) = (found["tokens"].as_u64().unwrap(), found["lost_tokens"].as_u64().unwrap());
    assert_eq!((outcome.code, tokens - lost), (1, 512));
    // Two tokens for each 水 alone.
    let kept = found["kept_chars"].as_u64().unwrap();
    assert!((200..=512).contains(&kept), "{kept}");
    assert!(found["lost"].as_str().unwrap().chars().count() < 60);
}

#[test]
fn mistakes_end_with_2() {
    let home = directory("guard-mistakes");
    fs::write(home.join("c.jsonl"), CHUNKS).unwrap();
    for (arguments, says) in [
        (&["guard", "c.jsonl"][..], "--counter"),
        (&["guard", "--counter", "words"], "CHUNKS"),
        (&["guard", "c.jsonl", "--counter", "words"], "--limit"),
        (&["guard", "missing.jsonl", "--counter", "words", "--limit", "5"], "missing.jsonl"),
        (&["guard", ".", "--counter", "words", "--limit", "5"], "directory"),
        (&["guard", "c.jsonl", "--counter", "nothing", "--limit", "5"], "no counter"),
    ] {
        let outcome = kawara(&home, arguments, b"");
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{arguments:?} does not say {says:?}: {}", outcome.err);
        assert_eq!(outcome.out, "");
    }
}

#[test]
fn a_model_brings_its_limit_and_what_happens_over_it() {
    let home = directory("guard-model");
    let input = format!("{{\"text\": \"{}\"}}\n{{\"text\": \"short\"}}", "a b ".repeat(4100));
    let model = ["guard", "-", "--model", "openai/text-embedding-3-small"];
    let outcome = kawara(&home, &model, input.as_bytes());
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(
        lines,
        [
            "line 1  text-embedding-3-small  8201/8191 tokens: is refused, too long by 10, 0.1 % of the text, from “b a b a b a b a b”",
            "text-embedding-3-small: 1 of 2 chunks over 8191 tokens, 10 tokens too many in all; the largest has 8201",
        ]
    );
    let total = kawara(&home, &[&model[..], &["--json", "--limit", "9000"]].concat(), input.as_bytes());
    assert_eq!(total.code, 0, "what the command line says wins: {}", total.err);
    let model = &records(&total.out)[0]["total"]["models"][0];
    assert_eq!((&model["limit"], &model["over_limit"]), (&json!(9000), &json!("error")));
}

#[test]
fn a_model_that_cannot_be_had_says_what_to_do() {
    let home = directory("guard-no-model");
    fs::create_dir(home.join("empty")).unwrap();
    for (model, says) in [
        ("text-embeding-3-small", "did you mean `text-embedding-3-small`?"),
        ("multilingual-e5-small", "huggingface.co/intfloat/multilingual-e5-small"),
    ] {
        for command in ["guard", "count"] {
            let outcome = kawara(&home, &[command, "-", "--model", model, "--tokenizers", "empty"], b"");
            assert_eq!(outcome.code, 2, "{}", outcome.err);
            assert!(outcome.err.contains(says), "{}", outcome.err);
        }
    }
}
