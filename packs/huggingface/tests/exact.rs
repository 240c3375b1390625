//! Counts are those of the stable library, on hostile text and on real corpora; ranges are those of plain counts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{CORPORA, Random, SMALL, check_ranges, corpus, expected, open, real, small, stable};
use kawara_testkit::hostile;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// Pieces that texts are made of: what parts words and what does not, in many scripts, and what files have names for.
const PIECES: &[&str] = &[
    "[SEP]",
    "[UNK]",
    "<s>",
    "</s>",
    "<unk>",
    "<think>",
    "<tool call>",
    "<tool",
    " call>",
    "<|endoftext|>",
    "▁",
    "▁▁",
    "##ing",
    "'s",
    "don't",
    "I'LL",
    "O’Neill",
    "-",
    "--",
    "_",
    "'",
    "(",
    ")",
    "“",
    "”",
    "…",
    "。",
    "，",
    "「",
    "」",
    "！？",
    "．",
    "％",
    "the",
    "The",
    "pump",
    "PUMP",
    "a",
    "é",
    "e\u{301}",
    "\u{301}",
    "ÅΣς",
    "ΟΔΟΣ",
    "İ",
    "ß",
    "ﬁ",
    "½",
    "²",
    "１２",
    "12",
    "3.14",
    "2026",
    "水",
    "泵",
    "水泵停了",
    "瓦は",
    "ポンプ",
    "ﾎﾟﾝﾌﾟ",
    "が",
    "か\u{3099}",
    "한국어",
    "Ａ",
    "ｂ",
    "①",
    "㍿",
    "ｶﾞ",
    "\u{ad}",
    "\u{1112}\u{1161}\u{11ab}",
    "ปั๊ม",
    "หยุด",
    "ำ",
    "เ",
    "ๆ",
    "पंप",
    "क\u{94d}ष",
    "\u{600}",
    "\u{6dd}",
    "عربي",
    "שלום",
    "\u{200f}",
    "😀",
    "👨‍👩‍👧",
    "🇯🇵",
    "𠮷",
    "㍿",
    "豈",
    "\u{fdfa}",
    " ",
    " ",
    " ",
    "  ",
    "    ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{3000}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "\u{b}",
    "\u{0}",
    "\u{7}",
    "\u{fffd}",
    "\u{ad}",
    "\u{200d}",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => prop::sample::select(PIECES).prop_map(str::to_owned),
        // What Unicode 17 added, most of it in planes this high, is a letter to one of the two and not to the other.
        1 => prop::char::range('\0', '\u{2ebef}').prop_map(String::from),
        1 => "[a-zA-Z]{1,9}",
    ];
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

#[test]
fn small_tokenizers_count_as_the_library_does() {
    for name in SMALL {
        let (counter, reference) = (open(&small(name)), stable(&small(name)));
        let strategy = text();
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for _ in 0..600 {
            let text = strategy.new_tree(&mut runner).unwrap().current();
            assert_eq!(counter.count(&text).unwrap(), expected(&reference, &text), "{name}: {text:?}");
        }
        for text in hostile::TEXTS.iter().map(|(_, text)| text).chain(hostile::FRAGMENTS) {
            assert_eq!(counter.count(text).unwrap(), expected(&reference, text), "{name}: {text:?}");
        }
    }
}

#[test]
fn ranges_of_hostile_texts_are_exact() {
    for name in SMALL {
        let counter = open(&small(name));
        let strategy = prop::collection::vec(text(), 1..6).prop_map(|texts| texts.concat());
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let mut random = Random(7);
        for _ in 0..120 {
            let text = strategy.new_tree(&mut runner).unwrap().current();
            check_ranges(&*counter, &text, 40, &mut random);
        }
    }
}

#[test]
fn corpora_count_as_the_library_does() {
    for (name, file) in real() {
        let (counter, reference) = (open(&file), stable(&file));
        for language in CORPORA {
            let Some(texts) = corpus(language) else { return };
            // All of it is compared by the example `measure`; here as much as an unhurried minute allows.
            for text in texts.iter().step_by(25) {
                assert_eq!(counter.count(text).unwrap(), expected(&reference, text), "{name}, {language}");
            }
        }
    }
}

#[test]
fn ranges_of_corpora_are_exact() {
    for (_, file) in real() {
        let counter = open(&file);
        let mut random = Random(11);
        for language in CORPORA {
            let Some(texts) = corpus(language) else { return };
            for _ in 0..12 {
                check_ranges(&*counter, &texts[random.below(texts.len())], 40, &mut random);
            }
        }
    }
}
