//! The packs that a program sees, and what holds of them all.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;

use kawara::{Additions, Carry, Document, Engine, HostCounter, Options, Overlap, Settings, UnitKind};

#[test]
fn every_built_in_pack_is_there_once() {
    let registry = kawara::registry().unwrap();
    let names: Vec<_> = registry.packs().iter().map(|pack| pack.name()).collect();
    assert_eq!(names, ["core", "en", "formats", "huggingface", "ja", "plain-text", "th", "tiktoken", "zh"]);
}

#[test]
fn counters_of_a_host_are_added_and_clash_like_any_other() {
    let host = |scheme: &str| {
        HostCounter::new(scheme, |_| kawara::registry()?.counter("chars")?.open(&Options::new()))
    };
    let registry = Additions::new().with_counters([host("acme"), host("team")]).registry().unwrap();
    assert!(registry.counter("acme").is_ok() && registry.counter("team").is_ok());
    let error = Additions::new().with_counters([host("cmd")]).registry().unwrap_err().to_string();
    assert!(error.contains("`cmd`"), "that is what programs are called: {error}");
}

/// The invariants, for every reader and every unit, over hostile and ordinary text, with the counters that people use.
#[test]
fn the_invariants_hold_with_real_packs() {
    let texts = kawara_testkit::hostile::texts();
    let mixed: Vec<String> = (0..6).map(|seed| kawara_testkit::mixed_text(seed, 1500)).collect();
    let all: Vec<&str> =
        texts.iter().map(|sample| &*sample.text).chain(mixed.iter().map(String::as_str)).collect();
    for counter in ["tiktoken:cl100k_base", "tiktoken:o200k_base", "chars"] {
        for kind in [UnitKind::Sentence, UnitKind::Clause, UnitKind::Record] {
            for size in [7, 60] {
                let mut settings = Settings::default();
                settings.budget.counter = counter.into();
                settings.budget.max_tokens = size;
                settings.units.kind = kind;
                settings.units.overlap = Overlap::all(Carry::Units(2));
                check(&settings, &all);
            }
        }
    }
}

fn check(settings: &Settings, texts: &[&str]) {
    let registry = kawara::registry().unwrap();
    let counter = registry.counter(&settings.budget.counter).unwrap().open(&Options::new()).unwrap();
    let engine = Engine::new(registry, Arc::new(settings.clone()));
    let mut worker = engine.worker();
    for content_type in ["text/plain", "text/markdown", "log", "faq", "code"] {
        for text in texts.iter().filter(|text| text.len() < 20_000) {
            let document = Document::new("d", *text).with_content_type(content_type);
            let chunks = worker.chunk(&document).unwrap();
            if let Err(fault) = kawara_testkit::check_invariants(&document, settings, &*counter, &chunks) {
                panic!("{content_type}, {settings:?}: {fault}");
            }
        }
    }
}
