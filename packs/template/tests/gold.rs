//! The pack's own sentences (`data`): every cut that is missing or too many is printed, and there may be few of them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that says how it went")]

use std::collections::BTreeSet;

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_template::Rules;

/// Precision and recall that must be reached. Change: with sentences from real text, to what your rules reach today, so that no later
/// change makes them worse unseen.
const ENOUGH: f64 = 1.0;

/// Where the pieces of a text end.
fn ends(text: &str, grain: Grain) -> Vec<usize> {
    let rules = Rules::default();
    let mut cuts = Cuts::new(text);
    rules.worker().cuts(text, grain, &mut cuts).unwrap();
    cuts.finish().unwrap()
}

/// The lines of a file that are no comments.
fn lines(file: &str) -> Vec<&str> {
    let lines: Vec<_> = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(!lines.is_empty());
    lines
}

/// Cuts each line without its `|`, and compares. The end of a text is no decision, and so does not count.
fn score(file: &str, grain: Grain) {
    let (mut right, mut found, mut wanted) = (0, 0, 0);
    for line in lines(file) {
        let text = line.replace('|', "");
        // The nth mark stands n bytes further on than it would without those before it.
        let gold: BTreeSet<usize> =
            line.match_indices('|').enumerate().map(|(nth, (at, _))| at - nth).collect();
        let cut: BTreeSet<usize> = ends(&text, grain).into_iter().filter(|end| *end < text.len()).collect();
        for end in gold.symmetric_difference(&cut) {
            let what = if gold.contains(end) { "missed" } else { "too many" };
            println!("{what}: {} | {}", &text[..*end], &text[*end..]);
        }
        right += gold.intersection(&cut).count();
        found += cut.len();
        wanted += gold.len();
    }
    let (precision, recall) = (right as f64 / found as f64, right as f64 / wanted as f64);
    println!("{}: {wanted} cuts, precision {precision:.3}, recall {recall:.3}", grain.as_str());
    assert!(
        precision >= ENOUGH && recall >= ENOUGH,
        "{grain:?}: precision {precision:.3}, recall {recall:.3}"
    );
}

#[test]
fn sentences() {
    score(include_str!("data/sentences.txt"), Grain::Sentence);
}

#[test]
fn clauses() {
    score(include_str!("data/clauses.txt"), Grain::Clause);
}

#[test]
fn leaning() {
    let rules = Rules::default();
    for line in lines(include_str!("data/leaning.txt")) {
        let (leans, sentence) = line.split_once('\t').unwrap();
        assert_eq!(rules.worker().leans_back(sentence).unwrap(), leans == "1", "{sentence}");
    }
}

#[test]
fn own_abbreviations() {
    let text = "See Kap. Two.";
    let ends = |rules: Rules| {
        let mut cuts = Cuts::new(text);
        rules.worker().cuts(text, Grain::Sentence, &mut cuts).unwrap();
        cuts.finish().unwrap()
    };
    assert_eq!(ends(Rules::default()), [9, text.len()]);
    assert_eq!(ends(Rules::with_abbreviations("Fa., Kap.")), [text.len()]);
}
