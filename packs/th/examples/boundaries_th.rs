//! Reads lines of `{"id", "text"}` and writes `{"id", "boundaries"}`: where units end, in characters.
//!
//! `"newline"` says what a line break means: `hard` (the default) makes every line a block, `soft` parts blocks at blank lines alone,
//! `auto` asks the pack whether a sentence goes on. The first argument names the grain.

use std::io::{self, BufRead, Write};

use kawara_core::{Cuts, Grain, SegmentWorker, Segmenter};
use kawara_pack_th::Thai;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Input {
    id: String,
    text: String,
    #[serde(default)]
    newline: String,
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
    let mut worker = Thai.worker();
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let input: Input = serde_json::from_str(&line?)?;
        let mut ends = Vec::new();
        let mut start = 0;
        for block in blocks(&input.text, &input.newline, &mut *worker)? {
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

fn blocks<'t>(
    text: &'t str,
    newline: &str,
    worker: &mut dyn SegmentWorker,
) -> kawara_core::Result<Vec<&'t str>> {
    let (mut blocks, mut start, mut at) = (Vec::new(), 0, 0);
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        at += line.len();
        let Some(next) = lines.peek() else { break };
        let blank = line.trim().is_empty() || next.trim().is_empty();
        let joined = match newline {
            "soft" => !blank,
            "auto" => !blank && worker.goes_on(line.trim_end(), next.trim_end())?,
            _ => false,
        };
        if !joined {
            blocks.push(text.get(start..at).unwrap_or_default());
            start = at;
        }
    }
    blocks.push(text.get(start..).unwrap_or_default());
    Ok(blocks)
}

fn in_characters(text: &str, ends: &[usize]) -> Vec<usize> {
    let mut ends = ends.iter().peekable();
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.enumerate().filter_map(|(count, at)| ends.next_if_eq(&&at).map(|_| count)).collect()
}
