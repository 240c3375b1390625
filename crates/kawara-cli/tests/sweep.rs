//! `kawara sweep` as a user meets it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::{directory, kawara};
use serde_json::{Value, json};

const SENTENCES: [&str; 6] = [
    "The pump of station {} stopped at noon.",
    "Nobody noticed it until the tank ran dry.",
    "It was started again by the night shift.",
    "The valve of gate {} is checked on Mondays.",
    "Its seal lasts for three years.",
    "After that the seal is replaced by hand.",
];

/// Eight documents of eighteen sentences, and of each document every two neighbouring ones as evidence.
fn home(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir(home.join("docs")).unwrap();
    let mut questions = String::new();
    for nth in 0..8 {
        let sentences: Vec<String> =
            (0..18).map(|at| SENTENCES[(at + nth) % 6].replace("{}", &format!("{nth}-{at}"))).collect();
        fs::write(home.join(format!("docs/d{nth}.txt")), sentences.join(" ")).unwrap();
        for pair in 1..18 {
            let evidence = format!("{} {}", sentences[pair - 1], sentences[pair]);
            let start = sentences[..pair - 1].iter().map(|sentence| sentence.len() + 1).sum::<usize>();
            let class = if pair % 2 == 0 { "even" } else { "odd" };
            let question = json!({
                "id": format!("{nth}-{pair}"),
                "doc_id": format!("d{nth}.txt"),
                "class": class,
                "question": sentences[pair],
                "evidence": [{ "start": start, "end": start + evidence.len(), "text": evidence }],
            });
            writeln!(questions, "{question}").unwrap();
        }
    }
    fs::write(home.join("questions.jsonl"), questions).unwrap();
    fs::write(home.join("docs/kawara.toml"), "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 30\n")
        .unwrap();
    home
}

fn sweep(home: &Path, words: &[&str]) -> common::Outcome {
    kawara(home, &[&["sweep", "questions.jsonl", "docs"], words].concat(), b"")
}

