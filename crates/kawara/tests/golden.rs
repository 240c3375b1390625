//! The ids of the example corpus, and of texts that fit each shipped policy: a change that moves cuts is deliberate.
//! `cargo xtask golden` renews them all.
//!
//! They lie in a folder named after the edition that they hold for: a release that cuts otherwise by default has an edition of its own,
//! and the ids of the older ones stay.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use kawara::input::{Found, Input, walk};
use kawara::output::write_record;
use kawara::policy::Policy;
use kawara::run::{RunOptions, run};
use kawara::{Edition, PolicyTree};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/corpus");
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/shipped");

/// One line a chunk, and all records as they are written.
fn chunk(root: &Path, policies: PolicyTree, threads: usize) -> (String, Vec<u8>) {
    let registry = kawara::registry().unwrap();
    let mut found = Found::default();
    walk(root, &registry, &mut found);
    let input = |(path, bytes): (PathBuf, u64)| {
        let id = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        Input::File { path, id, bytes }
    };
    let inputs: Vec<Input> = found.files.into_iter().map(input).collect();
    let engine = kawara::Engine::new(registry, policies);
    let options = RunOptions { threads: NonZeroUsize::new(threads).unwrap(), ..RunOptions::default() };
    let (mut lines, mut records) = (String::new(), Vec::new());
    run(&engine, inputs.into_iter(), options, |chunks, _| {
        for chunk in chunks.unwrap().iter() {
            let range = chunk.source_range();
            let place = format!("{}..{} {}", range.start, range.end, chunk.tokens());
            writeln!(lines, "{} {} {place} {}", chunk.doc_id(), chunk.ordinal(), chunk.id()).unwrap();
            write_record(chunk, &mut records).unwrap();
        }
        true
    });
    (lines, records)
}

fn chunk_corpus(threads: usize) -> (String, Vec<u8>) {
    let policies = PolicyTree::nearest(Policy::builtin("docs").unwrap(), Vec::new()).unwrap();
    chunk(Path::new(CORPUS), policies, threads)
}

/// Compares with the golden ids of this name, or renews them; a line that differs is reported.
fn check(name: &str, lines: &str) -> Option<String> {
    let edition = Edition::default().as_str();
    let path = PathBuf::from(format!("{}/tests/golden/{edition}/{name}.txt", env!("CARGO_MANIFEST_DIR")));
    if std::env::var("KAWARA_GOLDEN").as_deref() == Ok("write") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, lines).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let (mut now, mut then) = (lines.lines(), golden.lines());
    loop {
        match (now.next(), then.next()) {
            (None, None) => return None,
            (now, then) if now == then => {}
            (now, then) => return Some(format!("{name}: {now:?} was {then:?}")),
        }
    }
}

fn none_moved(moved: &[String]) {
    assert!(
        moved.is_empty(),
        "cuts moved; if that is meant, run `cargo xtask golden` and say so in the changelog:\n{}",
        moved.join("\n")
    );
}

#[test]
fn ids_of_the_example_corpus() {
    none_moved(check("corpus", &chunk_corpus(2).0).as_slice());
}

/// Where the documents lie that a shipped policy is for.
fn home_of(policy: &str) -> PathBuf {
    match policy {
        "docs"
        | "technical-reference"
        | "knowledge-base"
        | "cjk-anaphora"
        | "parent-child"
        | "sentence-window" => Path::new(CORPUS).join("docs"),
        "faq" | "logs" => Path::new(CORPUS).join(policy),
        other => Path::new(SHIPPED).join(other),
    }
}

#[test]
fn ids_by_every_shipped_policy() {
    let mut moved = Vec::new();
    for name in Policy::builtin_names() {
        let policies = PolicyTree::fixed(Policy::builtin(name).unwrap(), Vec::new()).unwrap();
        let (lines, _) = chunk(&home_of(name), policies, 2);
        assert!(lines.lines().count() >= 3, "{name}: too little to say anything:\n{lines}");
        moved.extend(check(name, &lines));
    }
    none_moved(&moved);
}

#[test]
fn threads_do_not_change_a_byte() {
    let (_, alone) = chunk_corpus(1);
    for threads in [2, 5] {
        assert!(chunk_corpus(threads).1 == alone, "{threads} threads write something else than one");
    }
}
