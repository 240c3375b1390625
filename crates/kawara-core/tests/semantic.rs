//! Semantic boundaries: chunks end where the text turns to something else, and everything else holds.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_core::{
    Breaks, Carry, Counter, CounterId, Document, Embedder, Engine, ErrorKind, Flag, HostCounter, Overlap,
    RangeCount, Registry, Result, SeamIndex, SemanticSettings, Settings, Threshold,
};

/// Looks for words, and counts how often it is asked.
#[derive(Default)]
struct Words {
    calls: AtomicUsize,
    texts: AtomicUsize,
}

impl Embedder for Words {
    fn id(&self) -> &str {
        "words 1"
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.texts.fetch_add(texts.len(), Ordering::Relaxed);
        let vector = |text: &str| {
            ["pump", "tax", "bird"].map(|word| 0.01 + text.matches(word).count() as f32).to_vec()
        };
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

/// Three sentences about each of three things.
const THREE: &str = "The pump stopped. The pump was old. No pump lasts. A tax is due. The tax is high. No tax is fair. \
                     A bird sang. The bird flew. No bird stays.";

fn settings(semantic: SemanticSettings, max_tokens: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = max_tokens;
    settings.units.overlap = Overlap::all(Carry::Units(0));
    settings.semantic = Some(semantic);
    settings
}

/// Each sentence by itself, and a break where the distance is above the 60th percentile: between the things.
fn alone() -> SemanticSettings {
    let mut semantic = SemanticSettings::new("words");
    semantic.window = 0;
    semantic.threshold = Threshold::Percentile(60.0);
    semantic
}

fn engine(settings: Settings, embedder: Arc<dyn Embedder>) -> Engine {
    let registry = Registry::collect(&[]).unwrap().with_embedder("words", embedder).unwrap();
    Engine::new(registry, Arc::new(settings))
}

fn texts(settings: Settings, text: &str) -> Vec<String> {
    let chunks = engine(settings, Arc::new(Words::default())).chunk(&Document::new("notes", text)).unwrap();
    chunks.iter().map(|chunk| chunk.text().to_owned()).collect()
}

#[test]
fn a_chunk_ends_at_each_break() {
    let chunks = texts(settings(alone(), 100), THREE);
    assert_eq!(
        chunks,
        [
            "The pump stopped. The pump was old. No pump lasts.",
            "A tax is due. The tax is high. No tax is fair.",
            "A bird sang. The bird flew. No bird stays.",
        ]
    );
}

#[test]
fn the_budget_rules_over_breaks() {
    let chunks = texts(settings(alone(), 8), THREE);
    assert_eq!(
        chunks.len(),
        6,
        "each three sentences have nine words or more, and eight are allowed: {chunks:?}"
    );
    assert!(chunks.iter().all(|chunk| chunk.split_whitespace().count() <= 8));
    assert!(
        chunks.iter().any(|chunk| chunk.starts_with("A tax"))
            && chunks.iter().any(|chunk| chunk.starts_with("A bird"))
    );
}

#[test]
fn breaks_may_be_no_more_than_preferred() {
    let mut semantic = alone();
    semantic.breaks = Breaks::Prefer;
    assert_eq!(texts(settings(semantic.clone(), 100), THREE).len(), 1, "what fits is one chunk");
    let chunks = texts(settings(semantic, 24), THREE);
    assert_eq!(chunks.len(), 2);
    assert!(chunks[1].starts_with("A bird") || chunks[1].starts_with("A tax"), "{chunks:?}");
}

#[test]
fn a_chunk_under_the_minimum_goes_on() {
    let mut settings = settings(alone(), 100);
    settings.budget.min_tokens = 15;
    let chunks = texts(settings, THREE);
    assert!(chunks.iter().rev().skip(1).all(|chunk| chunk.split_whitespace().count() >= 15), "{chunks:?}");
}

#[test]
fn whole_units_are_carried_over_breaks() {
    let mut settings = settings(alone(), 100);
    settings.units.overlap = Overlap::all(Carry::Units(1));
    let chunks = texts(settings, THREE);
    assert!(chunks[1].starts_with("No pump lasts. A tax"), "{chunks:?}");
}

#[test]
fn a_document_is_asked_about_once_and_what_has_no_neighbour_never() {
    let words = Arc::new(Words::default());
    let engine = engine(settings(alone(), 12), words.clone());
    engine.chunk(&Document::new("notes", THREE)).unwrap();
    assert_eq!((words.calls.load(Ordering::Relaxed), words.texts.load(Ordering::Relaxed)), (1, 9));
    for alone in ["", "One sentence."] {
        engine.chunk(&Document::new("alone", alone)).unwrap();
    }
    assert_eq!(words.calls.load(Ordering::Relaxed), 1);
}

#[test]
fn neighbours_that_do_not_fit_are_left_out() {
    struct Longest(AtomicUsize);
    impl Embedder for Longest {
        fn id(&self) -> &str {
            "longest"
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
            let longest = texts.iter().map(|text| text.split_whitespace().count()).max().unwrap_or(0);
            self.0.fetch_max(longest, Ordering::Relaxed);
            Ok(vec![vec![1.0]; texts.len()])
        }
    }
    let longest = |prefix: &str| {
        let longest = Arc::new(Longest(AtomicUsize::new(0)));
        let mut semantic = SemanticSettings::new("words");
        semantic.window = 50;
        let mut settings = settings(semantic, 12);
        settings.context.prefix = prefix.into();
        engine(settings, longest.clone()).chunk(&Document::new("notes", THREE)).unwrap();
        longest.0.load(Ordering::Relaxed)
    };
    for (prefix, least) in [("", 9), ("passage: ", 9), ("a passage: ", 6)] {
        let longest = longest(prefix);
        assert!((least..=12).contains(&longest), "{prefix:?}: {longest}");
    }
}

/// Counts words, and how often its indices are looked at.
struct Looked {
    id: CounterId,
    looks: Arc<AtomicUsize>,
}

struct Index<'t>(SeamIndex<'t, Looked>, &'t AtomicUsize);

impl Counter for Looked {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(text.split_whitespace().count() as u32)
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        Ok(Box::new(Index(SeamIndex::new(self, text, cuts)?, &self.looks)))
    }
}

impl RangeCount for Index<'_> {
    fn before(&self, at: usize) -> u32 {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.before(at)
    }

