//! Runs over many documents, with packs that misbehave.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::num::NonZeroUsize;
use std::sync::Arc;

use kawara::input::Input;
use kawara::run::{RunOptions, run};
use kawara::{
    Cuts, Document, Engine, Grain, Pack, Registry, Result, SegmentWorker, Segmenter, SegmenterEntry, Settings,
};

static FRAGILE: Pack =
    Pack::new("fragile", "0.0.0")
        .segmenters(&[SegmenterEntry::new("xx", &["xx"], |_| Ok(Arc::new(Fragile)))]);

/// Panics on one document, cuts past the end of another.
#[derive(Clone, Copy)]
struct Fragile;

impl Segmenter for Fragile {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(*self)
    }
}

impl SegmentWorker for Fragile {
    fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
        assert!(!text.contains("panic"), "as asked for");
        out.push(text.len() + usize::from(text.contains("past the end")))
    }
}

fn outcomes(texts: &[&str], threads: usize) -> Vec<String> {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.language = Some("xx".into());
    let engine = Engine::new(Registry::collect(&[&FRAGILE]).unwrap(), Arc::new(settings));
    let documents = texts.iter().map(|text| Input::Document(Box::new(Document::new(*text, *text))));
    let inputs: Vec<Input> = documents.collect();
    let options = RunOptions {
        threads: NonZeroUsize::new(threads).unwrap(),
        bytes_in_flight: 8,
        ..RunOptions::default()
    };
    let mut outcomes = Vec::new();
    run(&engine, inputs.into_iter(), options, |result, _| {
        outcomes.push(match result {
            Ok(chunks) => chunks.get(0).unwrap().text().to_owned(),
            Err(failure) => failure.to_string(),
        });
        true
    });
    outcomes
}

#[test]
fn a_pack_at_fault_fails_its_document_and_no_other() {
    let texts = ["one", "a panic here", "two", "past the end", "three", "four"];
    let outcomes = outcomes(&texts, 2);
    assert_eq!([&outcomes[0], &outcomes[2], &outcomes[4], &outcomes[5]], ["one", "two", "three", "four"]);
    assert!(outcomes[1].starts_with("a panic here: a pack panicked"), "{}", outcomes[1]);
    assert!(
        outcomes[3].starts_with("past the end: ") && outcomes[3].contains("pack `fragile`"),
        "{}",
        outcomes[3]
    );
}

#[test]
fn results_come_in_the_order_of_input() {
    let texts: Vec<String> = (0..200).map(|nth| format!("{nth} {}.", "x".repeat((nth * 37) % 50))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(outcomes(&texts, 4), texts);
}

#[test]
fn a_sink_that_has_enough_ends_the_run() {
    let engine = kawara::engine(Arc::new(Settings::default())).unwrap();
    let endless = (0..).map(|nth: u64| Input::Document(Box::new(Document::new(nth.to_string(), "Text."))));
    let mut seen = 0;
    run(&engine, endless, RunOptions::default(), |_, _| {
        seen += 1;
        seen < 10
    });
    assert_eq!(seen, 10);
}

/// A log of a few frames: what it says, and how a run hands it over.
fn streamed(text: &str, threads: usize) -> Vec<Result<Vec<String>, String>> {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = 100;
    settings.language = Some("xx".into());
    let engine = Engine::new(Registry::collect(&[&FRAGILE]).unwrap(), Arc::new(settings));
    let documents = ["one", "two"].map(|id| Input::Reader {
        document: Box::new(Document::new(id, "")),
        from: Box::new(std::io::Cursor::new(text.to_owned())),
    });
    let options = RunOptions { threads: NonZeroUsize::new(threads).unwrap(), ..RunOptions::default() };
    let (mut parts, mut told) = (Vec::new(), 0);
    run(&engine, documents.into_iter(), options, |result, bytes| {
        told += bytes;
        let say =
            |chunk: kawara::Chunk<'_>| format!("{} {:?} {}", chunk.id(), chunk.source_range(), chunk.text());
        parts.push(match result {
            Ok(chunks) => Ok(chunks.iter().map(say).collect()),
            Err(failure) => Err(failure.to_string()),
        });
        true
    });
    if parts.iter().all(Result::is_ok) {
        assert_eq!(told, 2 * text.len() as u64, "each byte is told once");
    }
    parts
}

#[test]
fn long_documents_come_in_parts_that_make_the_whole() {
    let text: String = (0..60_000).map(|nth| format!("Paragraph {nth} says so.\n\n")).collect();
    let parts = streamed(&text, 2);
    assert!(parts.len() >= 4, "{}", parts.len());
    let chunks: Vec<String> = parts.iter().flat_map(|part| part.clone().unwrap()).collect();
    assert_eq!(chunks.len() % 2, 0);
    let (one, two) = chunks.split_at(chunks.len() / 2);
    assert!(one.iter().zip(two).all(|(one, two)| one.split_once(' ') != two.split_once(' ')));
    assert_eq!(parts.len(), streamed(&text, 1).len());
    assert!(one.last().unwrap().contains(&format!("..{} ", text.trim_end().len())));
}

#[test]
fn a_long_document_that_fails_half_way_says_so_once() {
    let paragraph = "A paragraph says so.\n\n";
    let before = paragraph.repeat(150_000);
    for fault in ["A panic here.\n\n", "past the end\n\n", "\0"] {
        let parts = streamed(&format!("{before}{fault}{before}"), 2);
        let failed: Vec<_> = parts.iter().filter_map(|part| part.as_ref().err()).collect();
        assert_eq!(failed.len(), 2, "{failed:?}");
        assert!(failed[0].starts_with("one: ") && failed[1].starts_with("two: "), "{failed:?}");
        assert!(parts[0].as_ref().is_ok_and(|chunks| !chunks.is_empty()));
    }
}
