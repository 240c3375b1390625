//! Contextual retrieval: requests, their answers by a scripted service, and chunks with them.

#![cfg(feature = "ask")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;
#[path = "../../kawara/tests/common/service.rs"]
mod service;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Outcome, command, corpus, directory, kawara, kawara_with};
use serde_json::{Value, json};
use service::{Answer, Request, Service};

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "a line breaks off: {text}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn told(outcome: &Outcome) -> &str {
    outcome.err.trim_end()
}

fn says(content: &str, finish: &str) -> Answer {
    let choice = json!({ "index": 0, "message": { "role": "assistant", "content": content }, "finish_reason": finish });
    Answer::Json(json!({ "id": "1", "object": "chat.completion", "choices": [choice] }).to_string())
}

/// What a model would say: a sentence of the passage, and then far more than there is room for.
fn answered(request: &Request) -> Answer {
    let json = request.json();
    let prompt = json["messages"][0]["content"].as_str().unwrap();
    let passage = prompt.split("<passage>\n").nth(1).unwrap().split("\n</passage>").next().unwrap();
    let begins: String = passage.chars().take(20).collect();
    let long = "It was written by the night shift and read by nobody. "
        .repeat(if passage.len().is_multiple_of(2) { 20 } else { 1 });
    says(&format!("\n It begins with {begins:?}. {long}\n"), "stop")
}

/// Two small documents whose chunks count words, and their requests.
fn notes(name: &str, documents: usize) -> PathBuf {
    let home = directory(name);
    fs::write(home.join("kawara.toml"), "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 30\nreserve-tokens = 12\n[units]\noverlap = 0\n").unwrap();
    for nth in 0..documents {
        fs::write(
            home.join(format!("{nth}.txt")),
            format!("The pump {nth} stopped. Nobody noticed it until night.\n"),
        )
        .unwrap();
    }
    let words: Vec<String> = (0..documents).map(|nth| format!("{nth}.txt")).collect();
    let words: Vec<&str> = ["context", "requests", "-o", "r.jsonl"]
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .collect();
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(lines(&home.join("r.jsonl")).len(), documents);
    home
}

fn ask(home: &Path, service: &Service, more: &[&str]) -> Outcome {
    let words = [
        "context",
        "ask",
        "r.jsonl",
        "-o",
        "c.jsonl",
        "--url",
        &service.url,
        "--model",
        "m",
        "--retries",
        "1",
    ];
    kawara(home, &[&words[..], more].concat(), b"")
}

