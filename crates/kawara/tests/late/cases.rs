use std::sync::Arc;

use kawara::late::{LateOptions, Window, WindowRecord, windows};
use kawara::{Document, Engine, Error, Settings};

use crate::{counter, engine, manual, settings};

const TEXT: &str = "The pump stopped. Nobody noticed it. The tank ran dry. It was filled at noon.";

fn options(limit: u32, overlap: u32) -> LateOptions {
    LateOptions { limit: Some(limit), overlap: Some(overlap), ..LateOptions::default() }
}

/// Runs `work` with the windows of a document.
fn of<R>(
    settings: &Settings,
    document: &Document,
    options: &LateOptions,
    work: impl Fn(&[Window<'_>]) -> R,
) -> R {
    let engine = engine(settings);
    let chunks = engine.chunk(document).unwrap();
    let windows = windows(&chunks, &*counter(&engine, &chunks), options).unwrap();
    work(&windows)
}

fn refused(settings: &Settings, options: &LateOptions) -> Error {
    let engine = engine(settings);
    let chunks = engine.chunk(&Document::new("d", TEXT)).unwrap();
    let counter = engine.counter(chunks.in_force()[0].settings()).unwrap();
    windows(&chunks, counter, options).unwrap_err()
}

#[test]
fn a_window_begins_with_a_section_where_that_leaves_the_one_before_half_full() {
    let text = manual("en", 24);
    let document = Document::new("d", text).with_content_type("text/markdown");
    let settings = settings("tiktoken:cl100k_base", 48, 1);
    of(&settings, &document, &options(400, 0), |windows| {
        assert!(windows.len() > 6, "{}", windows.len());
        for window in windows {
            assert!(window.text().starts_with('#'), "{}", window.text());
        }
        for window in &windows[..windows.len() - 1] {
            assert!(window.tokens > 180, "{} tokens: {}", window.tokens, window.text());
        }
    });
}

#[test]
fn without_sections_it_begins_with_a_paragraph() {
    let text = "The pump had stopped again last night. Nobody in the village had noticed it. The tank ran dry before the \
                sun rose. It was filled again from the river.\n\n"
        .repeat(20);
    of(&settings("words", 8, 0), &Document::new("d", text), &options(40, 0), |windows| {
        assert_eq!(windows.len(), 20, "{windows:?}");
        assert!(windows.iter().all(|window| window.text().starts_with("The pump")), "{windows:?}");
        assert!(windows[0].chunks.len() > 2, "{windows:?}");
    });
}

#[test]
fn a_window_has_whole_units_of_the_text_around() {
    let texts = |overlap| {
        of(&settings("words", 5, 0), &Document::new("d", TEXT), &options(10, overlap), |windows| {
            windows.iter().map(|window| window.text().to_owned()).collect::<Vec<_>>()
        })
    };
    assert_eq!(
        texts(3),
        [
            "The pump stopped. Nobody noticed it.",
            "Nobody noticed it. The tank ran dry.",
            "It was filled at noon."
        ]
    );
    // More is wanted than there is room for.
    assert_eq!(
        texts(5),
        [
            "The pump stopped. Nobody noticed it.",
            "The pump stopped. Nobody noticed it. The tank ran dry.",
            "Nobody noticed it. The tank ran dry.",
            "The tank ran dry. It was filled at noon.",
        ]
    );
}

#[test]
fn one_window_says_which_rows_are_whose() {
    let mut settings = settings("words", 7, 1);
    settings.context.prefix = "passage: ".into();
    let options = LateOptions { limit: Some(99), soft_units: 1, soft_weight: 0.25, ..LateOptions::default() };
    let engine = engine(&settings);
    let chunks = engine.chunk(&Document::new("d", TEXT)).unwrap();
    let windows = windows(&chunks, &*counter(&engine, &chunks), &options).unwrap();
    let json = serde_json::to_value(WindowRecord::of(&windows[0], 0)).unwrap();
    assert_eq!((json["tokens"].as_u64(), json["prefix"].as_str()), (Some(16), Some("passage: ")));
    assert_eq!((json["start"].as_u64(), json["end"].as_u64()), (Some(0), Some(TEXT.len() as u64)));
    let rows: Vec<_> = json["chunks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chunk| [&chunk["tokens"], &chunk["own"], &chunk["pool"]].map(|part| part.to_string()))
        .collect();
    // Row 0 is the prefix. What is carried into a chunk is not its own, but the unit that is wanted around it.
    assert_eq!(rows[0], ["[1,7]", "[1,7]", "[[1,7,1.0],[7,11,0.25]]"], "{json}");
    assert_eq!(rows[1], ["[7,11]", "[7,11]", "[[4,7,0.25],[7,11,1.0],[11,16,0.25]]"], "{json}");
}

#[test]
fn what_is_carried_is_pooled_once() {
    let settings = settings("words", 7, 1);
    of(&settings, &Document::new("d", TEXT), &options(99, 0), |windows| {
        let own: Vec<_> = windows[0].chunks.iter().map(|chunk| chunk.own.clone()).collect();
        assert!(windows[0].chunks.iter().any(|chunk| chunk.tokens != chunk.own), "{windows:?}");
        assert_eq!(own.iter().map(|own| own.len()).sum::<usize>(), windows[0].tokens);
    });
}

#[test]
fn a_token_larger_than_its_chunk_is_pooled_all_the_same() {
    // One token of the whole text, which no chunk of two clusters holds.
    let settings = settings("graphemes", 2, 0);
    let engine = engine(&settings);
    let chunks = engine.chunk(&Document::new("d", "internationalization")).unwrap();
    let cl100k = engine.registry().counter("tiktoken:cl100k_base").unwrap();
    let counter = cl100k.open(&kawara::Options::new()).unwrap();
    let windows = windows(&chunks, &*counter, &options(99, 0)).unwrap();
    let late = &windows[0].chunks;
    assert!(late.len() == 10 && late.iter().any(|chunk| chunk.own.is_empty()), "{late:?}");
    for chunk in late.iter().filter(|chunk| chunk.own.is_empty()) {
        assert_eq!(chunk.pool[0].tokens, chunk.tokens);
    }
}

#[test]
fn nothing_has_no_window() {
    of(&settings("words", 7, 1), &Document::new("d", " \n"), &LateOptions::default(), |windows| {
        assert!(windows.is_empty());
    });
}

#[test]
fn the_models_own_limit_is_taken_where_none_is_given() {
    let mut settings = settings("words", 7, 1);
    settings.budget.hard_limit = Some(16);
    of(&settings, &Document::new("d", TEXT), &LateOptions::default(), |windows| {
        assert_eq!(windows.len(), 1);
    });
    settings.budget.hard_limit = Some(14);
    of(&settings, &Document::new("d", TEXT), &LateOptions::default(), |windows| {
        assert_eq!(windows.len(), 2);
    });
}

#[test]
fn what_cannot_be_is_told() {
    let words = settings("words", 7, 1);
    let error = refused(&words, &LateOptions::default());
    assert!(error.to_string().contains("how many tokens the model takes that `words` counts for"), "{error}");
    let error = refused(&words, &options(5, 0));
    assert!(error.to_string().contains("d: the chunk at bytes 0..36 has 6 tokens"), "{error}");
    for weight in [0.0, -1.0, 1.5, f64::NAN] {
        let soft = LateOptions { soft_units: 1, soft_weight: weight, ..options(99, 0) };
        assert!(refused(&words, &soft).to_string().contains("is not above 0 and at most 1"), "{weight}");
    }
    let mut several = words;
    several.budget.also = vec!["chars".into()];
    several.budget.max_tokens = 60;
    let error = refused(&several, &options(999, 0));
    assert!(error.to_string().contains("cannot tell where in a text its tokens stand"), "{error}");
}

#[test]
fn options_are_checked_before_any_document() {
    let engine = engine(&settings("words", 7, 1));
    let words = engine.registry().counter("words").unwrap().open(&kawara::Options::new()).unwrap();
    let check = |options: LateOptions| options.check(&Settings::default(), &*words);
    assert!(check(options(99, 0)).is_ok());
    assert!(check(LateOptions::default()).is_err());
    assert!(check(LateOptions { soft_units: 1, soft_weight: 2.0, ..options(99, 0) }).is_err());
}

/// Tells one span too many.
struct Faulty(Arc<dyn kawara::Counter>);

impl kawara::Counter for Faulty {
    fn id(&self) -> &kawara::CounterId {
        self.0.id()
    }
    fn count(&self, text: &str) -> kawara::Result<u32> {
        self.0.count(text)
    }
    fn token_spans(&self, text: &str) -> kawara::Result<Option<Vec<std::ops::Range<usize>>>> {
        let spans = self.0.token_spans(text)?;
        Ok(spans.map(|spans| std::iter::once(0..1).chain(spans).collect()))
    }
}

#[test]
fn a_counter_that_tells_more_than_it_counts_is_at_fault() {
    let engine: Engine = engine(&settings("words", 7, 1));
    let chunks = engine.chunk(&Document::new("d", TEXT)).unwrap();
    let faulty = Faulty(counter(&engine, &chunks));
    let error = windows(&chunks, &faulty, &options(15, 0)).unwrap_err();
    assert!(error.to_string().contains("it is at fault"), "{error}");
}
