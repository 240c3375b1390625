//! Cuts the documents of a JSON-lines file (`{"id", "text"}`) and prints `{"id", "boundaries"}`, in characters.
//!
//! A document is split at line breaks first: each line is a block.

use std::io::{BufRead, Write};

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_en::English;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grain = match std::env::args().nth(1).as_deref() {
        Some("clause") => Grain::Clause,
        Some("word") => Grain::Word,
        _ => Grain::Sentence,
    };
    let english = English::default();
    let mut worker = english.worker();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let document: serde_json::Value = serde_json::from_str(&line?)?;
        let text = document["text"].as_str().ok_or("a line has no text")?;
        let mut boundaries = Vec::new();
        let mut chars = 0;
        for block in text.split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
            let mut cuts = Cuts::new(block);
            worker.cuts(block, grain, &mut cuts)?;
            let mut from = 0;
            for at in cuts.finish()? {
                chars += block[from..at].chars().count();
                boundaries.push(chars);
                from = at;
            }
        }
        writeln!(out, "{}", serde_json::json!({ "id": document["id"], "boundaries": boundaries }))?;
    }
    Ok(())
}
