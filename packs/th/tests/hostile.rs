//! Long runs of one thing, in linear time.

mod common;

use std::time::Duration;

use cpu_time::ThreadTime;

use common::ends;
use kawara_core::{Grain, Segmenter};
use kawara_pack_th::Thai;

fn long(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

#[test]
fn a_run_of_letters_is_one_sentence_and_one_clause() {
    let text = long("ก", 1_000_000);
    assert_eq!(ends(&text, Grain::Sentence), [text.len()]);
    assert_eq!(ends(&text, Grain::Clause), [text.len()]);
}

#[test]
fn a_run_of_one_mark_or_of_spaces_is_one_piece() {
    for part in ["\"", "“", "(", " ", "\n", "\u{3000}", "ๆ", "ๆ ", "ฯ", "!", "?", "😀", "เ", "็"]
    {
        let text = long(part, 200_000);
        assert_eq!(ends(&text, Grain::Sentence), [text.len()], "{part}");
    }
}

/// Runs in which some rule might look too far, forwards or backwards.
const RUNS: &[&str] = &[
    "ก",
    "กา",
    "มา",
    "การ",
    "ก ",
    "มา ",
    "และ ",
    "แต่",
    "แต่ ",
    "เพราะ",
    "นาย ",
    "นายกก ",
    "\"",
    "\" ",
    "\"ก",
    "“ก ",
    "ก” ",
    "(",
    ")(",
    "“”",
    "”“ ",
    "“มา” “มา” ",
    "[1] ",
    "1. ",
    "1",
    "1 ",
    "๑) ",
    "๏ ",
    "A ",
    "Ab c ",
    "A. ",
    "ก A b c d ",
    "ก.",
    "ก. ",
    "อ. ",
    "! ",
    "ไหม?",
    "ครับ ",
    "555 ",
    "😀 ",
    "👍🏽",
    "\u{200d}",
    "\u{200b}",
    " \u{200b}",
    "\u{e48}",
    " \u{e48}",
    " \u{301}",
    "ๆ",
    "ก ๆ ",
    "ฯ ",
    "เ",
    "เ ",
    "-",
    "- ",
    "http://a.b ",
    "a@b.c ",
    "ว่า “มา” ",
    "ใน\n",
    "\n",
    "\r\n",
    "มกราคม 1 ",
    "พ.ศ. ",
];

#[test]
fn every_run_takes_linear_time() {
    // Generous: only to catch what is not linear. A quadratic rule takes minutes here.
    let limit = Duration::from_secs(20);
    for run in RUNS {
        let text = long(run, 60_000);
        let start = ThreadTime::now();
        for grain in [Grain::Sentence, Grain::Clause, Grain::Word] {
            ends(&text, grain);
        }
        assert!(Thai.worker().leans_back(&text).is_ok());
        assert!(Thai.worker().goes_on(&text, &text).is_ok());
        assert!(start.elapsed() < limit, "{run:?}: {:?}", start.elapsed());
    }
}