fn json(home: &Path, words: &[&str]) -> Value {
    let outcome = sweep(home, &[words, &["--json"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    serde_json::from_str(&outcome.out).unwrap()
}

#[test]
fn a_table_of_all_points_and_what_to_do() {
    let home = home("sweep-table");
    let outcome = sweep(
        &home,
        &[
            "--sizes",
            "24,40",
            "--carry",
            "0,1,2",
            "--wider",
            "0,1",
            "--target",
            "99%",
            "--max-redundancy",
            "100%",
            "--max-rrr",
            "1",
        ],
    );
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for text in [
        "12 points, 136 questions, 8 documents; 5 chunks served a question, by bm25.",
        "24 tokens, carry 1, wider 1",
        "en, text/plain, 24 tokens: carry 1 unit",
        "it is taken, since all of it is above 0",
        "Coverage is not recall",
        "even",
    ] {
        assert!(outcome.out.contains(text), "no {text} in\n{}", outcome.out);
    }
    let row = |name: &str| outcome.out.lines().find(|line| line.contains(name)).unwrap().to_owned();
    assert!(row("24 tokens, carry 1  ").starts_with('*'), "{}", outcome.out);
    assert!(row("40 tokens, carry 2  ").starts_with(' '), "it keeps no more than carry 1: {}", outcome.out);
}

#[test]
fn one_parameter_at_a_time_is_marked_as_such() {
    let home = home("sweep-one");
    let swept = json(
        &home,
        &["--one-at-a-time", "--sizes", "24,40", "--carry", "0,2", "--strategy", "sentence-window:3"],
    );
    let varied: Vec<&Value> =
        swept["points"].as_array().unwrap().iter().map(|point| &point["point"]["varied"]).collect();
    assert_eq!(json!(varied), json!([null, "strategy", "size", "size", "carry", "carry"]));
    let outcome = sweep(&home, &["--one-at-a-time", "--sizes", "24"]);
    assert!(
        outcome.out.contains("as the policy has it") && outcome.out.contains("varied"),
        "{}",
        outcome.out
    );
}

#[test]
fn what_is_found_is_a_policy_that_can_be_used() {
    let home = home("sweep-write");
    let words = [
        "--sizes",
        "24",
        "--carry",
        "0,1,2",
        "--target",
        "99%",
        "--max-redundancy",
        "1",
        "--max-rrr",
        "1",
        "--write",
        "found.toml",
        "--set",
        "units.kind=sentence",
    ];
    let outcome = sweep(&home, &words);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let policy = fs::read_to_string(home.join("found.toml")).unwrap();
    for line in [
        "extends = [\"docs/kawara.toml\"]",
        "language = \"en\"",
        "units.kind = \"sentence\"",
        "budget.max-tokens = 24",
        "units.overlap = 1",
    ] {
        assert!(policy.lines().any(|known| known == line), "no {line} in\n{policy}");
    }
    assert!(policy.contains("# en, text/plain, 24 tokens: carry 1 unit\n"), "{policy}");
    let checked = kawara(&home, &["policy", "check", "found.toml"], b"");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);

    // The same chunks come of it as of the point.
    let by =
        |words: &[&str]| kawara(&home, &[&["chunk", "docs", "-q"], words].concat(), b"").out.lines().count();
    assert_eq!(
        by(&["--policy", "found.toml"]),
        by(&["--set", "budget.max-tokens=24", "--set", "units.overlap=1"])
    );
    assert_ne!(by(&["--policy", "found.toml"]), by(&[]));

    fs::write(home.join("found.toml"), "mine").unwrap();
    let outcome = sweep(
        &home,
        &[
            "--sizes",
            "24",
            "--carry",
            "0,1",
            "--max-redundancy",
            "0",
            "--write",
            "found.toml",
            "--csv",
            "found.csv",
        ],
    );
    assert_eq!(outcome.code, 1, "{}", outcome.out);
    assert!(outcome.err.contains("no policy was written: there is nothing to write"), "{}", outcome.err);
    assert!(outcome.out.contains("24 tokens, carry 1"), "what was found out is shown: {}", outcome.out);
    assert_eq!(fs::read_to_string(home.join("found.toml")).unwrap(), "mine", "an older file stays");
    assert!(home.join("found.csv").exists(), "the other files are written");
}

#[test]
fn nothing_that_is_read_is_written_over_and_each_output_has_its_place() {
    let home = home("sweep-outputs");
    let before = fs::read(home.join("questions.jsonl")).unwrap();
    for (words, says) in [
        (&["--html", "questions.jsonl"][..], "is to be read and written"),
        (&["--csv", "./questions.jsonl"], "is to be read and written"),
        (&["--write", "docs/../questions.jsonl"], "is to be read and written"),
        (&["--html", "both", "--csv", "both"], "--csv and --html name one file"),
        (&["--csv", "-"], "standard output has the figures already"),
    ] {
        let outcome = sweep(&home, words);
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.out);
        assert!(outcome.err.contains(says), "{words:?}: {}", outcome.err);
    }
    assert_eq!(fs::read(home.join("questions.jsonl")).unwrap(), before);
}

#[test]
fn what_is_not_named_is_tried_as_ever_and_what_does_nothing_is_told() {
    let home = home("sweep-defaults");
    let swept = json(&home, &["--sizes", "24"]);
    assert_eq!(swept["points"].as_array().unwrap().len(), 4, "four carries");
    assert!(!swept["advice"].as_array().unwrap().is_empty());
    let swept = json(&home, &["--carry", "0"]);
    assert_eq!(swept["points"].as_array().unwrap().len(), 3, "three sizes");
    for (words, says) in [
        (&["--sizes", "24", "--window-overlap", "20%"][..], "--window-overlap changes nothing"),
        (&["--sizes", "24", "--strategy", "token-window", "--carry", "1"], "--carry changes nothing"),
        (&["--sizes", "24", "--strategy", "recursive", "--wider", "0,1"], "--wider changes nothing"),
    ] {
        let outcome = sweep(&home, words);
        assert!(outcome.err.contains(says), "{words:?}: {}", outcome.err);
    }
}

#[test]
fn of_several_sizes_the_one_that_stores_least_is_written() {
    let home = home("sweep-overall");
    let words = ["--sizes", "24,60", "--max-redundancy", "1", "--max-rrr", "1", "--write", "found.toml"];
    let outcome = sweep(&home, &words);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.contains("Overall, en, text/plain: 60 tokens, carry "), "{}", outcome.out);
    let policy = fs::read_to_string(home.join("found.toml")).unwrap();
    assert!(policy.lines().any(|line| line == "budget.max-tokens = 60"), "{policy}");
}

