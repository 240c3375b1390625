//! Long runs of one thing: the right pieces, in linear time.

mod common;

use std::time::Duration;

use cpu_time::ThreadTime;

use common::ends;
use kawara_core::Grain;

const MEGABYTE: usize = 1_000_000;

fn long(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

#[test]
fn a_megabyte_of_letters_is_one_sentence_and_one_clause() {
    let text = long("是", MEGABYTE);
    assert_eq!(ends(&text, Grain::Sentence), [text.len()]);
    assert_eq!(ends(&text, Grain::Clause), [text.len()]);
    assert_eq!(ends(&text, Grain::Word).len(), text.len() / "是".len());
}

#[test]
fn a_megabyte_of_one_mark_is_one_piece() {
    for part in ["。", "“", "（", "　", " ", "\n", "……", "》", "\"", "!"] {
        let text = long(part, MEGABYTE);
        assert_eq!(ends(&text, Grain::Sentence), [text.len()], "{part}");
    }
}

#[test]
fn unmatched_openers_hide_no_sentence() {
    for opener in ["“", "（", "《", "「", "\"", "["] {
        let text = opener.repeat(1000) + &"第一句。第二句！".repeat(1000);
        assert_eq!(ends(&text, Grain::Sentence).len(), 2000, "{opener}");
    }
}

/// Runs in which some rule might look too far, forwards or backwards.
const RUNS: &[&str] = &[
    "是",
    "。",
    "“",
    "”",
    "（",
    "）(",
    " ",
    "　",
    "\n",
    "\n ",
    "…",
    "……a",
    "……“",
    "……，",
    ".",
    "a.",
    "a. ",
    "1.",
    "1. ",
    "1,1",
    "一.",
    "一. ",
    "[1]",
    "。[1]",
    "“。”",
    "“。”他",
    "“。",
    "。”",
    "‘“",
    "《",
    "《。》",
    "\"",
    "！\"",
    "! ",
    "a!",
    "是!",
    "?=",
    "，",
    "、",
    "；",
    "，是",
    "\u{301}",
    "。\u{301}",
    "。\u{200d}",
    "🇨🇳",
    "👩\u{200d}",
    "\u{a0}是",
    "·是",
    "约·",
    "“他说：‘",
    "。 ”",
    "…… ",
    "——",
    "没",
    "他说“",
    "”“",
];

#[test]
fn every_run_takes_linear_time() {
    // Generous: only to catch what is not linear. A quadratic rule takes minutes here.
    let limit = Duration::from_secs(20);
    for run in RUNS {
        let text = long(run, 150_000);
        for grain in [Grain::Sentence, Grain::Clause, Grain::Word] {
            let start = ThreadTime::now();
            ends(&text, grain);
            assert!(start.elapsed() < limit, "{run:?} at {grain:?} grain: {:?}", start.elapsed());
        }
    }
}
