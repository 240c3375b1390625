//! Measures each grain on a file of `{"text"}` lines: megabytes a second of one thread, the best of five passes.

use std::io::Write;
use std::time::Instant;

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_ja::{Japanese, dictionary_opens};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a file of JSON lines with a field `text`")?;
    let mut paragraphs = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let text = row["text"].as_str().unwrap_or_default();
        paragraphs.extend(text.split('\n').filter(|line| !line.trim().is_empty()).map(str::to_owned));
    }
    let bytes: usize = paragraphs.iter().map(String::len).sum();
    let japanese = Japanese::default();
    let mut worker = japanese.worker();
    let mut stdout = std::io::stdout().lock();
    for grain in [Grain::Sentence, Grain::Clause, Grain::Word] {
        let mut best = f64::INFINITY;
        let mut pieces = 0;
        for _ in 0..5 {
            let start = Instant::now();
            pieces = 0;
            for text in &paragraphs {
                let mut cuts = Cuts::new(text);
                worker.cuts(text, grain, &mut cuts)?;
                pieces += cuts.finish()?.len();
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        let rate = bytes as f64 / 1e6 / best;
        writeln!(
            stdout,
            "{}: {rate:.1} MB/s, {pieces} pieces, {} dictionaries opened",
            grain.as_str(),
            dictionary_opens()
        )?;
    }
    let start = Instant::now();
    let (mut units, mut leaning) = (0, 0);
    for text in &paragraphs {
        let mut cuts = Cuts::new(text);
        worker.cuts(text, Grain::Sentence, &mut cuts)?;
        let mut from = 0;
        for end in cuts.finish()? {
            units += 1;
            leaning += usize::from(worker.leans_back(&text[from..end])?);
            from = end;
        }
    }
    let rate = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
    writeln!(stdout, "leaning: {rate:.1} MB/s, {leaning} of {units} units")?;
    Ok(())
}
