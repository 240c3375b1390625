//! The pack's own sentences (`data`): every one of them is cut as it stands there.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use kawara_core::{Cuts, Grain, Segmenter};
use own_pack_rust::Korean;

fn pieces(text: &str, grain: Grain) -> Vec<&str> {
    let mut cuts = Cuts::new(text);
    Korean.worker().cuts(text, grain, &mut cuts).unwrap();
    let mut start = 0;
    let piece = |end| &text[std::mem::replace(&mut start, end)..end];
    cuts.finish().unwrap().into_iter().map(piece).collect()
}

fn check(file: &str, grain: Grain) {
    let lines: Vec<_> = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(!lines.is_empty());
    for line in lines {
        assert_eq!(pieces(&line.replace('|', ""), grain).join("|"), line);
    }
}

#[test]
fn sentences() {
    check(include_str!("data/sentences.txt"), Grain::Sentence);
}

#[test]
fn clauses() {
    check(include_str!("data/clauses.txt"), Grain::Clause);
}

#[test]
fn words() {
    check(include_str!("data/words.txt"), Grain::Word);
}
