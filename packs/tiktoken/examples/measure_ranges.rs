//! Measures the counters against `tiktoken-rs` on files given on the command line, and verifies random ranges.
//!
//! `cargo run --release -p kawara-pack-tiktoken --example measure_ranges -- RANGES FILE...` counts RANGES ranges per file and vocabulary;
//! files ending in `.jsonl` give the `text` of each line as one document, others are one document.

#![allow(clippy::print_stdout, reason = "it reports")]

use std::ops::Range;
use std::time::Duration;

use cpu_time::ThreadTime;
use kawara_core::Counter;
use serde_json::Value;

/// Runs of which the shortest counts.
const RUNS: usize = 5;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let ranges: usize = args.next().ok_or("usage: measure RANGES FILE...")?.parse()?;
    let files: Vec<String> = args.collect();
    for name in ["cl100k_base", "o200k_base"] {
        let start = ThreadTime::now();
        let counter = kawara_pack_tiktoken::open(name)?;
        println!("{name}: loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        let start = ThreadTime::now();
        let reference = tiktoken_rs::bpe_for_model(if name == "cl100k_base" { "gpt-4" } else { "gpt-4o" })?;
        println!("tiktoken-rs: loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        for file in &files {
            measure(file, &*counter, reference, ranges)?;
        }
    }
    Ok(())
}

fn measure(
    file: &str,
    counter: &dyn Counter,
    reference: &tiktoken_rs::CoreBPE,
    ranges: usize,
) -> Result<(), Failure> {
    let documents = documents(file)?;
    let cuts: Vec<Vec<usize>> = documents.iter().map(|text| cuts(text)).collect();
    let bytes: usize = documents.iter().map(String::len).sum();
    let (expected, plain) =
        best(|| Ok(documents.iter().map(|text| reference.encode_ordinary(text).len()).sum::<usize>()))?;
    let (counted, counting) = best(|| total(counter, &documents))?;
    let (indexed, indexing) = best(|| index_and_query(counter, &documents, &cuts))?;
    assert_eq!((counted, indexed), (expected, expected), "{file}");
    let mut random = Random(0x9E37_79B9);
    let mut misses = 0;
    // Estimates off by 0, 1, 2 and more tokens, between cuts and up to where the white space before a cut begins.
    let mut off = [[0usize; 4]; 2];
    for (text, cuts) in documents.iter().zip(&cuts) {
        let index = counter.index(text, cuts)?;
        for _ in 0..ranges.div_ceil(documents.len()) {
            let range = random.range(text);
            let context = ["", "", "Guide > Refunds\n", "query: ", "標題："][random.below(5)];
            let exact = index.exact(context, range.clone())?;
            misses += usize::from(
                exact as usize != reference.encode_ordinary(&[context, &text[range]].concat()).len(),
            );
            let (a, b) = (random.below(cuts.len()), random.below(cuts.len()));
            let range = cuts[a.min(b)]..cuts[a.max(b)];
            let slice = range.start..range.start + text[range.clone()].trim_end().len();
            let exact = index.exact("", slice.clone())?;
            for (end, off) in [range.end, slice.end].into_iter().zip(&mut off) {
                let estimate = index.before(end).saturating_sub(index.before(range.start));
                off[(estimate.abs_diff(exact) as usize).min(3)] += 1;
            }
        }
    }
    let ratio = |time: Duration| plain.as_secs_f64() / time.as_secs_f64();
    let name = file.rsplit('/').next().unwrap_or(file);
    println!(
        "{name:12} tiktoken-rs {:5.1} MB/s; count {:4.1} x; index and a query per 256 tokens {:4.1} x; {misses} misses; estimates off by 0, 1, 2, more: {off:?}",
        bytes as f64 / plain.as_secs_f64() / 1e6,
        ratio(counting),
        ratio(indexing),
    );
    Ok(())
}

fn documents(file: &str) -> Result<Vec<String>, Failure> {
    let content = std::fs::read_to_string(file)?;
    if !file.ends_with(".jsonl") {
        return Ok(vec![content]);
    }
    content
        .lines()
        .map(|line| Ok(serde_json::from_str::<Value>(line)?["text"].as_str().ok_or("no text")?.to_owned()))
        .collect()
}

fn total(counter: &dyn Counter, documents: &[String]) -> kawara_core::Result<usize> {
    documents.iter().map(|text| counter.count(text).map(|tokens| tokens as usize)).sum()
}

/// Indexes each document, asks for an estimate at every cut and for an exact count about every 256 tokens.
fn index_and_query(
    counter: &dyn Counter,
    documents: &[String],
    cuts: &[Vec<usize>],
) -> kawara_core::Result<usize> {
    let mut tokens = 0;
    for (text, cuts) in documents.iter().zip(cuts) {
        let index = counter.index(text, cuts)?;
        let (mut start, mut last) = (0, 0);
        for &cut in cuts {
            let before = index.before(cut);
            if before >= last + 256 {
                std::hint::black_box(index.exact("", start..cut)?);
                (start, last) = (cut, before);
            }
        }
        std::hint::black_box(index.exact("", start..text.len())?);
        tokens += index.before(text.len()) as usize;
    }
    Ok(tokens)
}

/// Where a line or a sentence ends, with the spaces behind it.
fn cuts(text: &str) -> Vec<usize> {
    let mut cuts = vec![0];
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        if matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '\n' | ' ') {
            while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
            let at = chars.peek().map_or(text.len(), |(at, _)| *at);
            if at >= cuts[cuts.len() - 1] + if c == ' ' { 400 } else { 40 } {
                cuts.push(at);
            }
        }
    }
    cuts
}

/// The shortest of some runs, each on a thread of its own, so that nothing is remembered from the one before.
fn best<T: Send>(work: impl Fn() -> kawara_core::Result<T> + Sync) -> Result<(T, Duration), Failure> {
    let run = || {
        let start = ThreadTime::now();
        (work(), start.elapsed())
    };
    let mut shortest = None;
    for _ in 0..RUNS {
        let (result, time) =
            std::thread::scope(|scope| scope.spawn(run).join()).map_err(|_| "a thread panicked")?;
        if shortest.as_ref().is_none_or(|(_, least)| time < *least) {
            shortest = Some((result?, time));
        }
    }
    shortest.ok_or_else(|| "nothing was run".into())
}

/// A small generator of random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// A range of up to 3,000 bytes between characters.
    fn range(&mut self, text: &str) -> Range<usize> {
        let start = text.floor_char_boundary(self.below(text.len() + 1));
        let end = text.ceil_char_boundary(start + self.below(3000));
        start..end
    }
}
