//! Reads lines of `{"id", "text"}` and writes `{"id", "boundaries"}`: where units end, in characters.
//!
//! Every line of a text is a block, as in a document whose line breaks are hard. The first argument names the grain.

use std::io::{self, BufRead, Write};

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_zh::Chinese;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Input {
    id: String,
    text: String,
}

#[derive(Serialize)]
struct Output {
    id: String,
    boundaries: Vec<usize>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grain = match std::env::args().nth(1).as_deref() {
        None | Some("sentence") => Grain::Sentence,
        Some("clause") => Grain::Clause,
        Some("word") => Grain::Word,
        Some(other) => return Err(format!("`{other}` is no grain; use sentence, clause or word").into()),
    };
    let mut worker = Chinese.worker();
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let input: Input = serde_json::from_str(&line?)?;
        let mut ends = Vec::new();
        let mut start = 0;
        for block in input.text.split_inclusive('\n') {
            let mut cuts = Cuts::new(block);
            worker.cuts(block, grain, &mut cuts)?;
            ends.extend(cuts.finish()?.iter().map(|end| start + end));
            start += block.len();
        }
        let output = Output { id: input.id, boundaries: in_characters(&input.text, &ends) };
        writeln!(stdout, "{}", serde_json::to_string(&output)?)?;
    }
    Ok(())
}

fn in_characters(text: &str, ends: &[usize]) -> Vec<usize> {
    let mut ends = ends.iter().peekable();
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.enumerate().filter_map(|(count, at)| ends.next_if_eq(&&at).map(|_| count)).collect()
}
