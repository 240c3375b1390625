//! `kawara count` as a user meets it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::Path;

use common::{directory, kawara, records};
use serde_json::{Value, json};

const CL100K: [&str; 2] = ["--counter", "tiktoken:cl100k_base"];

fn count(home: &Path, more: &[&str], input: &[u8]) -> common::Outcome {
    kawara(home, &[&["count"][..], &CL100K, more].concat(), input)
}

#[test]
fn files_are_counted_by_several_counters_and_in_all() {
    let home = directory("count-table");
    fs::create_dir(home.join("docs")).unwrap();
    fs::write(home.join("docs/水厂手册.md"), "水泵停了。").unwrap();
    fs::write(home.join("docs/gate.txt"), "The pump stopped.\r\n").unwrap();
    fs::write(home.join("docs/photo.png"), b"\x89PNG").unwrap();
    fs::write(home.join("docs/kawara.toml"), "this is no policy").unwrap();
    fs::write(home.join("docs/.gitignore"), "draft.md").unwrap();
    fs::write(home.join("docs/draft.md"), "Not yet.").unwrap();
    fs::write(home.join("empty.txt"), "").unwrap();
    let outcome = count(&home, &["docs", "empty.txt", "docs/gate.txt", "--counter", "words"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(
        lines,
        [
            "                                tiktoken:cl100k_base                words",
            "file              bytes  chars   tokens  chars/token  tokens  chars/token",
            "docs/gate.txt        19     19        4         4.75       3         6.33",
            "docs/水厂手册.md     15      5        6         0.83       4         1.25",
            "empty.txt             0      0        0            –       0            –",
            "total of 3 files     34     24       10         2.40       7         3.43",
        ]
    );
    assert!(
        outcome.err.contains("note: docs: passed over files that no reader claims: 1 png"),
        "{}",
        outcome.err
    );
    assert_eq!(count(&home, &["-q", "docs"], b"").err, "");
}

#[test]
fn standard_input_is_counted_where_nothing_is_named() {
    let home = directory("count-stdin");
    for named in [&[][..], &["-"]] {
        let outcome = count(&home, named, "The pump stopped.".as_bytes());
        assert_eq!(
            outcome.out.lines().last().unwrap().split_whitespace().collect::<Vec<_>>(),
            ["-", "17", "17", "4", "4.25"]
        );
    }
    assert_eq!(count(&home, &["-", "-"], b"").code, 2);
}

#[test]
fn json_lines_end_with_a_total() {
    let home = directory("count-json");
    fs::write(home.join("a.txt"), "The pump stopped.").unwrap();
    fs::write(home.join("b.txt"), "\u{feff}水泵停了。").unwrap();
    let outcome = count(&home, &["a.txt", "b.txt", "--json", "--counter", "chars"], b"");
    let lines = records(&outcome.out);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["file"], "a.txt");
    assert_eq!(
        lines[0]["counts"][0],
        json!({ "name": "tiktoken:cl100k_base", "tokens": 4, "chars_per_token": 4.25, "unknown": null })
    );
    assert_eq!(
        (&lines[1]["bytes"], &lines[1]["chars"]),
        (&json!(18), &json!(6)),
        "a byte order mark is counted: it is there"
    );
    let total = &lines[2]["total"];
    assert_eq!((&total["files"], &total["failed"], &total["chars"]), (&json!(2), &json!(0), &json!(23)));
    let sum = |nth: usize| {
        lines[..2].iter().map(|line| line["counts"][nth]["tokens"].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(total["counts"][0]["tokens"], sum(0));
    assert_eq!(total["counts"][1]["tokens"], sum(1));
    assert_eq!((&total["counts"][0]["specials"], &total["counts"][0]["limit"]), (&json!(0), &Value::Null));
    assert!(total["counts"][0]["counter"].as_str().unwrap().starts_with("tiktoken:cl100k_base "));
}

#[test]
fn the_order_is_that_of_the_input_on_any_number_of_threads() {
    let home = directory("count-threads");
    for nth in 0..40 {
        fs::write(home.join(format!("{nth:02}.txt")), "The pump stopped. ".repeat((40 - nth) * 50)).unwrap();
    }
    let one = count(&home, &[".", "--threads", "1"], b"");
    let many = count(&home, &[".", "--threads", "8"], b"");
    assert_eq!(one.out, many.out);
    assert_eq!(one.out.lines().count(), 43);
}

#[test]
fn files_that_fail_are_named_and_the_rest_is_counted() {
    let home = directory("count-failures");
    fs::write(home.join("bad.txt"), b"pump \xb1\xc3").unwrap();
    fs::write(home.join("good.txt"), "The pump stopped.").unwrap();
    let outcome = count(&home, &["bad.txt", "missing.txt", "good.txt", "--json"], b"");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("bad.txt: not UTF-8 at byte 5"), "{}", outcome.err);
    assert!(outcome.err.contains("missing.txt: no such file"), "{}", outcome.err);
    let lines = records(&outcome.out);
    assert_eq!(
        (lines.len(), &lines[1]["total"]["files"], &lines[1]["total"]["failed"]),
        (2, &json!(1), &json!(2))
    );
    let decoded = count(&home, &["bad.txt", "--encoding", "gb18030", "--json"], b"");
    assert_eq!((decoded.code, &records(&decoded.out)[0]["chars"]), (0, &json!(6)), "{}", decoded.err);
    let nothing = count(&home, &["missing.txt"], b"");
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
}

#[test]
fn models_stand_behind_counters() {
    let home = directory("count-models");
    let outcome = count(&home, &["--model", "TEXT-embedding-3-large", "--json"], b"The pump stopped.");
    let total = &records(&outcome.out)[1]["total"]["counts"];
    assert_eq!(
        (&total[0]["name"], &total[1]["name"]),
        (&json!("tiktoken:cl100k_base"), &json!("text-embedding-3-large"))
    );
    assert_eq!((&total[0]["limit"], &total[1]["limit"]), (&Value::Null, &json!(8191)));
    assert_eq!(total[0]["tokens"], total[1]["tokens"]);
}

#[test]
fn mistakes_end_with_2() {
    let home = directory("count-mistakes");
    for (arguments, says) in [
        (&["count", "a.txt"][..], "--counter"),
        (&["count", "--counter", "tiktoken:cl100"], "cl100k_base"),
        (&["count", "--counter", "nothing:x"], "no counter is called `nothing:x`"),
        (&["count", "--counter", "chars", "--encoding", "klingon"], "klingon"),
    ] {
        let outcome = kawara(&home, arguments, b"");
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{arguments:?} does not say {says:?}: {}", outcome.err);
        assert_eq!(outcome.out, "");
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_cannot_write_to_the_terminal() {
    let home = directory("count-names");
    fs::write(home.join("a\u{1b}[2J\nb.txt"), "x").unwrap();
    let outcome = count(&home, &["."], b"");
    assert!(outcome.out.contains("a\\u{1b}[2J\\nb.txt"), "{}", outcome.out);
    assert_eq!(outcome.out.lines().count(), 3);
}
