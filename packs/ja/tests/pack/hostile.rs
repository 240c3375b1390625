//! Long runs of one thing: the right pieces, in linear time.

use std::time::Duration;

use cpu_time::ThreadTime;

use kawara_core::{Grain, Segmenter};
use kawara_pack_ja::Japanese;

use super::{GRAINS, ends, ends_with};

fn long(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

#[test]
fn a_megabyte_of_letters_is_one_sentence_and_one_clause() {
    for part in ["あ", "亜", "ア", "a", "0"] {
        let text = long(part, 1_000_000);
        assert_eq!(ends(&text, Grain::Sentence), [text.len()], "{part}");
        assert_eq!(ends(&text, Grain::Clause), [text.len()], "{part}");
    }
}

#[test]
fn a_megabyte_of_one_mark_is_one_sentence() {
    for part in ["。", "「", "（", "　", " ", "\n", "……", "』", "\"", "!", "♪", "・", "ｗ", "👩\u{200d}"]
    {
        let text = long(part, 1_000_000);
        assert_eq!(ends(&text, Grain::Sentence), [text.len()], "{part}");
    }
}

#[test]
fn unmatched_openers_hide_no_sentence() {
    for opener in ["「", "（", "《", "『", "\"", "["] {
        let text = opener.repeat(1000) + &"一つ目の文。二つ目の文！".repeat(1000);
        assert_eq!(ends(&text, Grain::Sentence).len(), 2000, "{opener}");
    }
}

/// Runs in which some rule might look too far, forwards or backwards.
const RUNS: &[&str] = &[
    "あ",
    "。",
    "「",
    "」",
    "（",
    "）(",
    " ",
    "　",
    "\n",
    "\n ",
    "…",
    "……　",
    "た…　",
    "…「",
    ".",
    "a.",
    "a. ",
    "1.",
    "1. ",
    "一．",
    "た．",
    "[1]",
    "。[1]",
    "「。」",
    "「。」と",
    "「。」「",
    "「」",
    "「あ」「い。」",
    "「。",
    "。」",
    "『「",
    "『。』",
    "『？』ア",
    "\"",
    "！\"",
    "! ",
    "a!",
    "A!ア",
    "あ!",
    "?=",
    "、",
    "、あ",
    "が、",
    "ので、",
    "し、",
    "「が、",
    "\u{301}",
    "。\u{301}",
    "。\u{200d}",
    "🇯🇵",
    "👩\u{200d}",
    "♪",
    "♪は",
    "♪あ",
    "☆",
    "あ☆",
    "🍣",
    "た🍣",
    "ｗ",
    "あｗ",
    "^^",
    "(",
    "(^_^)",
    "（笑）",
    "あ（笑）",
    "（。）",
    "です（。）",
    "。（あ）",
    "。は",
    "。で",
    "！は",
    "？と",
    "？かも",
    "「？」は",
    "\u{a0}あ",
    "・あ",
    "：//",
    "a://",
    "a://)",
    "——",
    "ー",
    "。 」",
    "です。",
    "これ",
    "が",
    "はが",
    "あ\u{ff9e}",
    "`",
    "`a",
    "`\n",
    "`a``b```c",
    "``あ`",
    "(`",
    "`)",
    "(´・ω・`)",
    "*",
    "*あ",
    "**あ。",
    "あ。*",
    "*「。」_",
    "~~あ。~~",
    "'",
    "'あ",
    "あ'。",
    "👉",
    "。👉",
    "速い．A",
    "A．B．",
    "199",
    "コン",
    "ｗ　",
];

#[test]
fn every_run_takes_linear_time() {
    // Generous: only to catch what is not linear. A quadratic rule takes minutes here.
    let limit = Duration::from_secs(30);
    let split = Japanese::default().splitting_quotes();
    for run in RUNS {
        let text = long(run, 120_000);
        for grain in GRAINS {
            let start = ThreadTime::now();
            ends(&text, grain);
            assert!(start.elapsed() < limit, "{run:?} at {grain:?} grain: {:?}", start.elapsed());
        }
        let start = ThreadTime::now();
        ends_with(&split, &text, Grain::Sentence);
        split.worker().leans_back(&text).unwrap();
        split.worker().goes_on(&text, &text).unwrap();
        assert!(start.elapsed() < limit, "{run:?}: {:?}", start.elapsed());
    }
}
