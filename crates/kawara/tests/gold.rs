//! Sentences of real kinds of text, cut by hand by one who had not seen the rules (`data/SOURCES.md`), against ours.

#![cfg(all(feature = "en", feature = "zh", feature = "ja", feature = "th"))]
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::collections::BTreeSet;

use common::{expected, rows, sentences};
use kawara::{Newline, is_blank};

/// Boundaries found, expected, and both.
#[derive(Default)]
struct Tally {
    found: usize,
    expected: usize,
    right: usize,
}

impl Tally {
    fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.expected) as f64
    }
}

/// Scores both halves: the rules were looked at on the even ids, the odd ones are the check.
#[track_caller]
fn score(table: &str, least: [f64; 2]) {
    let mut halves = [Tally::default(), Tally::default()];
    for row in rows(table) {
        let newline = match row["newline"].as_str().unwrap() {
            "hard" => Newline::Hard,
            "soft" => Newline::Soft,
            _ => Newline::Auto,
        };
        let text = row["text"].as_str().unwrap();
        let ends = expected(&row).into_iter().scan(0, |at, unit| {
            *at += unit.len();
            Some(*at)
        });
        let gold = boundaries(text, ends);
        let ours = boundaries(text, sentences(text, newline).iter().skip(1).map(|unit| unit.source.start));
        let number: usize = row["id"].as_str().unwrap().rsplit(['g', '-']).next().unwrap().parse().unwrap();
        let tally = &mut halves[number % 2];
        tally.found += ours.len();
        tally.expected += gold.len();
        tally.right += gold.intersection(&ours).count();
    }
    for ((name, tally), least) in ["seen", "check"].iter().zip(&halves).zip(least) {
        eprintln!("{name}: F1 {:.4} of {} boundaries", tally.f1(), tally.expected);
        assert!(tally.f1() >= least, "{name}: F1 {:.4} is under {least}", tally.f1());
    }
}

/// Boundaries inside a text, each moved behind the white space that follows it, so that who owns it does not count.
fn boundaries(text: &str, ends: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    ends.map(|at| text.len() - text[at..].trim_start_matches(is_blank).len())
        .filter(|at| *at < text.len() && !text[..*at].chars().all(is_blank))
        .collect()
}

#[test]
fn chinese() {
    score(include_str!("data/gold.zh.jsonl"), [0.97, 0.97]);
}

#[test]
fn japanese() {
    score(include_str!("data/gold.ja.jsonl"), [0.985, 0.98]);
}

#[test]
fn thai() {
    score(include_str!("data/gold.th.jsonl"), [0.8, 0.8]);
}
