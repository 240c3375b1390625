//! Passages: chunks tile them, smaller ones tile larger ones, and what is not touched keeps its id.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::sync::Arc;

use kawara_core::{
    Carry, Chunk, Chunks, Document, Engine, FRAME, Flag, Options, Overlap, Parent, ParentKind, Registry,
    Settings, Strategy, UnitKind,
};
use kawara_testkit::check_invariants;

fn settings(sizes: &[u32]) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 20;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    settings.tiling.parents = sizes.to_vec();
    settings
}

fn chunked(settings: &Settings, document: &Document) -> Chunks {
    let registry = Registry::collect(&[]).unwrap();
    let counter = registry.counter(&settings.budget.counter).unwrap().open(&Options::new()).unwrap();
    let chunks = Engine::new(registry, Arc::new(settings.clone())).chunk(document).unwrap();
    check_invariants(document, settings, &*counter, &chunks).unwrap();
    chunks
}

/// Paragraphs of two sentences, 12 words each.
fn text(paragraphs: usize) -> String {
    let paragraph = |nth| format!("Valve {nth} opens at {nth} bar. It closes again at {nth}.\n\n");
    (0..paragraphs).map(paragraph).collect()
}

/// What a chunk stands in, the smallest first.
fn above<'c>(chunk: &Chunk<'c>) -> Vec<Parent<'c>> {
    std::iter::successors(Some(chunk.parent()), Parent::parent).collect()
}

#[test]
fn chunks_stand_in_a_passage_of_each_size_and_in_the_document() {
    let document = Document::new("valves", text(40));
    let chunks = chunked(&settings(&[200, 60]), &document);
    for chunk in chunks.iter() {
        let said: Vec<_> =
            above(&chunk).iter().map(|parent| (parent.kind().as_str(), parent.level())).collect();
        assert_eq!(said, [("passage", Some(1)), ("passage", Some(2)), ("document", None)]);
        assert!(above(&chunk)[0].tokens().unwrap() <= 60 && above(&chunk)[1].tokens().unwrap() <= 200);
        assert!(above(&chunk)[0].title().is_none());
    }
    // 480 words: three passages of 200, each of at least three of 60.
    let of = |level| chunks.parents().filter(|parent| parent.level() == Some(level)).count();
    assert_eq!(of(2), 3);
    assert!((9..=12).contains(&of(1)), "{}", of(1));
}

#[test]
fn nothing_is_carried_over_an_edge_and_everything_inside() {
    let document = Document::new("valves", text(40));
    let chunks = chunked(&settings(&[60]), &document);
    let all: Vec<Chunk<'_>> = chunks.iter().collect();
    let (mut edges, mut inside) = (0, 0);
    for pair in all.windows(2) {
        let is_edge = pair[0].parent().id() != pair[1].parent().id();
        *(if is_edge { &mut edges } else { &mut inside }) += 1;
        assert_eq!(pair[1].carried(), usize::from(!is_edge), "{:?}", pair[1]);
        assert_eq!(pair[1].asked(), usize::from(!is_edge));
        assert!(!pair[1].flags().contains(Flag::CarryReduced));
    }
    assert!(edges > 5 && inside > 5, "{edges} {inside}");
    let whole = chunked(&settings(&[]), &document);
    assert!(whole.iter().skip(1).all(|chunk| chunk.carried() == 1));
    assert!(whole.iter().all(|chunk| chunk.parent().kind() == ParentKind::Document));
}

#[test]
fn passages_end_where_text_is_best_cut() {
    let document = Document::new("valves", text(40));
    let chunks = chunked(&settings(&[100]), &document);
    let ends = chunks.parents().filter(|parent| parent.kind() == ParentKind::Passage);
    let ends: Vec<usize> = ends.map(|parent| parent.source_range().end).collect();
    assert!(ends.len() > 4);
    let behind = |end: &usize| document.text()[*end..].starts_with("\n\n");
    assert!(ends.iter().all(behind), "{ends:?}");
}

#[test]
fn an_edit_elsewhere_changes_no_passage() {
    let text = text(400);
    let edited = text.replace("Valve 30 opens", "Valve thirty never opens");
    let ids = |text: &str| -> BTreeSet<_> {
        let chunks = chunked(&settings(&[200, 60]), &Document::new("valves", text));
        let passages = chunks.parents().filter(|parent| parent.kind() == ParentKind::Passage);
        passages.map(|parent| (parent.level(), parent.id())).collect()
    };
    let (before, after) = (ids(&text), ids(&edited));
    let changed = |level| after.difference(&before).filter(|(of, _)| *of == Some(level)).count();
    assert!((1..=4).contains(&changed(1)) && (1..=4).contains(&changed(2)), "{after:?}");
    assert!(after.len() > 80);
}

#[test]
fn a_further_size_above_changes_no_id_below_where_its_edges_are() {
    // One passage of the larger size: what is below it is cut as before.
    let document = Document::new("valves", text(10));
    let one = chunked(&settings(&[60]), &document);
    let two = chunked(&settings(&[1000, 60]), &document);
    let ids =
        |chunks: &Chunks| chunks.iter().map(|chunk| (chunk.id(), chunk.parent().id())).collect::<Vec<_>>();
    assert_eq!(ids(&one), ids(&two));
    let largest = two.get(0).unwrap().parent().parent().unwrap();
    assert_eq!((largest.level(), largest.source_range()), (Some(2), 0..document.text().trim_end().len()));
}

#[test]
fn equal_passages_are_told_apart_and_of_two_levels_too() {
    // Each paragraph is a record, and so all of a passage of either size.
    let paragraph = "The same again and again, and nothing else.\n\n";
    let mut settings = settings(&[60, 30]);
    settings.units.kind = UnitKind::Paragraph;
    settings.budget.max_tokens = 10;
    let chunks = chunked(&settings, &Document::new("same", paragraph.repeat(30)));
    let ids: Vec<_> = chunks.parents().map(|parent| parent.id()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert!(ids.len() > 12);
}

#[test]
fn frames_have_passages_of_their_own() {
    let mut settings = settings(&[2000, 200]);
    settings.budget.max_tokens = 100;
    let text = text(FRAME / 40);
    let document = Document::new("long", &text[..text.floor_char_boundary(FRAME + 20_000)]);
    let chunks = chunked(&settings, &document);
    assert!(chunks.iter().all(|chunk| !chunk.flags().contains(Flag::CarryReduced)));
    let ids: Vec<_> = chunks.parents().map(|parent| parent.id()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    // An edge of a frame is one of both sizes, and what follows leads to parents of its own part.
    let far = chunks.iter().last().unwrap();
    let ends: Vec<_> = above(&far).iter().map(|parent| parent.source_range().end).collect();
    let trimmed = document.text().trim_end().len();
    assert_eq!(ends, [trimmed, trimmed, document.text().len()]);
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let refused = |settings: &Settings| {
        let registry = Registry::collect(&[]).unwrap();
        let engine = Engine::new(registry, Arc::new(settings.clone()));
        engine.chunk(&Document::new("a", "Text.")).unwrap_err().to_string()
    };
    assert!(refused(&settings(&[60, 20])).contains("passages of 20 tokens"));
    assert!(refused(&settings(&[60, 200])).contains("the largest first"));
    let mut windows = settings(&[60]);
    windows.tiling.strategy = Strategy::SentenceWindow;
    assert!(refused(&windows).contains("sentence-window"));
}
