//! When the Japanese dictionary is opened: where a word has to be looked up, once, and never before.

#![cfg(feature = "ja-dictionary")]
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use kawara::Newline;
use kawara_pack_ja::dictionary_opens;

/// Whether が ends a clause or marks a subject is for the dictionary to say.
fn clauses() {
    let engine = kawara::engine(std::sync::Arc::new(kawara::Settings::default())).unwrap();
    let document = kawara::Document::new("d", "在庫は確認しましたが、まだ発送していません。彼が、駅で待つ。");
    assert_eq!(engine.worker().units(&document, Some(kawara::Grain::Clause)).unwrap().len(), 3);
}

// One test, since the count is of the whole process.
#[test]
fn the_dictionary_opens_where_a_word_is_looked_up() {
    let registry = kawara::registry().unwrap();
    let (_, entry) = registry.segmenter("ja").unwrap();
    assert_eq!(entry.id(), "ja");
    let _segmenter = entry.open(&kawara::Options::new()).unwrap();
    assert_eq!(dictionary_opens(), 0, "listing and opening the segmenter");

    // A document that is chunked has a fingerprint, and its paragraphs were routed.
    let document = kawara::Document::new("d", "The pump stopped. Nobody knew.");
    let engine = kawara::engine(std::sync::Arc::new(kawara::Settings::default())).unwrap();
    assert!(!engine.chunk(&document).unwrap().is_empty());
    common::sentences("水が出ない。弁を見る。\n\n第一条　総則", Newline::Auto);
    assert_eq!(dictionary_opens(), 0, "English text, and Japanese text that leaves no doubt");

    for _ in 0..2 {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(clauses);
            }
        });
    }
    assert_eq!(dictionary_opens(), 1, "words looked up by several engines on several threads");
}
