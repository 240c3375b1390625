//! What people come from: windows and recursive splitting, and what holds of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use kawara_core::{Chunks, Document, Engine, Flag, Registry, Settings, Strategy, UnitKind, WindowOverlap};

fn settings(strategy: Strategy, window: Option<u32>, overlap: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.tiling.strategy = strategy;
    settings.tiling.window = window;
    settings.tiling.window_overlap = WindowOverlap::Count(overlap);
    settings
}

fn chunk(settings: &Settings, text: &str) -> Chunks {
    let engine = Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings.clone()));
    engine.chunk(&Document::new("doc", text)).unwrap()
}

fn texts(settings: &Settings, text: &str) -> Vec<String> {
    chunk(settings, text).iter().map(|chunk| chunk.text().to_owned()).collect()
}

/// `1` if a window holds all, else so many windows as it takes.
fn closed_form(tokens: u32, window: u32, overlap: u32) -> usize {
    let windows = if tokens <= window { 1 } else { (tokens - overlap).div_ceil(window - overlap) };
    windows as usize
}

#[test]
fn as_many_token_windows_as_the_closed_form_says() {
    let letters: String = ('a'..='z').cycle().take(130).collect();
    for window in (1..14).chain([29, 64, 100]) {
        for overlap in (0..window).step_by(if window > 20 { 9 } else { 1 }) {
            let engine = {
                let settings = settings(Strategy::TokenWindow, Some(window), overlap);
                Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings))
            };
            let mut worker = engine.worker();
            for tokens in (1..130).step_by(11).chain([window, window + 1, 130]) {
                let chunks = worker.chunk(&Document::new("doc", &letters[..tokens as usize])).unwrap();
                assert_eq!(chunks.len(), closed_form(tokens, window, overlap), "{tokens} {window} {overlap}");
                for (nth, chunk) in chunks.iter().enumerate() {
                    let start = nth * (window - overlap) as usize;
                    let end = (start + window as usize).min(tokens as usize);
                    assert_eq!(chunk.text_range(), start..end);
                }
            }
        }
    }
}

#[test]
fn white_space_at_the_edges_of_windows_moves_no_window() {
    let text = "the pump stopped and nobody noticed it because it was night ".repeat(9);
    let text = text.trim_end();
    for (window, overlap) in [(20, 0), (20, 5), (33, 31), (7, 3), (100, 98)] {
        let chunks = chunk(&settings(Strategy::TokenWindow, Some(window), overlap), text);
        assert_eq!(chunks.len(), closed_form(text.len() as u32, window, overlap), "{window} {overlap}");
    }
}

#[test]
fn a_window_fills_the_budget_if_it_is_not_told_its_size() {
    let mut settings = settings(Strategy::TokenWindow, None, 0);
    settings.budget.max_tokens = 10;
    settings.context.prefix = "p: ".into();
    assert_eq!(texts(&settings, "abcdefghijklmnop"), ["abcdefg", "hijklmn", "op"]);
    settings.tiling.window_overlap = WindowOverlap::Share(0.5);
    assert_eq!(texts(&settings, "abcdefghijklmnop"), ["abcdefg", "efghijk", "ijklmno", "mnop"]);
}

#[test]
fn borders_move_to_the_start_of_a_cluster() {
    let family = "👨‍👩‍👧";
    let text = format!("ab{family}cd{family}{family}");
    let windows = settings(Strategy::TokenWindow, Some(6), 2);
    let expected = ["ab".into(), format!("b{family}"), "cd".into(), format!("d{family}"), family.to_owned()];
    assert_eq!(texts(&windows, &text), expected, "a family is five characters");
}

#[test]
fn what_is_shared_is_told_as_units_of_both() {
    let windows = settings(Strategy::TokenWindow, Some(40), 22);
    let chunks = chunk(&windows, "The pump stopped. Nobody noticed. It was night. The tank ran dry.");
    let told: Vec<_> =
        chunks.iter().map(|chunk| (chunk.units().len(), chunk.carried(), chunk.asked())).collect();
    assert_eq!(told, [(4, 0, 0), (5, 3, 3), (4, 3, 3)]);
    for (before, chunk) in chunks.iter().zip(chunks.iter().skip(1)) {
        assert!(chunks.text()[before.source_range().end..chunk.own_start()].trim().is_empty());
        let shared = chunk.source_range().start..before.source_range().end;
        assert_eq!(chunk.carried_text().trim_end(), &chunks.text()[shared]);
    }
}

#[test]
fn a_record_is_a_text_of_its_own_where_it_is_the_unit() {
    let mut windows = settings(Strategy::WordWindow, Some(3), 1);
    let text = "one two three four\n\nfive six";
    assert_eq!(texts(&windows, text), ["one two three", "three four\n\nfive", "five six"]);
    windows.units.kind = UnitKind::Record;
    assert_eq!(
        texts(&windows, text),
        ["one two three", "three four\n\nfive", "five six"],
        "no records in plain text"
    );
}

#[test]
fn sentence_windows() {
    let windows = settings(Strategy::SentenceWindow, Some(2), 1);
    let text = "One is here. Two is here. Three is here.\n\nFour is here.";
    let expected =
        ["One is here. Two is here.", "Two is here. Three is here.", "Three is here.\n\nFour is here."];
    assert_eq!(texts(&windows, text), expected);
}

#[test]
fn a_window_over_the_budget_is_cut_and_flagged() {
    let mut windows = settings(Strategy::SentenceWindow, Some(2), 0);
    windows.budget.max_tokens = 20;
    let chunks = chunk(&windows, "One is here. Two is here. Three is much longer than that. Four.");
    let told: Vec<_> =
        chunks.iter().map(|chunk| (chunk.text(), chunk.flags().contains(Flag::ForcedSplit))).collect();
    let expected = [
        ("One is here.", true),
        ("Two is here.", true),
        ("Three is much longer", true),
        ("than that. Four.", false),
    ];
    assert_eq!(told, expected);
}

#[test]
fn pieces_between_separators_are_joined_as_far_as_they_fit() {
    let windows = settings(Strategy::Recursive, Some(24), 9);
    let text = "One line.\nTwo lines.\nThree.\n\nA paragraph that is longer than a window.\n\nEnd.";
    let expected = [
        "One line.\nTwo lines.",
        "Three.",
        "A paragraph that is",
        "that is longer than a",
        "than a window.",
        "End.",
    ];
    assert_eq!(texts(&windows, text), expected);
}
