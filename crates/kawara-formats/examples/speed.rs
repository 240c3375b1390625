//! Measures how fast a reader is: megabytes a second over the files given, the best of five rounds.
//!
//! ```text
//! cargo run --release -p kawara-formats --example speed -- markdown FILE…
//! ```
//!
//! With `--frame` it is the division into pieces that is measured, the document given 4 MiB at a time.
//!
//! A file that ends in `.jsonl` is taken for documents, one a line, in the field `text`, unless it is JSON lines that are to be
//! measured.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use kawara_core::{Blocks, Options, Reading, Registry};
use kawara_formats::PACK;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().ok_or("name a reader, then files")?;
    let registry = Registry::collect(&[&PACK])?;
    let (_, entry) = registry.reader(&id).ok_or_else(|| format!("no reader is called {id}"))?;
    let reader = entry.open(&Options::new())?;
    let mut frames = false;
    let mut documents = Vec::new();
    for path in arguments {
        if path == "--frame" {
            frames = true;
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        if path.ends_with(".jsonl") && id != "jsonl" {
            for line in text.lines() {
                let document: serde_json::Value = serde_json::from_str(line)?;
                documents.push(document["text"].as_str().unwrap_or_default().to_owned());
            }
        } else {
            documents.push(text);
        }
    }
    let bytes: usize = documents.iter().map(String::len).sum();
    let mut best = f64::INFINITY;
    let mut kept = 0;
    for _ in 0..5 {
        let start = Instant::now();
        kept = 0;
        for document in &documents {
            if frames {
                kept += pieces(&mut *reader.open(&Options::new())?, document);
                continue;
            }
            let mut blocks = Blocks::new();
            reader.open(&Options::new())?.read(document, &mut blocks)?;
            kept += blocks.kept().len();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let what = if frames { "pieces" } else { "blocks" };
    let rate = bytes as f64 / best / 1e6;
    writeln!(
        std::io::stdout(),
        "{id}: {} documents, {bytes} bytes, {kept} {what}, {rate:.0} MB/s",
        documents.len()
    )?;
    Ok(())
}

/// Divides a document as an engine does that reads it step by step; returns the number of pieces.
fn pieces(reading: &mut dyn Reading, document: &str) -> usize {
    let (mut from, mut to, mut pieces) = (0, 0, 0);
    while from < document.len() {
        to = document.floor_char_boundary((to + (to - from).max(4 << 20)).min(document.len()));
        if let Some(len) = reading.frame(&document[from..to], to == document.len()) {
            from += len;
            pieces += 1;
        }
    }
    pieces
}
