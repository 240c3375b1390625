//! The invariants of chunking over generated documents and settings.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{counter, text};
use kawara_core::{
    Breaks, Carry, Chunks, Document, Embedder, Engine, Flag, Newline, Overlap, Registry, SemanticSettings,
    Settings, Stability, Threshold, UnitKind,
};
use kawara_testkit::check_invariants;
use proptest::prelude::*;

/// Texts are alike that have the same letters.
struct Letters;

impl Embedder for Letters {
    fn id(&self) -> &str {
        "letters 1"
    }

    fn embed(&self, texts: &[&str]) -> kawara_core::Result<Vec<Vec<f32>>> {
        let vector = |text: &&str| {
            let mut vector = vec![1e-3; 32];
            text.chars().for_each(|letter| vector[letter as usize % 32] += 1.0);
            vector
        };
        Ok(texts.iter().map(vector).collect())
    }
}

fn carry() -> impl Strategy<Value = Carry> {
    prop_oneof![
        4 => (0u32..4).prop_map(Carry::Units),
        1 => (1u32..4).prop_map(|max| Carry::Auto { max }),
        1 => (0.05f64..0.6).prop_map(Carry::Share),
        1 => (1u32..30).prop_map(Carry::Tokens),
    ]
}

fn semantic() -> impl Strategy<Value = SemanticSettings> {
    let threshold = prop_oneof![
        3 => (0f64..=100.0).prop_map(Threshold::Percentile),
        1 => (0f64..3.0).prop_map(Threshold::Deviations),
        1 => (0f64..3.0).prop_map(Threshold::Interquartile),
        1 => (0f64..=100.0).prop_map(Threshold::Gradient),
    ];
    let breaks = prop::sample::select(&[Breaks::Cut, Breaks::Prefer]);
    (0u32..4, threshold, breaks).prop_map(|(window, threshold, breaks)| {
        let mut semantic = SemanticSettings::new("letters");
        (semantic.window, semantic.threshold, semantic.breaks) = (window, threshold, breaks);
        semantic
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let counter = prop::sample::select(&["chars", "bytes", "words", "graphemes"]);
    let kind =
        prop::sample::select(&[UnitKind::Sentence, UnitKind::Clause, UnitKind::Paragraph, UnitKind::Record]);
    let stability = prop::sample::select(&[
        Stability::Size,
        Stability::Balanced,
        Stability::Anchored,
        Stability::Price(15),
    ]);
    let newline = prop::sample::select(&[Newline::Auto, Newline::Hard, Newline::Soft]);
    let size = prop_oneof![9 => 1u32..8, 9 => 8u32..60, 9 => 60u32..400, 1 => Just(u32::MAX)];
    let least = prop_oneof![3 => Just(0), 1 => 1u32..300];
    let sizes = (size, least);
    let taken = (prop::sample::select(&["", "", "passage: "]), prop_oneof![3 => Just(0), 1 => 1u32..9]);
    let semantic = prop_oneof![2 => Just(None), 1 => semantic().prop_map(Some)];
    let parents = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(1u32..200, 1..4)];
    let semantic = (semantic, parents);
    (counter, kind, stability, newline, sizes, carry(), taken, semantic).prop_map(
        |(
            counter,
            kind,
            stability,
            newline,
            (size, least),
            carry,
            (prefix, reserve),
            (semantic, parents),
        )| {
            let mut settings = Settings::default();
            settings.semantic = semantic;
            // A budget that the prefix and the reserve use up is refused.
            if size > reserve + 10 {
                settings.context.prefix = prefix.into();
                settings.budget.reserve_tokens = reserve;
            }
            settings.budget.counter = counter.into();
            settings.budget.max_tokens = size;
            // Sizes fall to the budget: each is so much above the next.
            let sizes = parents.into_iter().scan(size, |size, more| {
                *size = size.checked_add(more)?;
                Some(*size)
            });
            settings.tiling.parents = sizes.collect();
            settings.tiling.parents.reverse();
            settings.budget.min_tokens = least;
            settings.units.kind = kind;
            settings.units.overlap = Overlap::all(carry);
            settings.tiling.stability = stability;
            settings.read.newline = newline;
            settings
        },
    )
}

fn engine(settings: &Settings) -> Engine {
    let registry = Registry::collect(&[]).unwrap().with_embedder("letters", Arc::new(Letters)).unwrap();
    Engine::new(registry, Arc::new(settings.clone()))
}

fn ids(chunks: &Chunks) -> Vec<String> {
    chunks
        .iter()
        .map(|chunk| format!("{} {:?} {:?}", chunk.id(), chunk.text_range(), chunk.flags()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hold_for_any_text_and_settings(text in text(), settings in settings(), title in prop::option::of("[a-z ]{1,20}")) {
        let mut document = Document::new("doc", text).with_meta("{\"tenant\":  7}");
        if let Some(title) = title {
            document = document.with_title(title);
        }
        let engine = engine(&settings);
        let chunks = engine.chunk(&document).unwrap();
        check_invariants(&document, &settings, &*counter(&settings.budget.counter), &chunks).map_err(TestCaseError::fail)?;

        let mut worker = engine.worker();
        worker.chunk(&Document::new("other", "Something else. 别的。")).unwrap();
        prop_assert_eq!(ids(&worker.chunk(&document).unwrap()), ids(&chunks), "a used worker cuts differently");
    }

    #[test]
    fn what_fits_is_one_chunk(text in text()) {
        let mut settings = Settings::default();
        settings.budget.counter = "bytes".into();
        settings.budget.max_tokens = 1_000_000;
        let document = Document::new("doc", text);
        let chunks = engine(&settings).chunk(&document).unwrap();
        prop_assert!(chunks.len() <= 1);
        let is_blank = document.text().chars().all(|c| c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}');
        prop_assert_eq!(chunks.is_empty(), is_blank);
    }
}

#[test]
fn one_cluster_over_budget_is_flagged_and_kept() {
    let mut settings = Settings::default();
    settings.budget.counter = "bytes".into();
    settings.budget.max_tokens = 8;
    let chunks = engine(&settings).chunk(&Document::new("doc", "ab 👨‍👩‍👧‍👦 cd")).unwrap();
    let texts: Vec<_> =
        chunks.iter().map(|c| (c.text().to_owned(), c.flags().contains(Flag::OverBudget))).collect();
    assert_eq!(texts, [("ab".into(), false), ("👨‍👩‍👧‍👦".into(), true), ("cd".into(), false)]);
}

#[test]
fn an_impossible_budget_is_refused_by_name() {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = 0;
    let error = engine(&settings).chunk(&Document::new("doc", "text")).unwrap_err();
    assert!(error.to_string().contains("max-tokens is 0"), "{error}");
}

#[test]
fn what_others_take_of_the_budget_is_told_when_nothing_is_left() {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = 12;
    settings.budget.reserve_tokens = 3;
    settings.context.prefix = "passage: ".into();
    let error = engine(&settings).chunk(&Document::new("doc", "text")).unwrap_err().to_string();
    assert!(error.contains("12 has no room beside"), "{error}");
    assert!(error.contains("the 3 reserved tokens and the 9 tokens of the prefix"), "{error}");
}

#[test]
fn chunks_for_several_models_fit_all_of_them() {
    let text =
        "The pump stopped. 水泵停了，没有人注意到，因为是夜里。 Nobody noticed it, because it was night. "
            .repeat(20);
    let document = Document::new("doc", text);
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.also = vec!["bytes".into(), "graphemes".into()];
    settings.budget.max_tokens = 120;
    let chunks = engine(&settings).chunk(&document).unwrap();
    // Every character has at least one byte, and every word one character.
    check_invariants(&document, &settings, &*counter("bytes"), &chunks).unwrap();

    settings.budget.also = vec!["words".into()];
    let twice = engine(&settings).chunk(&document).unwrap();
    settings.budget.also.clear();
    let once = engine(&settings).chunk(&document).unwrap();
    let texts = |chunks: &Chunks| chunks.iter().map(|chunk| chunk.text().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&twice), texts(&once));
}

/// Where one counter finds most of the whole text, the other finds more of some units.
#[test]
fn no_unit_for_several_models_slips_through_on_the_estimates_of_one() {
    let long = format!("{}.", ["word"; 60].join(" "));
    let dense = format!("{}.", "水".repeat(110));
    let text = format!("{} {dense}\n\n{}", long.clone() + " ", long.repeat(30));
    let document = Document::new("doc", text);
    let mut settings = Settings::default();
    settings.budget.counter = "graphemes".into();
    settings.budget.also = vec!["bytes".into(), "words".into()];
    for size in [64, 100, 200, 300] {
        settings.budget.max_tokens = size;
        let chunks = engine(&settings).chunk(&document).unwrap();
        check_invariants(&document, &settings, &*counter("bytes"), &chunks).unwrap();
        assert!(chunks.iter().all(|chunk| !chunk.flags().contains(Flag::OverBudget)));
    }
}

#[test]
fn the_model_s_limit_changes_no_chunk_but_refuses_a_larger_budget() {
    let document = Document::new("doc", "The pump stopped. Nobody noticed it.");
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 4;
    let free = engine(&settings).chunk(&document).unwrap();
    settings.budget.hard_limit = Some(4);
    let bound = engine(&settings).chunk(&document).unwrap();
    assert_eq!(free.get(0).unwrap().settings(), bound.get(0).unwrap().settings());
    settings.budget.hard_limit = Some(3);
    let error = engine(&settings).chunk(&document).unwrap_err().to_string();
    assert!(error.contains("over the model's limit of 3"), "{error}");
}

#[test]
fn an_edit_elsewhere_changes_no_id() {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = 60;
    let text: String = (0..40).map(|n| format!("Valve {n} opens at {n} bar.\n\n")).collect();
    let edited = text.replace("Valve 3 opens", "Valve three never opens");
    let engine = engine(&settings);
    let of = |text: &str| ids(&engine.chunk(&Document::new("doc", text)).unwrap());
    let strip = |ids: Vec<String>| -> Vec<String> { ids.into_iter().map(|id| id[..36].to_owned()).collect() };
    let (before, after) = (strip(of(&text)), strip(of(&edited)));
    let changed = after.iter().filter(|id| !before.contains(id)).count();
    assert!(changed <= 4, "{changed} of {} ids changed", after.len());
}
