//! Where tokens stand: as `tiktoken-rs` has them, whose tokens say their bytes themselves.
#![cfg(feature = "reference")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Random, text};
use proptest::prelude::*;

const NAMES: [&str; 6] =
    ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base"];

fn check(name: &str, text: &str) {
    let (own, reference) =
        (kawara_pack_tiktoken::open(name).unwrap(), kawara_pack_tiktoken::open_reference(name).unwrap());
    let spans = own.token_spans(text).unwrap().unwrap();
    assert_eq!(spans, reference.token_spans(text).unwrap().unwrap(), "{name} {text:?}");
    assert_eq!(spans.len(), own.count(text).unwrap() as usize, "{name} {text:?}");
    assert_eq!(own.specials_before(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn spans_are_those_of_the_reference(text in text()) {
        for name in NAMES {
            check(name, &text);
        }
    }
}

#[test]
fn spans_of_long_pieces_are_those_of_the_reference() {
    let mut random = Random(9);
    for unit in ["a", "是", "กา", " ", "\n", "^", "😀", "Ab", "\r\n ", "é", "abcdefgh"] {
        for name in NAMES {
            check(name, &unit.repeat(3000 / unit.len()));
        }
    }
    let letters: String = (0..5000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    NAMES.iter().for_each(|name| check(name, &letters));
}

#[test]
fn a_span_may_cut_a_character() {
    let counter = kawara_pack_tiktoken::open("cl100k_base").unwrap();
    let spans = counter.token_spans("窯 kiln").unwrap().unwrap();
    assert_eq!(spans, [0..2, 2..3, 3..7, 7..8]);
}

#[test]
fn a_megabyte_of_one_letter_has_spans() {
    let text = "a".repeat(1 << 20);
    let counter = kawara_pack_tiktoken::open("cl100k_base").unwrap();
    let spans = counter.token_spans(&text).unwrap().unwrap();
    assert_eq!(spans.len(), counter.count(&text).unwrap() as usize);
    assert_eq!(spans.last().map(|span| span.end), Some(text.len()));
}