#[test]
fn from_requests_to_chunks_and_nothing_is_asked_twice() {
    let home = corpus("context");
    let settings =
        ["docs", "faq", "notes", "--set", "budget.max-tokens=160", "--set", "budget.reserve-tokens=40"];
    let service = Service::new(|_, request| answered(request));
    let requests = |more: &[&str]| {
        let outcome =
            kawara(&home, &[&["context", "requests", "-o", "r.jsonl"], &settings[..], more].concat(), b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        lines(&home.join("r.jsonl")).len()
    };
    let count = requests(&[]);
    assert!(count > 40, "{count}");
    let outcome = ask(&home, &service, &["--max-tokens", "300"]);
    assert_eq!((outcome.code, told(&outcome)), (0, format!("{count} answers").as_str()));
    let seen = service.seen();
    let prompts: BTreeSet<String> = seen.iter().map(|request| request.body.clone()).collect();
    assert_eq!((seen.len(), prompts.len()), (count, count));
    assert!(
        seen.iter().all(
            |request| request.path == "/v1/chat/completions" && request.header("authorization").is_none()
        )
    );
    assert!(seen.iter().all(|request| request.json()["model"] == "m" && request.json()["max_tokens"] == 300));

    let chunk = |output: &str, more: &[&str]| {
        let outcome = kawara(&home, &[&["chunk", "-o", output], &settings[..], more].concat(), b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(!outcome.err.contains("warning"), "{}", outcome.err);
        lines(&home.join(output))
    };
    let (plain, with) = (chunk("plain.jsonl", &[]), chunk("with.jsonl", &["--context-from", "c.jsonl"]));
    assert_eq!((plain.len(), with.len()), (count, count));
    let mut reduced = 0;
    for (one, other) in plain.iter().zip(&with) {
        for member in
            ["id", "doc_id", "start", "end", "text", "units", "carried", "parent", "prev", "next", "settings"]
        {
            assert_eq!(one[member], other[member], "{member}");
        }
        assert!(
            other["tokens"].as_u64().unwrap() <= 160 && other["tokens"].as_u64() >= one["tokens"].as_u64(),
            "{other}"
        );
        let context = other["context"].as_str().unwrap();
        let outside = other["outside"].as_u64().map_or(0, |bytes| bytes as usize);
        assert_eq!(&context[..context.len() - outside], one["context"].as_str().unwrap());
        let flagged = other["flags"].as_array().unwrap().contains(&json!("outside_reduced"));
        assert!(outside > 0 && context.contains("It begins with") || flagged, "{other}");
        reduced += usize::from(flagged);
    }
    assert!(reduced > 0 && reduced < count, "{reduced}");
    // What is embedded is what the model's tokenizer counts.
    let guard = ["guard", "with.jsonl", "--counter", "tiktoken:cl100k_base", "--limit", "160"];
    let guarded = kawara(&home, &guard, b"");
    assert_eq!(guarded.code, 0, "{}{}", guarded.out, guarded.err);

    let outcome = ask(&home, &service, &[]);
    assert_eq!(
        (outcome.code, told(&outcome)),
        (0, format!("0 answers; {count} were there already").as_str())
    );
    assert_eq!(requests(&["--known", "c.jsonl"]), 0);
    let outcome = ask(&home, &service, &[]);
    assert_eq!((outcome.code, told(&outcome)), (0, "0 answers"));
    assert_eq!(service.seen().len(), count, "a second run asks nothing");
}

#[test]
fn an_edit_asks_for_its_document_or_for_its_chunk() {
    let home = notes("context-edit", 3);
    let service = Service::new(|_, request| answered(request));
    assert_eq!(ask(&home, &service, &[]).code, 0);
    let more = "The pump runs again since it was mended by the day shift. They found that the valve was shut and opened it.";
    fs::write(home.join("0.txt"), format!("The pump 0 stopped. Nobody noticed it until night.\n\n{more}\n"))
        .unwrap();
    let missing = |more: &[&str]| {
        let words = ["context", "requests", "0.txt", "1.txt", "2.txt", "--known", "c.jsonl"];
        let outcome = kawara(&home, &[&words[..], more].concat(), b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.out.lines().count()
    };
    assert_eq!((missing(&[]), missing(&["--known-by", "chunk"])), (3, 2));
    let outcome = kawara(&home, &["chunk", "0.txt", "1.txt", "--context-from", "c.jsonl"], b"");
    assert_eq!(outcome.code, 0);
    for what in [
        "warning: 2 chunks have no context: make requests for what is missing with `kawara context requests --known`",
        "warning: 1 chunk has a context that was made when the document was another",
        "warning: 1 context is for no chunk: c.jsonl:",
    ] {
        assert!(outcome.err.contains(what), "{}", outcome.err);
    }
}

#[test]
fn a_plan_knows_contexts_that_changed() {
    let home = notes("context-plan", 3);
    let service = Service::new(|_, request| answered(request));
    assert_eq!(ask(&home, &service, &[]).code, 0);
    let words = ["0.txt", "1.txt", "2.txt", "--manifest", "m", "--context-from", "c.jsonl"];
    let run = |command: &str, more: &[&str]| {
        let outcome = kawara(&home, &[&[command], &words[..], more].concat(), b"");
        assert!(!outcome.err.contains("warning") && !outcome.err.contains("error"), "{}", outcome.err);
        outcome
    };
    assert_eq!(run("chunk", &["-o", "chunks.jsonl"]).code, 0);
    assert_eq!(run("plan", &["--detailed-exitcode"]).code, 0);
    let answers = fs::read_to_string(home.join("c.jsonl")).unwrap();
    fs::write(home.join("c.jsonl"), answers.replacen("It begins with", "Somebody wrote", 1)).unwrap();
    let plan = run("plan", &["--detailed-exitcode"]);
    assert_eq!(plan.code, 3);
    assert!(plan.out.contains("contexts changed"), "{}", plan.out);
    assert_eq!(run("apply", &["-o", "operations.jsonl"]).code, 0);
    let operations = lines(&home.join("operations.jsonl"));
    assert_eq!(operations.len(), 1, "{operations:?}");
    assert_eq!(operations[0]["op"], "add");
    assert!(operations[0]["context"].as_str().unwrap().contains("Somebody wrote"));
    assert_eq!(run("plan", &["--detailed-exitcode"]).code, 0);
}

#[test]
fn what_may_pass_is_tried_again() {
    let home = notes("context-again", 3);
    let service = Service::new(|nth, request| match nth {
        0 => Answer::Status(
            429,
            vec![("Retry-After", "0.1".into())],
            "{\"error\":{\"message\":\"slow down\"}}".into(),
        ),
        2 => Answer::Status(500, Vec::new(), String::new()),
        _ => answered(request),
    });
    let outcome = ask(&home, &service, &["--parallel", "1"]);
    assert_eq!((outcome.code, told(&outcome)), (0, "3 answers"));
    assert_eq!((service.seen().len(), lines(&home.join("c.jsonl")).len()), (5, 3));
}

#[test]
fn a_service_that_stays_away_is_given_up_and_answers_are_kept() {
    for (name, trouble, what) in [
        (
            "busy",
            Answer::Status as fn(u16, Vec<(&'static str, String)>, String) -> Answer,
            "429 Too Many Requests: enough",
        ),
        ("broken", Answer::Status, "500 Internal Server Error: enough"),
    ] {
        let code = if name == "busy" { 429 } else { 500 };
        let home = notes(&format!("context-{name}"), 5);
        let service = Service::new(move |nth, request| match nth {
            0 | 1 => answered(request),
            _ => trouble(code, Vec::new(), "{\"error\":\"enough\"}".into()),
        });
        let outcome = ask(&home, &service, &["--parallel", "1"]);
        assert_eq!(outcome.code, 1, "{}", outcome.err);
        assert!(
            outcome.err.contains(what) && outcome.err.contains("the same command asks for the rest"),
            "{}",
            outcome.err
        );
        assert_eq!(lines(&home.join("c.jsonl")).len(), 2);
        assert_eq!(service.seen().len(), 4, "two answers, and one request twice");
        let well = Service::new(|_, request| answered(request));
        let outcome = ask(&home, &well, &[]);
        assert_eq!((outcome.code, told(&outcome)), (0, "3 answers; 2 were there already"));
        assert_eq!((well.seen().len(), lines(&home.join("c.jsonl")).len()), (3, 5));
    }
}

#[test]
fn garbage_and_death_are_clear_errors() {
    for (name, bytes, what) in [
        (
            "garbage",
            &b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html>Hi</html"[..],
            "answers with `<html>Hi</htm` and not with {\"choices\"",
        ),
        (
            "other",
            b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"data\": [ 1]}",
            "and not with {\"choices\"",
        ),
        ("death", b"", "cannot be heard"),
        ("torn", b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"choices\":[", "breaks off"),
    ] {
        let home = notes(&format!("context-{name}"), 2);
        let service = Service::new(move |_, _| Answer::Bytes(bytes.to_vec()));
        let outcome = ask(&home, &service, &[]);
        assert_eq!(outcome.code, 1, "{name}: {}", outcome.err);
        assert!(
            outcome.err.contains("the model `m`") && outcome.err.contains(what),
            "{name}: {}",
            outcome.err
        );
        assert!(lines(&home.join("c.jsonl")).is_empty());
    }
    let home = notes("context-nobody", 1);
    let words = [
        "context",
        "ask",
        "r.jsonl",
        "-o",
        "c.jsonl",
        "--url",
        "http://127.0.0.1:9/v1",
        "--model",
        "m",
        "--retries",
        "0",
    ];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.err.contains("error: 0.txt 0..50: the model `m` was asked once, and at last cannot be heard"),
        "{}",
        outcome.err
    );
}

#[test]
fn answers_of_no_use_are_told_and_not_written() {
    let home = notes("context-no-use", 4);
    let service =
        Service::new(|_, request| match request.json()["messages"][0]["content"].as_str().unwrap() {
            prompt if prompt.contains("pump 1 ") => says("It is about", "length"),
            prompt if prompt.contains("pump 2 ") => says(" \n", "stop"),
            _ => answered(request),
        });
    let outcome = ask(&home, &service, &[]);
    assert_eq!(outcome.code, 1);
    for what in [
        "error: 1.txt 0..50: the model `m` was cut off in the middle of its answer: allow it more tokens",
        "error: 2.txt 0..50: the model `m` answers with nothing",
        "2 answers",
    ] {
        assert!(outcome.err.contains(what), "{}", outcome.err);
    }
    assert_eq!(lines(&home.join("c.jsonl")).len(), 2);
    let known = kawara(
        &home,
        &["context", "requests", "0.txt", "1.txt", "2.txt", "3.txt", "--known", "c.jsonl"],
        b"",
    );
    assert_eq!(known.out.lines().count(), 2);
}

#[test]
fn the_key_is_of_the_environment_and_written_nowhere() {
    let home = notes("context-key", 1);
    let service = Service::new(|_, request| answered(request));
    let words = [
        "context",
        "ask",
        "r.jsonl",
        "-o",
        "c.jsonl",
        "--url",
        &service.url,
        "--model",
        "m",
        "--api-key-env",
        "KAWARA_TEST_KEY",
    ];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    assert!(
        outcome.err.contains("environment variable `KAWARA_TEST_KEY`, which is not set"),
        "{}",
        outcome.err
    );
    assert!(service.seen().is_empty() && !home.join("c.jsonl").exists());
    let outcome = kawara_with(&home, &[("KAWARA_TEST_KEY", "sk-verysecret")], &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(service.seen()[0].header("authorization"), Some("Bearer sk-verysecret"));
    assert!(
        !fs::read_to_string(home.join("c.jsonl")).unwrap().contains("verysecret")
            && !outcome.err.contains("verysecret")
    );
}

#[test]
fn mistakes_on_the_way_end_with_2() {
    let home = notes("context-mistakes", 1);
    fs::write(home.join("t.txt"), "What is\n{chunks} about?").unwrap();
    fs::write(home.join("bad.jsonl"), "{\"id\": 7, \"context\": \"x\"}\nbroken\n").unwrap();
    let refused = |words: &[&str], what: &str| {
        let outcome = kawara(&home, words, b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(what), "{words:?}: {}", outcome.err);
    };
    refused(
        &["context", "requests", "0.txt", "--template", "t.txt"],
        "t.txt:2: there is no {chunks} to put in",
    );
    refused(
        &["context", "requests", "0.txt", "--known", "bad.jsonl"],
        "bad.jsonl:1: its id is no such number",
    );
    refused(
        &["context", "requests", "0.txt", "--known", "r.jsonl", "-o", "r.jsonl"],
        "is to be read and written",
    );
    refused(&["chunk", "0.txt", "--context-from", "bad.jsonl"], "bad.jsonl: 2 mistakes in the contexts");
    refused(
        &["chunk", "0.txt", "--context-from", "r.jsonl"],
        "a request, which `kawara context ask` answers",
    );
    refused(&["chunk", "0.txt", "--context-from", "none.jsonl"], "cannot read none.jsonl");
    refused(&["chunk", "-", "--context-from", "-"], "standard input can be read only once");
    fs::write(home.join("c.jsonl"), "").unwrap();
    refused(&["chunk", "0.txt", "--context-from", "c.jsonl", "-o", "c.jsonl"], "is to be read and written");
    let url = ["--url", "http://127.0.0.1:9/v1", "--model", "m"];
    refused(&[&["context", "ask", "r.jsonl", "-o", "-"], &url[..]].concat(), "cannot go to standard output");
    refused(
        &[&["context", "ask", "r.jsonl", "-o", "r.jsonl"], &url[..]].concat(),
        "is to be read and written",
    );
    refused(
        &[&["context", "ask", "r.jsonl", "-o", "bad.jsonl"], &url[..]].concat(),
        "bad.jsonl:2: no JSON object",
    );
    refused(&["context", "ask", "r.jsonl", "-o", "a.jsonl", "--url", "localhost", "--model", "m"], "--url:");
    refused(
        &[&["context", "ask", "r.jsonl", "-o", "a.jsonl", "--parallel", "99999"], &url[..]].concat(),
        "more than 1024 threads",
    );
    let note = "A note of one line";
    fs::write(home.join("note.txt"), note).unwrap();
    refused(
        &[&["context", "ask", "r.jsonl", "-o", "note.txt"], &url[..]].concat(),
        "note.txt:1: no JSON object",
    );
    assert_eq!(fs::read_to_string(home.join("note.txt")).unwrap(), note);
}

#[test]
fn contexts_among_the_documents_are_no_document() {
    let home = notes("context-among", 1);
    let chunks = kawara(&home, &["chunk", "0.txt"], b"");
    let id = serde_json::from_str::<Value>(chunks.out.lines().next().unwrap()).unwrap()["id"].clone();
    fs::remove_file(home.join("r.jsonl")).unwrap();
    fs::write(home.join("mine.jsonl"), format!("{}\n", json!({ "id": id, "context": "Of the waterworks." })))
        .unwrap();
    let outcome = kawara(&home, &["chunk", ".", "--context-from", "mine.jsonl"], b"");
    assert_eq!((outcome.code, outcome.out.lines().count()), (0, 1), "{}", outcome.err);
    assert!(outcome.out.contains("\"context\":\"Of the waterworks.\\n\""), "{}", outcome.out);
    // What kawara wrote itself is passed over, named or not.
    let service = Service::new(|_, request| answered(request));
    assert_eq!(kawara(&home, &["context", "requests", "0.txt", "-o", "r.jsonl"], b"").code, 0);
    assert_eq!(ask(&home, &service, &[]).code, 0);
    fs::remove_file(home.join("mine.jsonl")).unwrap();
    let outcome = kawara(&home, &["chunk", "."], b"");
    assert_eq!(outcome.out.lines().count(), 1);
    assert!(outcome.err.contains("passed over 2 files that kawara wrote"), "{}", outcome.err);
}

#[cfg(unix)]
#[test]
fn whoever_is_stopped_keeps_the_answers_so_far() {
    let home = notes("context-stopped", 6);
    let service = Service::new(|nth, request| match nth {
        0..3 => answered(request),
        _ => Answer::After(Duration::from_secs(600), Box::new(answered(request))),
    });
    let words = [
        "context",
        "ask",
        "r.jsonl",
        "-o",
        "c.jsonl",
        "--url",
        &service.url,
        "--model",
        "m",
        "--parallel",
        "1",
    ];
    let mut child = command(&home, &[], &words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while service.seen().len() < 4 {
        assert!(started.elapsed() < Duration::from_secs(60), "it does not ask");
        std::thread::sleep(Duration::from_millis(10));
    }
    // Not SIGINT, which whoever is started in the background of a shell ignores.
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap();
    assert_eq!(lines(&home.join("c.jsonl")).len(), 3);
    let well = Service::new(|_, request| answered(request));
    let outcome = ask(&home, &well, &[]);
    assert_eq!((outcome.code, told(&outcome)), (0, "3 answers; 3 were there already"));
    assert_eq!((well.seen().len(), lines(&home.join("c.jsonl")).len()), (3, 6));
}
