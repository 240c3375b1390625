//! The invariants of chunking for windows and recursive splitting, over generated documents and settings.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{counter, text};
use kawara_core::{Document, Engine, Registry, Settings, Strategy as Way, UnitKind, WindowOverlap};
use kawara_testkit::{check_invariants, hostile, mixed_text};
use proptest::prelude::*;

const WAYS: [Way; 4] = [Way::TokenWindow, Way::WordWindow, Way::SentenceWindow, Way::Recursive];

/// A window, or none, and an overlap that is usually less.
fn windows() -> impl Strategy<Value = (Option<u32>, WindowOverlap)> {
    let overlap = prop_oneof![2 => Just(0), 3 => 1u32..4, 2 => 4u32..30];
    let more = prop_oneof![6 => 1u32..5, 6 => 5u32..40, 1 => Just(0)];
    prop_oneof![
        4 => (overlap.clone(), more.clone()).prop_map(|(o, more)| (Some(o + more), WindowOverlap::Count(o))),
        2 => (prop::option::of(more), 0.0f64..0.95).prop_map(|(window, share)| (window, WindowOverlap::Share(share))),
        2 => overlap.prop_map(|o| (None, WindowOverlap::Count(o))),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let counter = prop::sample::select(&["chars", "bytes", "words", "graphemes"]);
    let kind =
        prop::sample::select(&[UnitKind::Sentence, UnitKind::Clause, UnitKind::Paragraph, UnitKind::Record]);
    let size = prop_oneof![9 => 1u32..8, 9 => 8u32..60, 9 => 60u32..400, 1 => Just(u32::MAX)];
    let taken = (prop::sample::select(&["", "", "passage: "]), prop_oneof![3 => Just(0), 1 => 1u32..9]);
    let separators = prop::sample::subsequence(vec!["\n\n", "\n", "\r", "。", ". ", "a", " ", ""], 1..=8);
    let split = (windows(), separators);
    (prop::sample::select(&WAYS), counter, kind, size, split, taken).prop_map(
        |(way, counter, kind, size, ((window, overlap), separators), (prefix, reserve))| {
            let mut settings = Settings::default();
            if size > reserve + 10 {
                settings.context.prefix = prefix.into();
                settings.budget.reserve_tokens = reserve;
            }
            settings.budget.counter = counter.into();
            settings.budget.max_tokens = size;
            settings.units.kind = kind;
            let tiling = &mut settings.tiling;
            tiling.strategy = way;
            tiling.window = window;
            tiling.window_overlap = overlap;
            tiling.separators = separators.into_iter().map(str::to_owned).collect();
            settings
        },
    )
}

/// Chunks the document and checks what holds; settings that cannot be met are refused by name.
fn check(document: &Document, settings: &Settings) -> Result<(), String> {
    let engine = Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings.clone()));
    match engine.chunk(document) {
        Ok(chunks) => check_invariants(document, settings, &*counter(&settings.budget.counter), &chunks),
        Err(error) if error.to_string().contains("tiling.window") => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hold_for_any_text_and_windows(text in text(), settings in settings(), title in prop::option::of("[a-z ]{1,20}")) {
        let mut document = Document::new("doc", text).with_meta("{\"tenant\":  7}");
        if let Some(title) = title {
            document = document.with_title(title);
        }
        check(&document, &settings).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn hold_for_hostile_text() {
    let mixed = (0..12).map(|seed| mixed_text(seed, 600));
    let texts: Vec<String> =
        hostile::texts().into_iter().map(|sample| sample.text.into_owned()).chain(mixed).collect();
    for way in WAYS {
        for (budget, window, overlap) in [(20, Some(9), 4), (64, None, 20), (7, Some(3), 2)] {
            let mut settings = Settings::default();
            settings.budget.counter = "chars".into();
            settings.budget.max_tokens = budget;
            settings.tiling.strategy = way;
            settings.tiling.window = window;
            settings.tiling.window_overlap = WindowOverlap::Count(overlap);
            for text in texts.iter().filter(|text| text.len() < 1_500) {
                let document = Document::new("doc", text.as_str());
                check(&document, &settings).unwrap_or_else(|fault| panic!("{way:?}: {fault} in {text:?}"));
            }
        }
    }
}