#[test]
fn files_for_spreadsheets_and_people() {
    let home = home("sweep-files");
    let outcome = sweep(
        &home,
        &[
            "--sizes",
            "24",
            "--carry",
            "0,1",
            "--strategy",
            "units,token-window",
            "--window-overlap",
            "0,25%",
            "--csv",
            "a.csv",
            "--html",
            "a.html",
        ],
    );
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let csv = fs::read_to_string(home.join("a.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 4 * 3, "four points, each for all and for two classes: {csv}");
    assert!(csv.starts_with("policy,strategy,size,carry,window_overlap,"), "{csv}");
    let page = fs::read_to_string(home.join("a.html")).unwrap();
    assert!(page.contains("kawara sweep questions.jsonl docs --sizes 24"), "the command that makes it again");
    assert!(
        page.contains("token-window, 24 tokens, overlap 25%") && !page.contains("://"),
        "nothing to fetch"
    );
}

#[test]
fn a_sweep_goes_on_where_it_was_and_says_the_same() {
    let home = home("sweep-resume");
    let words = ["--sizes", "24,40", "--carry", "0,1", "--resume", "kept"];
    let (first, second) = (sweep(&home, &words), sweep(&home, &words));
    assert_eq!((first.code, second.code), (0, 0), "{}{}", first.err, second.err);
    assert_eq!(first.out, second.out);
    let fresh = sweep(&home, &words[..4]);
    assert_eq!(first.out, fresh.out);
    fs::create_dir(home.join("mine")).unwrap();
    fs::write(home.join("mine/notes.txt"), "mine").unwrap();
    for (folder, says) in [("mine", "holds something that is no sweep"), ("docs", "is to be written")] {
        let outcome = sweep(&home, &["--sizes", "24", "--resume", folder]);
        assert_eq!(outcome.code, 2);
        assert!(outcome.err.contains(says), "{}", outcome.err);
    }
}

#[test]
fn several_policies_stand_side_by_side() {
    let home = home("sweep-policies");
    fs::write(home.join("docs/small.toml"), "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 20\n")
        .unwrap();
    fs::write(home.join("docs/large.toml"), "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 60\n")
        .unwrap();
    let swept =
        json(&home, &["--policy", "docs/small.toml", "--policy", "docs/large.toml", "--carry", "0,1"]);
    let points = swept["points"].as_array().unwrap();
    let policies: Vec<&Value> = points.iter().map(|point| &point["point"]["policy"]).collect();
    assert_eq!(
        json!(policies),
        json!(["docs/small.toml", "docs/small.toml", "docs/large.toml", "docs/large.toml"])
    );
    assert!(points[0]["cost"]["chunks"].as_u64() > points[2]["cost"]["chunks"].as_u64());
    let outcome =
        kawara(&home, &["chunk", "docs", "--policy", "docs/small.toml", "--policy", "docs/large.toml"], b"");
    assert_eq!(outcome.code, 2, "others take one policy");
    let outcome = sweep(
        &home,
        &[
            "--policy",
            "docs/small.toml",
            "--policy",
            "docs/large.toml",
            "--carry",
            "0,1",
            "--write",
            "a.toml",
        ],
    );
    assert!(outcome.code == 2 && outcome.err.contains("--write builds on one policy"), "{}", outcome.err);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_tried() {
    let home = home("sweep-wrong");
    for (words, says) in [
        (&["--strategy", "token-window:20", "--window-overlap", "20"][..], "window-overlap"),
        (&["--strategy", "token-window", "--sizes", "24", "--window-overlap", "100%"], "window-overlap"),
        (&["--strategy", "tokenwindow"], "did you mean `token-window`"),
        (&["--sizes", "0"], "budget.max-tokens"),
        (&["--carry", "some"], "a carry is a number of whole units"),
        (&["--class", "odds"], "there are even, odd"),
        (
            &["--strategy", "token-window", "--wider", "1"],
            "only chunks of units and of sentences can be read wider",
        ),
        (&["--target", "120%"], "it is a share from 0 to 1"),
    ] {
        let outcome = sweep(&home, words);
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.out);
        assert!(outcome.err.contains(says), "{words:?}: {}", outcome.err);
    }
}

#[test]
fn too_little_evidence_is_said() {
    let home = home("sweep-few");
    let questions = fs::read_to_string(home.join("questions.jsonl")).unwrap();
    let few: String = questions.lines().step_by(9).map(|line| format!("{line}\n")).collect();
    fs::write(home.join("questions.jsonl"), few).unwrap();
    let outcome = sweep(&home, &["--sizes", "24", "--carry", "0,1"]);
    assert!(outcome.out.contains("not enough evidence, keep the policy"), "{}", outcome.out);
}
