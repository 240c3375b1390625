//! Semantic boundaries on the command line: who makes the vectors, what is kept of them, and what is left where they cannot be had.

#![cfg(feature = "embed")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;
#[path = "../../kawara/tests/common/service.rs"]
mod service;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Outcome, directory, kawara_with, records};
use serde_json::json;
use service::{Answer, Request, Service};

const POLICY: &str = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 40\n[units]\noverlap = 0\n[semantic]\nembedder = \"t\"\n\
                      window = 0\nthreshold = { percentile = 60 }\n";
const TEXT: &str =
    "The pump stopped. The pump is old. The pump leaks. A tax is due. The tax is high. The tax went up.";

fn vectors(request: &Request) -> Answer {
    let texts = request.json()["input"].as_array().unwrap().clone();
    let vector = |text: &str| ["pump", "tax"].map(|thing| 0.1 + text.matches(thing).count() as f32);
    let data = texts
        .iter()
        .enumerate()
        .map(|(nth, text)| json!({ "index": nth, "embedding": vector(text.as_str().unwrap()) }));
    Answer::Json(json!({ "data": data.collect::<Vec<_>>() }).to_string())
}

/// A folder with two documents and a policy that asks for the embedder `t`.
fn corpus(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir(home.join("docs")).unwrap();
    fs::write(home.join("kawara.toml"), POLICY).unwrap();
    fs::write(home.join("docs/a.txt"), TEXT).unwrap();
    fs::write(home.join("docs/b.txt"), TEXT.replace("pump", "old pump")).unwrap();
    home
}

/// Runs the command where the user's caches are in the folder.
fn run(home: &Path, variables: &[(&str, &str)], words: &[&str]) -> Outcome {
    let caches = home.join("caches");
    let caches = [("XDG_CACHE_HOME", caches.to_str().unwrap()), ("XDG_CONFIG_HOME", home.to_str().unwrap())];
    kawara_with(home, &[&caches, variables].concat(), words, b"")
}

fn chunk(home: &Path, embedder: &str, words: &[&str]) -> Outcome {
    let embedder = format!("t={embedder}");
    run(home, &[], &[&["chunk", "docs", "-o", "out.jsonl", "--embedder", &embedder], words].concat())
}

#[test]
fn a_second_run_is_the_same_and_asks_nobody() {
    let home = corpus("embed-twice");
    let service = Service::new(|_, request| vectors(request));
    let url = format!("{}#m", service.url);
    let first = chunk(&home, &url, &[]);
    assert_eq!(first.code, 0, "{}", first.err);
    let out = fs::read_to_string(home.join("out.jsonl")).unwrap();
    let texts: Vec<_> = records(&out).iter().map(|it| it["text"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        texts[..2],
        [
            "The pump stopped. The pump is old. The pump leaks.",
            "A tax is due. The tax is high. The tax went up."
        ]
    );
    let asked = service.seen().len();
    assert_eq!(asked, 2, "one request a document");
    assert!(home.join("caches/kawara/vectors-1.redb").exists());
    assert_eq!(chunk(&home, &url, &[]).code, 0);
    assert_eq!(
        (fs::read_to_string(home.join("out.jsonl")).unwrap(), service.seen().len()),
        (out.clone(), asked)
    );
    // Another folder, and none.
    assert_eq!(chunk(&home, &url, &["--embedding-cache", "own"]).code, 0);
    assert!(home.join("own/vectors-1.redb").exists());
    assert_eq!(service.seen().len(), 2 * asked);
    for _ in 0..2 {
        let before = service.seen().len();
        assert_eq!(chunk(&home, &url, &["--embedding-cache", "none"]).code, 0);
        assert_eq!(service.seen().len(), before + asked);
    }
    assert_eq!(fs::read_to_string(home.join("out.jsonl")).unwrap(), out);
}

#[test]
fn what_fails_leaves_no_file_and_is_said_for_each_document() {
    type Script = fn(&Request) -> Answer;
    let cases: [(&str, Script, &str, &str); 9] = [
        (
            "dies",
            |_| Answer::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{\"data\":[".to_vec()),
            "",
            "breaks off in the middle of an answer",
        ),
        (
            "busy",
            |_| Answer::Status(429, vec![], "slow down".into()),
            "",
            "at last answers 429 Too Many Requests: slow down",
        ),
        (
            "hour",
            |_| Answer::Status(429, vec![("Retry-After", "3600".into())], String::new()),
            "",
            "left alone for 3600 seconds",
        ),
        (
            "down",
            |_| Answer::Status(500, vec![], String::new()),
            "",
            "at last answers 500 Internal Server Error",
        ),
        ("wide", vectors, "&dimensions=3", "vectors of 2 numbers and was asked for 3"),
        (
            "nan",
            |_| Answer::Json("{\"data\":[{\"index\":0,\"embedding\":[NaN]}]}".into()),
            "",
            "NaN where a number should be",
        ),
        ("few", |_| Answer::Json("{\"data\":[]}".into()), "", "was given 6 texts and answers with 0 vectors"),
        ("html", |_| Answer::Json("<html>".into()), "", "answers with `<html>` and not with"),
        (
            "slow",
            |request| Answer::After(std::time::Duration::from_secs(3), Box::new(vectors(request))),
            "&timeout-seconds=1",
            "did not answer within 1s",
        ),
    ];
    for (name, script, more, what) in cases {
        let home = corpus(&format!("embed-{name}"));
        let service = Service::new(move |_, request| script(request));
        let outcome = chunk(&home, &format!("{}#m&retries=0{more}", service.url), &[]);
        assert_eq!(outcome.code, 1, "{name}: {}", outcome.err);
        let told: Vec<&str> = outcome.err.lines().filter(|line| line.contains("the embedder `t`")).collect();
        assert_eq!(told.len(), 2, "each document is named: {}", outcome.err);
        assert!(
            told.iter().all(|line| line.contains("docs/") && line.contains(what)),
            "{name}: {}",
            outcome.err
        );
        let left: Vec<_> = fs::read_dir(&home)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(left.iter().all(|name| !name.contains("out")), "{name}: {left:?}");
    }
}

#[test]
fn a_document_is_written_whole_or_not_at_all() {
    let home = corpus("embed-half");
    let service =
        Service::new(
            |nth, request| if nth == 0 { vectors(request) } else { Answer::Status(500, vec![], "".into()) },
        );
    let outcome = chunk(&home, &format!("{}#m&retries=0", service.url), &["-j1"]);
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    let out = records(&fs::read_to_string(home.join("out.jsonl")).unwrap());
    assert!(
        out.iter().all(|it| it["doc_id"] == "docs/a.txt") && out.last().unwrap()["end"] == TEXT.len(),
        "{out:?}"
    );
    // The next run asks for what is missing.
    let service = Service::new(|_, request| vectors(request));
    let outcome = chunk(&home, &format!("{}#m", service.url), &["--embedding-cache", "other"]);
    assert_eq!((outcome.code, service.seen().len()), (0, 2));
}

#[test]
fn a_key_is_sent_and_never_written() {
    let home = corpus("embed-key");
    let service = Service::new(|_, request| {
        let key = request.header("authorization").unwrap_or("nothing");
        Answer::Status(
            401,
            vec![],
            format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {key}\"}}}}"),
        )
    });
    let embedder = format!("t={}#m&api-key-env=TEST_KEY", service.url);
    let words =
        ["chunk", "docs", "-vv", "-o", "out.jsonl", "--report", "report.json", "--embedder", &embedder];
    let outcome = run(&home, &[("TEST_KEY", "sk-very-secret")], &words);
    assert_eq!(outcome.code, 1);
    assert_eq!(service.seen()[0].header("authorization"), Some("Bearer sk-very-secret"));
    assert!(outcome.err.contains("Incorrect API key provided: Bearer [the key]; the key is what the environment variable `TEST_KEY` holds"), "{}", outcome.err);
    let report = fs::read_to_string(home.join("report.json")).unwrap();
    for written in [&outcome.err, &outcome.out, &report] {
        assert!(!written.contains("secret"), "{written}");
    }
    let asked = service.seen().len();
    let unset = run(&home, &[], &words);
    assert_eq!(unset.code, 2, "before any document");
    assert!(
        unset.err.contains("has its key in the environment variable `TEST_KEY`, which is not set"),
        "{}",
        unset.err
    );
    assert_eq!(service.seen().len(), asked);
}

