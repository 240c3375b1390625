//! Windows and recursive splitting with the packs and counters that people use.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;

use kawara::{Document, Engine, Flag, Options, Settings, Strategy, UnitKind, WindowOverlap};
use kawara_testkit::{LANGUAGES, check_invariants, hostile, mixed_text, prose};

fn settings(strategy: Strategy, window: Option<u32>, overlap: WindowOverlap) -> Settings {
    let mut settings = Settings::default();
    settings.tiling.strategy = strategy;
    settings.tiling.window = window;
    settings.tiling.window_overlap = overlap;
    settings
}

fn engine(settings: &Settings) -> Engine {
    Engine::new(kawara::registry().unwrap(), Arc::new(settings.clone()))
}

/// The windows that the invariants are tried with: in tokens where `counts` says so.
fn windows(strategy: Strategy) -> Vec<(Option<u32>, WindowOverlap)> {
    let size = if strategy.counts() == "sentences" { 3 } else { 24 };
    vec![
        (Some(size), WindowOverlap::Share(0.34)),
        (Some(size), WindowOverlap::Count(size - 1)),
        (None, WindowOverlap::Share(0.2)),
    ]
}

#[test]
fn the_invariants_hold_with_real_packs() {
    let plain = LANGUAGES.iter().map(|language| prose(7, language, 700));
    let mixed = (0..3).map(|seed| mixed_text(seed, 700));
    let texts: Vec<String> = hostile::texts()
        .into_iter()
        .map(|sample| sample.text.into_owned())
        .filter(|text| text.len() < 2_000)
        .chain(plain)
        .chain(mixed)
        .collect();
    for counter in ["tiktoken:cl100k_base", "chars"] {
        for strategy in Strategy::ALL.into_iter().filter(|it| *it != Strategy::Units) {
            for (nth, (window, overlap)) in windows(strategy).into_iter().enumerate() {
                let mut settings = settings(strategy, window, overlap);
                settings.budget.counter = counter.into();
                settings.budget.max_tokens = 48;
                settings.units.kind = if nth == 0 { UnitKind::Record } else { UnitKind::Sentence };
                let counter =
                    kawara::registry().unwrap().counter(counter).unwrap().open(&Options::new()).unwrap();
                let engine = engine(&settings);
                let mut worker = engine.worker();
                for content_type in ["text/plain", "text/markdown", "faq", "code"] {
                    for text in &texts {
                        let document = Document::new("d", text.as_str()).with_content_type(content_type);
                        let chunks = worker.chunk(&document).unwrap();
                        if let Err(fault) = check_invariants(&document, &settings, &*counter, &chunks) {
                            panic!("{content_type}, {:?}: {fault} in {text:?}", settings.tiling);
                        }
                    }
                }
            }
        }
    }
}

const FAQ: &str = "Q: When does the gate open?\nA: It opens at six. On Sundays it opens at eight.\n\n\
                   Q: Where are tickets sold?\nA: On board. There is no counter.\n";

#[test]
fn windows_run_through_a_document_but_not_out_of_a_record_that_is_the_unit() {
    let mut settings = settings(Strategy::WordWindow, Some(14), WindowOverlap::Count(3));
    settings.context.prepend.clear();
    let texts = |settings: &Settings| -> Vec<String> {
        let document = Document::new("faq", FAQ).with_content_type("faq");
        engine(settings).chunk(&document).unwrap().iter().map(|chunk| chunk.text().to_owned()).collect()
    };
    let crosses = |texts: &[String]| texts.iter().filter(|text| text[1..].contains("Q:")).count();
    let through = texts(&settings);
    assert_eq!(crosses(&through), 1, "{through:?}");
    settings.units.kind = UnitKind::Record;
    let apart = texts(&settings);
    assert_eq!(crosses(&apart), 0, "{apart:?}");
    let document = Document::new("faq", FAQ).with_content_type("faq");
    let chunks = engine(&settings).chunk(&document).unwrap();
    let second = chunks.iter().find(|chunk| chunk.text().starts_with("Q: Where")).unwrap();
    assert_eq!((second.carried(), second.asked()), (0, 0), "nothing is repeated over a record's edge");
    assert!(chunks.iter().all(|chunk| chunk.parent().id() != chunks.get(0).unwrap().id()));
}

