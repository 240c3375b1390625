//! Late chunking: what holds of windows and of the tokens of chunks, whatever the text, the settings and the counter.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod cases;
mod invariants;
mod linear;

use std::sync::Arc;

use kawara::late::LateOptions;
use kawara::{Chunks, Counter, Document, Engine, Options, Settings, Strategy, UnitKind, Value};
use kawara_testkit::{LANGUAGES, hostile, mixed_text, prose};

use invariants::check;

/// Counters of every kind that tells spans: whose tokens tile a text, cut characters, or leave white space out.
const COUNTERS: [&str; 6] =
    ["chars", "words", "graphemes", "tiktoken:cl100k_base", "tiktoken:r50k_base", "tiktoken:o200k_base"];

pub(crate) fn settings(counter: &str, budget: u32, overlap: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = counter.into();
    settings.budget.max_tokens = budget;
    settings.units.overlap = kawara::Overlap::all(kawara::Carry::Units(overlap));
    settings
}

pub(crate) fn engine(settings: &Settings) -> Engine {
    Engine::new(kawara::registry().unwrap(), Arc::new(settings.clone()))
}

pub(crate) fn counter(engine: &Engine, chunks: &Chunks) -> Arc<dyn Counter> {
    let name = &chunks.in_force()[0].settings().budget.counter;
    engine.registry().counter(name).unwrap().open(&Options::new()).unwrap()
}

/// Sections in sections, of prose in a language.
pub(crate) fn manual(language: &str, sections: usize) -> String {
    let section = |nth: usize| {
        let level = "#".repeat(1 + nth % 3);
        let body = prose(nth as u64, language, 120 + 90 * (nth % 5));
        format!(
            "{level} Part {nth}\n\n{body}\n\n- a list, of two\n- items\n\n{}\n\n",
            prose(99, language, 60)
        )
    };
    (0..sections).map(section).collect()
}

fn documents() -> Vec<Document> {
    let manuals = ["en", "zh", "ja", "th"]
        .map(|language| Document::new(language, manual(language, 7)).with_content_type("text/markdown"));
    let plain = LANGUAGES.iter().map(|language| Document::new(*language, prose(7, language, 900)));
    let mixed = (0..3).map(|seed| Document::new("mixed", mixed_text(seed, 900)));
    let hostile = hostile::texts().into_iter().filter(|sample| sample.text.len() < 1_500);
    let hostile = hostile.map(|sample| Document::new("hostile", sample.text.into_owned()));
    manuals.into_iter().chain(plain).chain(mixed).chain(hostile).collect()
}

#[test]
fn the_invariants_hold() {
    let mut seen = 0;
    for name in COUNTERS {
        for (budget, carried) in [(24, 0), (24, 1), (40, 3)] {
            let engine = engine(&settings(name, budget, carried));
            for document in documents() {
                seen += check_all(&engine, &document, budget);
            }
        }
    }
    assert!(seen > 5_000, "{seen} windows");
}

#[test]
fn the_invariants_hold_of_strategies_records_and_projections() {
    for strategy in [Strategy::TokenWindow, Strategy::SentenceWindow, Strategy::Recursive] {
        let mut settings = settings("tiktoken:cl100k_base", 24, 1);
        settings.tiling.strategy = strategy;
        let engine = engine(&settings);
        let windows: usize = documents().iter().map(|document| check_all(&engine, document, 24)).sum();
        assert!(windows > 300, "{windows}");
    }
    let faq = "Q: When does the gate open?\nA: It opens at six. On Sundays it opens at eight.\n\n".repeat(20);
    let page = "<h1>Tiles</h1><p>They <b>overlap</b>.</p><h2>Rain</h2><p>It runs off. It does not leak.</p>"
        .repeat(9);
    for kind in [UnitKind::Record, UnitKind::Sentence] {
        let mut settings = settings("tiktoken:cl100k_base", 40, 1);
        settings.units.kind = kind;
        settings.read.options.set("main", Value::Str("off".into()));
        let engine = engine(&settings);
        for (text, content_type) in [(&faq, "faq"), (&page, "text/html")] {
            let document = Document::new("d", text.as_str()).with_content_type(content_type);
            assert!(check_all(&engine, &document, 40) > 5);
        }
    }
}

/// Checks a document with limits that take part of it, and one that takes all; the windows in all.
fn check_all(engine: &Engine, document: &Document, budget: u32) -> usize {
    let chunks = engine.chunk(document).unwrap();
    if chunks.is_empty() {
        return 0;
    }
    let counter = counter(engine, &chunks);
    // A cluster alone may be over the budget.
    let most = chunks.iter().map(|chunk| chunk.tokens()).max().unwrap().max(budget) + 8;
    let mut windows = 0;
    for (limit, overlap, prefix, soft_units) in [
        (most, Some(0), "", 0),
        (most * 2, Some(10), "passage: ", 1),
        (most * 4, None, "", 2),
        (1 << 20, None, "passage: ", 3),
    ] {
        let options = LateOptions {
            limit: Some(limit),
            overlap,
            prefix: Some(prefix.into()),
            soft_units,
            soft_weight: 0.25,
        };
        windows += check(&chunks, &*counter, &options, limit == 1 << 20);
    }
    windows
}

#[cfg(feature = "spans")]
#[test]
fn the_invariants_hold_with_tokenizers_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/huggingface/tests/data");
    for name in ["wordpiece", "cased", "unigram", "precompiled", "metaspace", "qwen", "gpt2", "llama"] {
        let counter = format!("hf:{}", folder.join(format!("{name}.json")).display());
        let engine = engine(&settings(&counter, 40, 1));
        for document in documents() {
            check_all(&engine, &document, 40);
        }
    }
}
