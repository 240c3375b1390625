//! Linked or loaded, a pack gives the same chunks, ids and settings.
//!
//! A process has one pack of a name, so the linked one is in the program, which is started; this test does not link the pack, and loads it.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use kawara::output::write_record;
use kawara::{Document, Engine, ErrorKind, Options, Pack, Registry, policy::Policy};
use kawara_testkit::{SegmenterSubject, check_segmenter};

const HARBOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/harbour.txt");

/// The library, at a path of its own.
fn library(name: &str) -> PathBuf {
    kawara_testkit::library("own-pack-rust", env!("CARGO_TARGET_TMPDIR"), name).unwrap()
}

/// Built once, since tests run side by side.
fn loaded() -> &'static Pack {
    static LOADED: OnceLock<&Pack> = OnceLock::new();
    LOADED.get_or_init(|| kawara_native::load(&library("loaded"), None).unwrap())
}

/// Chunks as JSON lines, by packs in this order.
fn chunks(packs: &[&'static Pack], text: &str) -> String {
    let policy = Policy::from_str(include_str!("../policy.toml"), "policy.toml", ".").unwrap();
    let engine = Engine::new(Registry::collect(packs).unwrap(), policy);
    let mut lines = Vec::new();
    for chunk in engine.chunk(&Document::new("document", text)).unwrap().iter() {
        write_record(chunk, &mut lines).unwrap();
    }
    String::from_utf8(lines).unwrap()
}

fn linked() -> String {
    let program = Command::new(env!("CARGO_BIN_EXE_own-pack-program")).arg(HARBOUR).output().unwrap();
    assert!(program.status.success(), "{}", String::from_utf8_lossy(&program.stderr));
    String::from_utf8(program.stdout).unwrap()
}

#[test]
fn the_same_chunks_ids_and_settings() {
    let text = fs::read_to_string(HARBOUR).unwrap();
    let expected = linked();
    assert!(expected.lines().count() > 4, "{expected}");
    assert!(expected.lines().all(|line| line.contains("\"language\":\"ko\"")), "{expected}");

    let korean = loaded();
    assert!(korean.digest().is_some());
    let others = kawara::builtin();
    let first: Vec<_> = [korean].into_iter().chain(others.iter().copied()).collect();
    let last: Vec<_> = others.iter().copied().chain([korean]).collect();
    assert_eq!(chunks(&first, &text), expected);
    assert_eq!(chunks(&last, &text), expected, "the order in which packs are named");
    assert_ne!(chunks(others, &text), expected, "without the pack, the Unicode rules cut");

    let elsewhere = kawara_native::load(&library("elsewhere"), None).unwrap();
    assert!(std::ptr::eq(elsewhere, korean), "the same bytes at another path are the same pack");
    let pinned = kawara_native::load(&library("pinned"), korean.digest()).unwrap();
    assert!(std::ptr::eq(pinned, korean));
    let error = kawara_native::load(&library("other"), Some(&"0".repeat(64))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Open);
}

#[test]
fn loaded_it_keeps_the_contract() {
    let text = fs::read_to_string(HARBOUR).unwrap();
    let entry = &loaded().segmenter_entries()[0];
    check_segmenter(&SegmenterSubject::open(entry, &Options::new()).unwrap().with_texts(&[&text])).unwrap();
}