/// What a splitter of the model's tokens gives, checked from outside: every window full, none over it.
#[test]
fn windows_are_as_full_as_may_be_in_every_language() {
    for language in LANGUAGES {
        let text = prose(3, language, 3_000);
        let settings = settings(Strategy::TokenWindow, Some(64), WindowOverlap::Share(0.25));
        let chunks = engine(&settings).chunk(&Document::new("d", text.as_str())).unwrap();
        let registry = kawara::registry().unwrap();
        let counter = registry.counter("tiktoken:cl100k_base").unwrap().open(&Options::new()).unwrap();
        let tokens: Vec<u32> = chunks.iter().map(|chunk| counter.count(chunk.text()).unwrap()).collect();
        let (_, full) = tokens.split_last().unwrap();
        assert!(full.len() > 10, "{language}: {tokens:?}");
        // A cluster more would be too long; white space at an edge is left out, and a character may take three tokens.
        assert!(full.iter().all(|tokens| (60..=64).contains(tokens)), "{language}: {tokens:?}");
        for (before, chunk) in chunks.iter().zip(chunks.iter().skip(1)) {
            let shared = &text[chunk.source_range().start..before.source_range().end];
            let repeated = counter.count(shared).unwrap();
            assert!((12..=17).contains(&repeated), "{language}: {repeated} {shared:?}");
        }
    }
}

#[test]
fn the_budget_decides_where_a_context_takes_of_the_window() {
    let text =
        format!("# {}\n\n{}", "A heading of some length".repeat(3), "One sentence more is here. ".repeat(60));
    let mut settings = settings(Strategy::TokenWindow, Some(98), WindowOverlap::Count(10));
    settings.budget.max_tokens = 100;
    let document = Document::new("d", text).with_content_type("text/markdown");
    let chunks = engine(&settings).chunk(&document).unwrap();
    let cut: Vec<_> = chunks.iter().filter(|chunk| !chunk.context().is_empty()).collect();
    assert!(cut.len() > 2);
    let (last, cut) = cut.split_last().unwrap();
    assert!(cut.iter().all(|chunk| chunk.flags().contains(Flag::ForcedSplit)), "{cut:?}");
    assert!(!last.flags().contains(Flag::ForcedSplit), "all that was left fits");
    // Without a number a window is what the context leaves, and nothing is cut short.
    settings.tiling.window = None;
    let chunks = engine(&settings).chunk(&document).unwrap();
    assert!(chunks.iter().all(|chunk| chunk.flags().is_empty()), "{chunks:?}");
}

#[test]
fn a_long_document_is_the_same_in_frames_and_its_frames_say_that_nothing_is_repeated() {
    let text = "The pump stopped. Nobody noticed it.\n\n".repeat(40_000);
    let mut settings = settings(Strategy::TokenWindow, Some(1000), WindowOverlap::Count(100));
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = 1000;
    let engine = engine(&settings);
    let chunks = engine.chunk(&Document::new("d", text.as_str())).unwrap();
    let reduced: Vec<_> = chunks.iter().filter(|chunk| chunk.flags().contains(Flag::CarryReduced)).collect();
    assert_eq!(reduced.len(), 1, "{reduced:?}");
    assert!(reduced[0].text_range().start.abs_diff(kawara::FRAME) < 4096, "{reduced:?}");
    let mut stream = engine.stream(Document::new("d", "")).unwrap().unwrap();
    let (mut worker, mut joiner, mut at, mut ids) = (engine.worker(), kawara::Joiner::new(), 0, Vec::new());
    let mut keep = |part: Option<kawara::Chunks>| {
        ids.extend(part.iter().flat_map(|part| part.iter().map(|chunk| chunk.id()).collect::<Vec<_>>()));
    };
    while let Some(frame) = stream.frame(&text[at..], true).unwrap() {
        at += frame.len();
        keep(joiner.join(worker.chunk_frame(frame).unwrap()));
    }
    keep(joiner.finish());
    assert_eq!(ids, chunks.iter().map(|chunk| chunk.id()).collect::<Vec<_>>());
}
