//! Fails when chunking costs more than it may: CPU time as a ratio to one plain counting pass over the same text in the same run.
//!
//! `cargo xtask ratio` runs it. Every measurement is a process of its own, so that nothing is warm, and the least of several counts. The
//! text is [made](text) from what lies in the repository. The figures that kawara is judged by are those of `benches/`, on real corpora;
//! this one only sees when something became slow.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement"
)]

mod bounds;
mod text;

use std::process::{Command, ExitCode};
use std::sync::Arc;

use cpu_time::ProcessTime;
use kawara::output::write_record;
use kawara::{Carry, Counter, Document, Options, Overlap, Settings};

use bounds::BOUNDS;

/// Processes a measurement, and more of them before one is called too slow.
const ROUNDS: usize = 5;
const PATIENCE: usize = 4 * ROUNDS;

/// Tokens of a chunk.
const BUDGET: u32 = 256;

/// Where the files of texts and counters are named from.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const CHUNKING: &str = "chunking";
const COUNTING: &str = "counting";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [what, counter, language] = &arguments[..] {
        println!("{}", seconds(what, counter, &text::documents(language)));
        return ExitCode::SUCCESS;
    }
    println!("| counter | language | plain count, MB/s | chunking | bound |\n|---|---|---|---|---|");
    let mut slow = Vec::new();
    for (counter, bounds) in BOUNDS {
        for (language, bound) in text::LANGUAGES.into_iter().zip(bounds) {
            let (counting, ratio) = measure(counter, language, bound);
            let speed = text::BYTES as f64 / 1e6 / counting;
            println!("| {counter} | {language} | {speed:.1} | {ratio:.2}× | {bound:.2}× |");
            if ratio > bound {
                slow.push(format!(
                    "{language}, {counter}: chunking costs {ratio:.2} times a plain count, and may cost {bound:.2} times"
                ));
            }
        }
    }
    if slow.is_empty() {
        return ExitCode::SUCCESS;
    }
    for line in &slow {
        eprintln!("{line}");
    }
    eprintln!(
        "to find what became slow, profile `ratio chunking COUNTER LANGUAGE` before and after; if the price is worth it, \
         raise the bound in crates/kawara/examples/ratio/bounds.rs and say in CHANGELOG.md what it buys"
    );
    ExitCode::FAILURE
}

/// Seconds of a plain count, and the ratio of chunking to it.
fn measure(counter: &str, language: &str, bound: f64) -> (f64, f64) {
    let (mut counting, mut chunking) = (f64::INFINITY, f64::INFINITY);
    for round in 0..PATIENCE {
        if round >= ROUNDS && chunking / counting <= bound {
            break;
        }
        counting = counting.min(in_a_process(COUNTING, counter, language));
        chunking = chunking.min(in_a_process(CHUNKING, counter, language));
    }
    (counting, chunking / counting)
}

fn in_a_process(what: &str, counter: &str, language: &str) -> f64 {
    let this = std::env::current_exe().expect("this program");
    let mut command = Command::new(this);
    let output = command.args([what, counter, language]).current_dir(REPOSITORY).output().expect("a run");
    let printed = String::from_utf8_lossy(&output.stdout);
    let seconds = printed.trim().parse();
    seconds.unwrap_or_else(|_| panic!("{what} failed: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Seconds of CPU, once everything is open.
fn seconds(what: &str, counter: &str, documents: &[Document]) -> f64 {
    match what {
        COUNTING => counting(counter, documents),
        CHUNKING => chunking(counter, documents),
        other => panic!("nothing is called {other}"),
    }
}

/// By tiktoken-rs where it has the vocabulary: it is in the lockfile, and does not become faster with us. By our own counter for the others.
fn counting(counter: &str, documents: &[Document]) -> f64 {
    let bpe = match counter {
        "tiktoken:cl100k_base" => Some(tiktoken_rs::cl100k_base().unwrap()),
        "tiktoken:o200k_base" => Some(tiktoken_rs::o200k_base().unwrap()),
        _ => None,
    };
    match bpe {
        Some(bpe) => timed(documents, |document| bpe.encode_ordinary(document.text()).len()),
        None => {
            let counter = open(counter);
            timed(documents, |document| counter.count(document.text()).unwrap())
        }
    }
}

fn open(counter: &str) -> Arc<dyn Counter> {
    let registry = kawara::registry().unwrap();
    registry.counter(counter).and_then(|source| source.open(&Options::new())).unwrap()
}

fn chunking(counter: &str, documents: &[Document]) -> f64 {
    let mut settings = Settings::default();
    settings.budget.counter = counter.into();
    settings.budget.max_tokens = BUDGET;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    let engine = kawara::engine(Arc::new(settings)).unwrap();
    let mut worker = engine.worker();
    timed(documents, |document| {
        let chunks = worker.chunk(document).unwrap();
        for chunk in chunks.iter() {
            write_record(chunk, std::io::sink()).unwrap();
        }
    })
}

fn timed<T>(documents: &[Document], mut work: impl FnMut(&Document) -> T) -> f64 {
    // Some things are opened by the first document.
    work(&Document::new("first", "x"));
    let start = ProcessTime::now();
    for document in documents {
        std::hint::black_box(work(document));
    }
    start.elapsed().as_secs_f64()
}
