//! Contexts from outside: within the budget, at whole sentences, on the same chunks.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{counter, text};
use kawara_core::{Chunks, Document, Engine, Flag, Registry, Settings};
use proptest::prelude::*;

fn engine(name: &str, max_tokens: u32, reserve: u32) -> Engine {
    let mut settings = Settings::default();
    settings.budget.counter = name.into();
    settings.budget.max_tokens = max_tokens;
    settings.budget.reserve_tokens = reserve;
    Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings))
}

const NOTES: &str =
    "The pump stopped. Nobody noticed it. The tank ran dry. A tax was due. The clerk was ill.";

fn outside(chunks: &Chunks) -> Vec<(&str, bool)> {
    chunks
        .iter()
        .map(|chunk| (chunk.outside_context(), chunk.flags().contains(Flag::OutsideReduced)))
        .collect()
}

#[test]
fn a_context_is_shortened_to_whole_sentences_then_to_words() {
    let engine = engine("words", 12, 6);
    let chunks = engine.chunk(&Document::new("notes", "The pump stopped.")).unwrap();
    let fitted = |context: &str| {
        let chunks = engine.add_contexts(chunks.clone(), |_| Some(context.to_owned())).unwrap();
        let (text, reduced) = outside(&chunks)[0];
        (text.to_owned(), reduced, chunks.get(0).unwrap().tokens())
    };
    assert_eq!(fitted(" Five words are in this. \n"), ("Five words are in this.\n".into(), false, 8));
    assert_eq!(
        fitted("Three short words. Four words are these. Another sentence."),
        ("Three short words. Four words are these. Another sentence.\n".into(), false, 12)
    );
    assert_eq!(
        fitted("Three short words. Four words are these. Another sentence here."),
        ("Three short words. Four words are these.\n".into(), true, 10)
    );
    assert_eq!(
        fitted("one two three four five six seven eight nine ten"),
        ("one two three four five six seven eight nine\n".into(), true, 12)
    );
    assert_eq!(fitted("   "), (String::new(), false, 3));
}

#[test]
fn ids_and_spans_stay_and_each_chunk_has_its_own() {
    let engine = engine("words", 20, 10);
    let plain = engine.chunk(&Document::new("notes", NOTES).with_title("Night")).unwrap();
    let added = engine
        .add_contexts(plain.clone(), |chunk| {
            (chunk.ordinal() != 1).then(|| format!("Part {}.", chunk.ordinal()))
        })
        .unwrap();
    for (one, other) in plain.iter().zip(added.iter()) {
        assert_eq!(
            (one.id(), one.text_range(), one.own_context()),
            (other.id(), other.text_range(), other.own_context())
        );
        let expected = if one.ordinal() == 1 { String::new() } else { format!("Part {}.\n", one.ordinal()) };
        assert_eq!(other.outside_context(), expected);
        assert_eq!(other.context(), format!("{}{expected}", one.context()));
        assert_eq!(other.max_tokens(), 20);
    }
    let again = engine.add_contexts(added, |_| Some("New.".into())).unwrap();
    assert!(
        again.iter().all(|chunk| chunk.outside_context() == "New.\n" && chunk.context() == "Night\nNew.\n")
    );
}

#[test]
fn where_there_is_no_room_nothing_is_added_and_it_is_said() {
    let engine = engine("bytes", 17, 0);
    let chunks = engine.chunk(&Document::new("notes", NOTES)).unwrap();
    let full = chunks.iter().position(|chunk| chunk.tokens() == 17).unwrap();
    let added = engine.add_contexts(chunks, |_| Some("Context.".into())).unwrap();
    assert_eq!(outside(&added)[full], ("", true));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn never_over_the_budget(document in text(), context in text(), max in 8u32..200, share in 0u32..100, name in prop::sample::select(&["chars", "bytes", "words", "graphemes"])) {
        let engine = engine(name, max, (max - 1) * share / 100);
        let chunks = engine.chunk(&Document::new("doc", document)).unwrap();
        let added = engine.add_contexts(chunks.clone(), |_| Some(context.clone())).unwrap();
        let counter = counter(name);
        for (plain, chunk) in chunks.iter().zip(added.iter()) {
            let tokens = counter.count(&format!("{}{}", chunk.context(), chunk.text())).unwrap();
            prop_assert_eq!(chunk.tokens(), tokens);
            prop_assert!(tokens <= max || plain.flags().contains(Flag::OverBudget));
            prop_assert_eq!(chunk.id(), plain.id());
            let whole = chunk.outside_context().trim_end() == context.trim();
            prop_assert_eq!(chunk.flags().contains(Flag::OutsideReduced), !whole);
            prop_assert!(context.trim().starts_with(chunk.outside_context().trim_end_matches('\n')));
        }
    }
}
