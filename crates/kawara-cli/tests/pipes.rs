//! Whoever closes a pipe has seen enough: that is no error, in whichever command.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs::{self, File};
use std::process::Stdio;

use common::{command, corpus};

#[test]
fn a_closed_pipe_is_quiet() {
    let home = corpus("pipes");
    // More than a pipe holds.
    let text = "The pump stopped. Nobody noticed it until noon. ".repeat(8_000);
    fs::write(home.join("long.txt"), text).unwrap();
    let chunks = command(&home, &[], &["chunk", "long.txt", "-q"]).output().unwrap().stdout;
    fs::write(home.join("chunks.jsonl"), chunks).unwrap();
    for words in [
        &["chunk", "long.txt"][..],
        &["chunk", "long.txt", "--output-format", "text"],
        &["units", "long.txt"],
        &["units", "long.txt", "--boundaries"],
        &["count", "docs", "--counter", "chars"],
        &["count", "docs", "--counter", "chars", "--json"],
        &["context", "requests", "docs"],
        &["measure", "docs"],
        &["evidence", "propose", "docs"],
        &["measure", "docs", "--json"],
        &["cost", "docs"],
        &["cost", "--window", "256", "--tokens", "1000"],
        &["guard", "chunks.jsonl", "--counter", "chars", "--limit", "100000"],
        &["late", "long.txt", "--limit", "512"],
        &["stitch", "chunks.jsonl"],
        &["group", "long.txt", "--max-tokens", "4000"],
        &["view", "docs", "-o", "-"],
        &["bundle", "-o", "-"],
        &["evidence", "check", "questions.jsonl", "docs", "faq", "logs", "notes", "--questions", "all"],
        &["evidence", "check", "questions.jsonl", "docs", "faq", "logs", "notes", "--json"],
        &[
            "audit",
            "--sources",
            "long.txt",
            "--chunks",
            "chunks.jsonl",
            "--counter",
            "words",
            "--fail-on",
            "none",
        ],
        &["sweep", "questions.jsonl", "docs", "faq", "logs", "notes", "--sizes", "128", "--carry", "0"],
        &[
            "sweep",
            "questions.jsonl",
            "docs",
            "faq",
            "logs",
            "notes",
            "--sizes",
            "128",
            "--carry",
            "0",
            "--json",
        ],
        &["packs"],
        &["packs", "--notices"],
        &["packs", "--json"],
        &["packs", "test", "core", "--counter", "words"],
        &["models"],
        &["models", "bge-m3"],
        &["models", "--json"],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
        &["chunk", "--help"],
        &["--version"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(&home, &[], words).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {err}");
        assert!(
            !err.contains("error") && !err.contains("panicked") && !err.contains("roken pipe"),
            "{words:?}: {err}"
        );
    }
}

#[test]
fn chunks_that_do_not_fit_are_told_by_the_exit_code_alone() {
    let home = corpus("pipes-guard");
    fs::write(home.join("chunks.jsonl"), "{\"text\": \"too long\"}\n".repeat(10_000)).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let words = ["guard", "chunks.jsonl", "--counter", "chars", "--limit", "3"];
    let output = command(&home, &[], &words).stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
}

#[test]
fn a_message_that_nobody_hears_stops_nothing() {
    let home = corpus("pipes-messages");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let words = ["chunk", "docs", "missing.txt", "-vv"];
    let output = command(&home, &[], &words).stdout(Stdio::piped()).stderr(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.len() > 10_000);
}

#[test]
fn a_full_disk_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    let home = corpus("pipes-full");
    for words in [&["packs"][..], &["chunk", "docs"], &["units", "docs"], &["models"], &["man"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&home, &[], words).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {err}");
        assert!(err.contains("error: cannot write: "), "{words:?}: {err}");
    }
}

#[test]
fn a_path_may_lead_to_a_pipe() {
    let home = corpus("pipes-path");
    let to_pipe = |words: &[&str]| command(&home, &[], words).output().unwrap();
    let plain = to_pipe(&["chunk", "notes", "-q"]);
    let named = to_pipe(&["chunk", "notes", "-q", "-o", "/dev/stdout"]);
    assert!(plain.status.success() && !plain.stdout.is_empty());
    assert_eq!(named.stdout, plain.stdout, "{}", String::from_utf8_lossy(&named.stderr));
}
