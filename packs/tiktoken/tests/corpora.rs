//! Random ranges of real corpora, where they are at hand: in `KAWARA_SHARED`, or beside the workspace.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::PathBuf;

use common::{Random, check_ranges, expected};

/// Ranges per file and vocabulary. `cargo run --release --example measure_ranges` counts as many as it is told to.
const RANGES: usize = 1200;

/// Holds where tokens stand against the reference.
#[cfg(feature = "reference")]
fn check_spans(name: &str, text: &str) {
    let spans =
        |counter: std::sync::Arc<dyn kawara_core::Counter>| counter.token_spans(text).unwrap().unwrap();
    let reference = spans(kawara_pack_tiktoken::open_reference(name).unwrap());
    assert_eq!(spans(kawara_pack_tiktoken::open(name).unwrap()), reference, "{name}");
}

#[cfg(not(feature = "reference"))]
fn check_spans(_: &str, _: &str) {}

fn corpora() -> Option<Vec<PathBuf>> {
    let shared = std::env::var_os("KAWARA_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let files = std::fs::read_dir(shared.join("data/corpora")).ok()?;
    let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Some(files)
}

#[test]
fn random_ranges_of_corpora_are_exact() {
    let Some(files) = corpora() else {
        eprintln!("skipped: no corpora; set KAWARA_SHARED to the folder that holds data/corpora");
        return;
    };
    assert!(!files.is_empty());
    for file in files {
        let content = std::fs::read_to_string(&file).unwrap();
        let documents: Vec<String> = content
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].as_str().unwrap().to_owned()
            })
            .collect();
        let mut random = Random(11);
        for name in ["cl100k_base", "o200k_base"] {
            let counter = kawara_pack_tiktoken::open(name).unwrap();
            for _ in 0..40 {
                let text = &documents[random.below(documents.len())];
                assert_eq!(counter.count(text).unwrap(), expected(name, text), "{name} {}", file.display());
                check_spans(name, text);
                check_ranges(&*counter, name, text, RANGES / 40, &mut random);
            }
        }
    }
}