    fn slack(&self) -> u32 {
        self.0.slack()
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        self.0.exact(before, range)
    }
}

#[test]
fn of_a_wide_window_no_more_is_looked_at_than_fits() {
    let looks = |window: u32| {
        let looks = Arc::new(AtomicUsize::new(0));
        let counter = Arc::new(Looked { id: CounterId::new("looked", "1"), looks: looks.clone() });
        let host = HostCounter::new("looked", move |_| Ok(Arc::clone(&counter) as Arc<dyn Counter>));
        let mut semantic = SemanticSettings::new("words");
        semantic.window = window;
        let mut settings = settings(semantic, 100);
        settings.budget.counter = "looked".into();
        let registry = Registry::collect(&[]).unwrap().with_counter(host).unwrap();
        let registry = registry.with_embedder("words", Arc::new(Words::default())).unwrap();
        let text = format!("{THREE} ").repeat(200);
        Engine::new(registry, Arc::new(settings)).chunk(&Document::new("notes", text)).unwrap();
        looks.load(Ordering::Relaxed)
    };
    let (narrow, wide) = (looks(50), looks(u32::MAX));
    assert!(wide < narrow * 2, "{narrow}, then {wide}");
}

#[test]
fn each_text_begins_with_what_the_model_wants() {
    struct Prefixed;
    impl Embedder for Prefixed {
        fn id(&self) -> &str {
            "prefixed"
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
            assert!(
                texts.iter().all(|text| text.starts_with("passage: ") && !text.ends_with(' ')),
                "{texts:?}"
            );
            Ok(vec![vec![1.0]; texts.len()])
        }
    }
    let mut settings = settings(alone(), 100);
    settings.context.prefix = "passage: ".into();
    engine(settings, Arc::new(Prefixed)).chunk(&Document::new("notes", THREE)).unwrap();
}

#[test]
fn an_embedder_that_fails_fails_the_document() {
    struct Wrong;
    impl Embedder for Wrong {
        fn id(&self) -> &str {
            "wrong 1"
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
            Ok(vec![vec![f32::NAN]; texts.len()])
        }
    }
    let error =
        engine(settings(alone(), 100), Arc::new(Wrong)).chunk(&Document::new("notes", THREE)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Embed);
    assert_eq!(
        error.to_string(),
        "notes: wrong 1: the vector of text 0 of 9, `The pump stopped.` has NaN in it, which is no number"
    );
}

#[test]
fn an_embedder_has_to_be_there_by_its_name() {
    let mut semantic = alone();
    semantic.embedder = "minilm".into();
    let error = engine(settings(semantic.clone(), 100), Arc::new(Words::default()))
        .chunk(&Document::new("notes", THREE))
        .unwrap_err();
    assert_eq!(error.to_string(), "notes: no embedder is called `minilm`; known: words");
    let engine = Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings(semantic, 100)));
    let error = engine.chunk(&Document::new("notes", THREE)).unwrap_err();
    assert_eq!(error.to_string(), "notes: no embedder is called `minilm`; there is none");
    let twice = Registry::collect(&[]).unwrap().with_embedder("words", Arc::new(Words::default())).unwrap();
    assert!(twice.with_embedder("words", Arc::new(Words::default())).is_err());
}

#[test]
fn the_fingerprint_knows_the_embedder_and_the_settings_only_where_they_count() {
    let fingerprint = |settings: Settings| {
        let chunks =
            engine(settings, Arc::new(Words::default())).chunk(&Document::new("notes", THREE)).unwrap();
        assert!(chunks.iter().all(|chunk| !chunk.flags().contains(Flag::OverBudget)));
        chunks.get(0).unwrap().settings().to_owned()
    };
    let mut without = settings(alone(), 100);
    without.semantic = None;
    let mut wider = alone();
    wider.window = 2;
    let all = [fingerprint(without), fingerprint(settings(alone(), 100)), fingerprint(settings(wider, 100))];
    assert!(all[0] != all[1] && all[1] != all[2], "{all:?}");
}
