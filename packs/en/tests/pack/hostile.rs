//! Texts made to be slow.

use std::time::Duration;

use cpu_time::ThreadTime;

use super::{GRAINS, cuts};

const SCRAPS: [&str; 40] = [
    "a",
    "A",
    ".",
    "!",
    "?",
    "…",
    "\"",
    "'",
    "“",
    "”",
    "’",
    "(",
    ")",
    "[",
    " ",
    "\n",
    "\n ",
    "\u{a0}",
    "*",
    "_",
    "-",
    "=",
    ":",
    ":)",
    "://",
    "http://a ",
    "ab://",
    "\u{301}",
    "\u{200d}",
    "🇯🇵",
    "水",
    "。",
    "「",
    ". ",
    "A. ",
    "a.",
    "1) ",
    "\"A. ",
    "A.\" ",
    "a, ",
];

#[test]
fn a_million_of_one_thing_is_one_piece() {
    for scrap in ["a", ".", "\"", " "] {
        let text = scrap.repeat(1_000_000);
        for grain in GRAINS {
            assert_eq!(cuts(&text, grain), [text.len()], "{scrap:?} at {grain:?}");
        }
    }
}

/// Four times the text may take little more than four times as long; what is quadratic takes sixteen times.
#[test]
fn time_is_linear() {
    for scrap in SCRAPS {
        let short = scrap.repeat(15_000 / scrap.len());
        let long = short.repeat(4);
        for grain in GRAINS {
            let (before, after) = (fastest(|| cuts(&short, grain)), fastest(|| cuts(&long, grain)));
            let bound = before * 9 + Duration::from_millis(60);
            assert!(after < bound, "{scrap:?} at {grain:?}: {before:?}, four times as much: {after:?}");
        }
    }
}

fn fastest<T>(work: impl Fn() -> T) -> Duration {
    let time = || {
        let start = ThreadTime::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    time().min(time())
}
