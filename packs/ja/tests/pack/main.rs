//! What the Japanese pack promises, by grain.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod cases;
mod clauses;
mod contract;
mod hostile;
mod leaning;
mod lines;
mod options;
mod properties;
mod sentences;
mod shared;
mod words;

use kawara_core::{Cuts, Grain, SegmentWorker, Segmenter};
use kawara_pack_ja::Japanese;

/// Every grain, the coarsest first.
const GRAINS: [Grain; 3] = [Grain::Sentence, Grain::Clause, Grain::Word];

/// Whether rules are backed by a dictionary in this build.
const HAS_DICTIONARY: bool = cfg!(feature = "dictionary");

/// The ends of the pieces of one block.
fn ends(text: &str, grain: Grain) -> Vec<usize> {
    ends_with(&Japanese::default(), text, grain)
}

fn ends_with(japanese: &Japanese, text: &str, grain: Grain) -> Vec<usize> {
    let mut cuts = Cuts::new(text);
    japanese.worker().cuts(text, grain, &mut cuts).unwrap();
    cuts.finish().unwrap()
}

/// The pieces of one block.
fn pieces(text: &str, grain: Grain) -> Vec<&str> {
    let mut start = 0;
    ends(text, grain).into_iter().map(|end| &text[std::mem::replace(&mut start, end)..end]).collect()
}

/// Cuts each line, in which `|` stands where a piece must end and nowhere else, and compares.
fn check(grain: Grain, marked: &str) {
    for line in marked.trim().lines() {
        let expected: Vec<_> = line.trim().split('|').collect();
        assert_eq!(pieces(&expected.concat(), grain), expected);
    }
}

/// The blocks of a text as the reader of plain text makes them: lines, paragraphs, or lines joined where the pack says so. Blank
/// lines belong to the block before.
fn blocks<'t>(text: &'t str, newline: &str, worker: &mut dyn SegmentWorker) -> Vec<&'t str> {
    let (mut blocks, mut start, mut line_start) = (Vec::new(), 0, 0);
    for (at, _) in text.match_indices('\n') {
        let (line, next) = (&text[line_start..at], text[at + 1..].split('\n').next().unwrap_or_default());
        line_start = at + 1;
        if next.trim().is_empty() {
            continue;
        }
        let joined = match newline {
            _ if line.trim().is_empty() => false,
            "auto" => worker.goes_on(line.trim_end(), next).unwrap(),
            newline => newline == "soft",
        };
        if !joined {
            blocks.push(&text[start..=at]);
            start = at + 1;
        }
    }
    blocks.push(&text[start..]);
    blocks
}
