//! Boundary F1 on treebanks that lie outside the repository.
#![cfg(feature = "model")]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod common;

use std::collections::BTreeSet;

use common::{ends, json_lines, shared};
use kawara_core::Grain;

/// The file and the least F1.
const SETS: &[(&str, f64)] = &[("th-pud", 0.73), ("th-tud", 0.68)];

#[test]
fn boundaries_of_sentences() {
    for (set, least) in SETS {
        let Some(path) = shared(&format!("sbd/{set}.jsonl")) else { return };
        let (mut right, mut found, mut expected) = (0, 0, 0);
        for row in json_lines(&std::fs::read_to_string(path).unwrap()) {
            let text = row["text"].as_str().unwrap();
            let units = row["units"].as_array().unwrap().iter().map(|unit| unit.as_str().unwrap().len());
            let gold = inner(text, units.scan(0, |at, len| Some(*at + len).inspect(|end| *at = *end)));
            let ours = inner(text, ends(text, Grain::Sentence).into_iter());
            right += gold.intersection(&ours).count();
            found += ours.len();
            expected += gold.len();
        }
        let f1 = 2.0 * right as f64 / (found + expected) as f64;
        println!("{set}: F1 {f1:.4}");
        assert!(f1 >= *least, "{set}: F1 {f1:.4} is under {least}");
    }
}

/// The boundaries within a text, each moved behind the white space that follows it, so that who owns it does not count.
fn inner(text: &str, ends: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    ends.map(|at| text.len() - text[at..].trim_start().len())
        .filter(|at| *at > 0 && *at < text.len())
        .collect()
}
