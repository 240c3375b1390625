//! Holds this pack to the library that wrote the tokenizers, over whole corpora, and measures it.
//!
//! `cargo run --release -p kawara-pack-huggingface --example measure_files -- TOKENIZERS CORPORA [RANGES]`
//!
//! TOKENIZERS is a folder of folders with a `tokenizer.json`, CORPORA a folder of JSON lines with a `text`. For each tokenizer and
//! corpus: the speed of one pass of the stable library, of the pinned one as it comes, of this pack's count, and of its index; whether all
//! counts are the stable library's; and how many of RANGES random ranges the index counts differently from a plain count.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tokenizers, corpora, rest @ ..] = &arguments[..] else {
        eprintln!("usage: measure TOKENIZERS CORPORA [RANGES]");
        std::process::exit(2);
    };
    let ranges = rest.first().map_or(10_000, |count| count.parse().unwrap());
    println!(
        "| tokenizer | corpus | MB | stable MB/s | pinned MB/s | count MB/s | index MB/s | tokens | counts that differ | ranges that differ | estimates within slack |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut folders: Vec<_> =
        std::fs::read_dir(tokenizers).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|folder| folder.join("tokenizer.json").is_file()) {
        let file = folder.join("tokenizer.json");
        let stable = common::stable(&file);
        for corpus in common::CORPORA {
            row(&file, &stable, Path::new(corpora), corpus, ranges);
        }
    }
}

fn row(file: &Path, stable: &tokenizers_stable::Tokenizer, corpora: &Path, corpus: &str, ranges: usize) {
    let lines = std::fs::read_to_string(corpora.join(format!("{corpus}.jsonl"))).unwrap();
    let texts: Vec<String> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].as_str().unwrap().to_owned()
        })
        .collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();

    let (counts, stable_time) =
        timed(|| texts.iter().map(|text| common::expected(stable, text)).collect::<Vec<_>>());
    // Opened anew for each corpus: what the last one taught it is gone.
    let pinned = pinned(file);
    let options = EncodeOptions {
        add_special_tokens: false,
        encode_special_tokens: true,
        padding: Override::Off,
        truncation: Override::Off,
    };
    let (_, pinned_time) = timed(|| {
        let mut tokens = Vec::new();
        for text in &texts {
            tokens.clear();
            pinned.encode_into(text, &options, &mut tokens).unwrap();
        }
    });
    let counter = common::open(file);
    let (ours, count_time) =
        timed(|| texts.iter().map(|text| counter.count(text).unwrap()).collect::<Vec<_>>());
    let counter = common::open(file);
    let cuts: Vec<Vec<usize>> = texts.iter().map(|text| common::cuts(&mut common::Random(3), text)).collect();
    let (_, index_time) = timed(|| {
        for (text, cuts) in texts.iter().zip(&cuts) {
            counter.index(text, cuts).unwrap();
        }
    });
    let differ = counts.iter().zip(&ours).filter(|(one, other)| one != other).count();
    let mut random = common::Random(17);
    let (mut misses, mut near, mut tried) = (0, 0, 0);
    while tried < ranges {
        let text = &texts[random.below(texts.len())];
        let cuts = common::cuts(&mut random, text);
        let index = counter.index(text, &cuts).unwrap();
        for nth in 0..(ranges - tried).min(64) {
            let at_cuts = nth % 2 == 0 && !cuts.is_empty();
            let range = if at_cuts {
                let from = random.below(cuts.len());
                cuts[from]..cuts[(from + random.below(20)).min(cuts.len() - 1)]
            } else {
                random.range(text, 3000)
            };
            let before = common::BEFORE[random.below(common::BEFORE.len())];
            let plain = counter.count(&[before, &text[range.clone()]].concat()).unwrap();
            misses += usize::from(index.exact(before, range.clone()).unwrap() != plain);
            let alone = counter.count(&text[range.clone()]).unwrap();
            let estimate = index.before(range.end).saturating_sub(index.before(range.start));
            near += usize::from(estimate.abs_diff(alone) <= index.slack());
            tried += 1;
        }
    }
    println!(
        "| {} | {corpus} | {:.2} | {:.1} | {:.1} | {:.1} | {:.1} | {} | {differ} of {} | {misses} of {tried} | {:.1} % |",
        file.parent().unwrap().file_name().unwrap().to_string_lossy(),
        bytes as f64 / 1e6,
        rate(stable_time),
        rate(pinned_time),
        rate(count_time),
        rate(index_time),
        ours.iter().map(|count| u64::from(*count)).sum::<u64>(),
        texts.len(),
        100.0 * near as f64 / tried as f64,
    );
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let result = run();
    (result, start.elapsed())
}

fn pinned(file: &Path) -> PipelineTokenizer {
    tokenizers::from_json(&tokenizers::canonicalize_file(file).unwrap()).unwrap()
}
