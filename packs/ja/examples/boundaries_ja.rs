//! Reads lines of `{"id", "text", "newline"?}` and writes `{"id", "boundaries", "leans"}`: where units end, in characters, and
//! which of them lean back.
//!
//! `newline` is `hard` (every line is a block), `soft` (paragraphs are) or `auto` (lines are, unless the pack says that they go
//! on). The first argument names the grain.

use std::io::{self, BufRead, Write};

use kawara_core::{Cuts, Grain, SegmentWorker, Segmenter};
use kawara_pack_ja::Japanese;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Input {
    id: String,
    text: String,
    newline: Option<String>,
}

#[derive(Serialize)]
struct Output {
    id: String,
    boundaries: Vec<usize>,
    leans: Vec<bool>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grain = match std::env::args().nth(1).as_deref() {
        None | Some("sentence") => Grain::Sentence,
        Some("clause") => Grain::Clause,
        Some("word") => Grain::Word,
        Some(other) => return Err(format!("`{other}` is no grain; use sentence, clause or word").into()),
    };
    let japanese = Japanese::default();
    let mut worker = japanese.worker();
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let input: Input = serde_json::from_str(&line?)?;
        let (mut ends, mut leans) = (Vec::new(), Vec::new());
        let mut start = 0;
        for block in blocks(&input.text, input.newline.as_deref(), &mut *worker)? {
            let mut cuts = Cuts::new(block);
            worker.cuts(block, grain, &mut cuts)?;
            let mut from = 0;
            for end in cuts.finish()? {
                leans.push(worker.leans_back(&block[from..end])?);
                ends.push(start + end);
                from = end;
            }
            start += block.len();
        }
        let output = Output { id: input.id, boundaries: in_characters(&input.text, &ends), leans };
        writeln!(stdout, "{}", serde_json::to_string(&output)?)?;
    }
    Ok(())
}

/// The blocks of a text; blank lines end one and belong to it.
fn blocks<'t>(
    text: &'t str,
    newline: Option<&str>,
    worker: &mut dyn SegmentWorker,
) -> kawara_core::Result<Vec<&'t str>> {
    let mut blocks = Vec::new();
    let mut start = 0;
    let mut line_start = 0;
    for (at, _) in text.match_indices('\n') {
        let (line, rest) = (&text[line_start..at], &text[at + 1..]);
        let next = rest.split('\n').next().unwrap_or("");
        line_start = at + 1;
        if next.trim().is_empty() {
            continue;
        }
        let joined = !line.trim().is_empty()
            && match newline {
                Some("soft") => true,
                Some("auto") => worker.goes_on(line.trim_end(), next)?,
                _ => false,
            };
        if !joined {
            blocks.push(&text[start..=at]);
            start = at + 1;
        }
    }
    blocks.push(&text[start..]);
    Ok(blocks)
}

fn in_characters(text: &str, ends: &[usize]) -> Vec<usize> {
    let mut ends = ends.iter().peekable();
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.enumerate().filter_map(|(count, at)| ends.next_if_eq(&&at).map(|_| count)).collect()
}