#[test]
fn the_configuration_defines_embedders_and_the_command_line_wins() {
    let home = corpus("embed-configured");
    let service = Service::new(|_, request| vectors(request));
    fs::create_dir(home.join("kawara")).unwrap();
    let config = format!(
        "embedding-cache = \"kept\"\n[embedders.t]\nurl = \"{}\"\nmodel = \"m\"\n[embedders.other]\ncommand = [\"no-such-program\", \"x\"]\n",
        service.url
    );
    fs::write(home.join("kawara/config.toml"), config).unwrap();
    let outcome = run(&home, &[], &["chunk", "docs", "-o", "out.jsonl"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(home.join("kawara/kept/vectors-1.redb").exists(), "beside the file that says so");
    let listed = run(&home, &[], &["packs"]).out;
    let file = home.join("kawara/config.toml");
    for line in [
        format!("  embedder  t  m at {}, defined in {}", service.url, file.display()),
        format!("  embedder  other  no-such-program x, defined in {}", file.display()),
    ] {
        assert!(listed.lines().any(|it| it == line), "{line}: {listed}");
    }
    let json = run(&home, &[], &["packs", "--json", "--embedder", "t=python3 e.py"]).out;
    let told = records(&json).pop().unwrap();
    assert_eq!(
        told["configured"]["embedders"][0],
        json!({ "name": "t", "made_by": "python3 e.py", "defined": "with --embedder" })
    );
    let failed = chunk(&home, "no-such-program-either", &[]);
    assert_eq!(failed.code, 2, "{}", failed.err);
    assert!(failed.err.contains("the embedder `t`: the command `t` (no-such-program-either, defined with --embedder) cannot be started"), "{}", failed.err);
    assert_eq!(run(&home, &[], &["chunk", "docs", "--set", "semantic.embedder=other"]).code, 2);
}

#[test]
fn an_embedder_that_nobody_defined_is_told_with_its_line() {
    let home = corpus("embed-undefined");
    let outcome = run(&home, &[], &["chunk", "docs"]);
    assert_eq!(outcome.code, 2);
    let said = outcome.err.replace('\n', " ");
    assert!(
        said.contains("kawara.toml:8:12") && said.contains("no embedder is called `t`"),
        "{}",
        outcome.err
    );
    assert!(said.contains("--embedder") && said.contains("[embedders.NAME]"), "{}", outcome.err);
    let wrong = run(&home, &[], &["chunk", "docs", "--embedder", "t=http://user:secret@h/v1#m"]);
    assert!(wrong.code == 2 && !wrong.err.contains("secret"), "{}", wrong.err);
}
