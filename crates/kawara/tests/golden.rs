//! The ids of the example corpus: a change that moves cuts is deliberate. `cargo xtask golden` renews them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::num::NonZeroUsize;
use std::path::Path;

use kawara::PolicyTree;
use kawara::input::{Found, Input, walk};
use kawara::output::write_record;
use kawara::policy::Policy;
use kawara::run::{RunOptions, run};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/corpus");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

/// One line a chunk, and all records as they are written.
fn chunk_corpus(threads: usize) -> (String, Vec<u8>) {
    let policies = PolicyTree::nearest(Policy::builtin("docs").unwrap(), Vec::new()).unwrap();
    let registry = kawara::registry().unwrap();
    let mut found = Found::default();
    walk(Path::new(CORPUS), &registry, &mut found);
    let input = |(path, bytes): (std::path::PathBuf, u64)| {
        let id = policies.id_of(&path).unwrap();
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
            lines += &format!("{} {} {place} {}\n", chunk.doc_id(), chunk.ordinal(), chunk.id());
            write_record(chunk, &mut records).unwrap();
        }
        true
    });
    (lines, records)
}

#[test]
fn ids_of_the_example_corpus() {
    let (lines, _) = chunk_corpus(2);
    if std::env::var("KAWARA_GOLDEN").as_deref() == Ok("write") {
        std::fs::write(GOLDEN, &lines).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap().replace("\r\n", "\n");
    for (now, then) in lines.lines().zip(golden.lines()) {
        assert_eq!(
            now, then,
            "cuts moved; if that is meant, run `cargo xtask golden` and say so in the changelog"
        );
    }
    assert_eq!(lines.lines().count(), golden.lines().count());
}

#[test]
fn threads_do_not_change_a_byte() {
    let (_, alone) = chunk_corpus(1);
    for threads in [2, 5] {
        assert!(chunk_corpus(threads).1 == alone, "{threads} threads write something else than one");
    }
}
