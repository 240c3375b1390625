//! What the English pack promises, by grain.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod cases;
mod clauses;
mod contract;
mod hostile;
mod leaning;
mod options;
mod properties;
mod sentences;
mod shared;
mod words;

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_en::English;

/// Every grain, the coarsest first.
const GRAINS: [Grain; 3] = [Grain::Sentence, Grain::Clause, Grain::Word];

/// The cuts of one block.
fn cuts(text: &str, grain: Grain) -> Vec<usize> {
    let mut cuts = Cuts::new(text);
    English::default().worker().cuts(text, grain, &mut cuts).unwrap();
    if text.is_empty() { Vec::new() } else { cuts.finish().unwrap() }
}

/// The pieces of one block.
fn pieces(text: &str, grain: Grain) -> Vec<&str> {
    let mut start = 0;
    cuts(text, grain).into_iter().map(|end| &text[std::mem::replace(&mut start, end)..end]).collect()
}

/// Checks texts in which `|` stands where they must be cut, and nowhere else.
fn check(grain: Grain, marked: &[&str]) {
    for marked in marked {
        let text = marked.replace('|', "");
        assert_eq!(pieces(&text, grain).join("|"), *marked);
    }
}
