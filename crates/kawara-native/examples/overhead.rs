//! What it costs to ask a segmenter through the ABI: the pack of the tests, linked and loaded, and one in C with the same rule.
//!
//! Prints ratios within one run: each is the best of many rounds, taken in turns, over the best of the linked one.
//!
//! ```sh
//! cargo run --release -p kawara-native --example overhead
//! ```

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints figures, or ends")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use kawara_core::{Cuts, Grain, Options, Pack, Result, SegmentWorker};
use kawara_native_fixture::PACK as LINKED;
use kawara_testkit::prose;

const ROUNDS: usize = 60;

fn main() -> Result<()> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/overhead");
    std::fs::create_dir_all(&dir).unwrap();
    let dir = dir.canonicalize().unwrap();
    let mut packs = vec![("linked", &LINKED), ("Rust library", kawara_native::load(&rust(&dir), None)?)];
    if let Some(library) = c(&dir) {
        packs.push(("C library", kawara_native::load(&library, None)?));
    }
    let text = prose(1, "en", 1 << 20);
    let blocks = blocks(&text, 40);
    let (whole, short) = (times(&packs, &[&text]), times(&packs, &blocks));
    println!("{:.2} MB, {} cuts; {} blocks of 40 bytes\n", text.len() as f64 / 1e6, whole.cuts, blocks.len());
    println!(
        "{:<14} {:>8} {:>6} {:>15} {:>10}",
        "segmenter", "ms/MB", "ratio", "40-byte blocks", "ns a call"
    );
    for (nth, (name, _)) in packs.iter().enumerate() {
        let milliseconds = whole.best[nth].as_secs_f64() * 1e9 / text.len() as f64;
        let call = short.best[nth].as_secs_f64() * 1e9 / blocks.len() as f64;
        println!(
            "{name:<14} {milliseconds:>8.3} {:>6.2} {:>15.2} {call:>10.1}",
            whole.ratio(nth),
            short.ratio(nth)
        );
    }
    Ok(())
}

/// The best time of each pack, and how many cuts all of them made.
struct Times {
    best: Vec<Duration>,
    cuts: usize,
}

impl Times {
    fn ratio(&self, nth: usize) -> f64 {
        self.best[nth].as_secs_f64() / self.best[0].as_secs_f64()
    }
}

/// Cuts all blocks with each pack; the packs take turns, so that a busy machine is busy for all.
fn times(packs: &[(&str, &'static Pack)], blocks: &[&str]) -> Times {
    let open = |pack: &'static Pack| {
        let entry = pack.segmenter_entries().last().unwrap();
        entry.open(&Options::new()).unwrap()
    };
    let segmenters: Vec<_> = packs.iter().map(|(_, pack)| open(pack)).collect();
    let mut workers: Vec<_> = segmenters.iter().map(|segmenter| segmenter.worker()).collect();
    let mut best = vec![Duration::MAX; packs.len()];
    let mut found = Vec::new();
    for _ in 0..ROUNDS {
        for (worker, best) in workers.iter_mut().zip(&mut best) {
            let start = Instant::now();
            let cuts = blocks.iter().map(|block| cut(&mut **worker, block)).sum::<usize>();
            *best = start.elapsed().min(*best);
            found.push(cuts);
        }
    }
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "they cut alike");
    Times { best, cuts: found[0] }
}

fn cut(worker: &mut dyn SegmentWorker, text: &str) -> usize {
    let mut cuts = Cuts::new(text);
    worker.cuts(text, Grain::Sentence, &mut cuts).unwrap();
    cuts.finish().unwrap().len()
}

fn blocks(text: &str, len: usize) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (block, left) = rest.split_at(rest.ceil_char_boundary(len));
        blocks.push(block);
        rest = left;
    }
    blocks
}

fn rust(dir: &Path) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let status = Command::new(cargo)
        .args([
            "rustc",
            "--quiet",
            "--release",
            "--package",
            "kawara-native-fixture",
            "--crate-type",
            "cdylib",
        ])
        .arg("--target-dir")
        .arg(dir)
        .args(["--", "--cfg", "kawara_dylib"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.unwrap().success());
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    dir.join("release").join(format!("{before}kawara_native_fixture{after}"))
}

/// `None` where there is no C compiler.
fn c(dir: &Path) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = dir.join("libpack.so");
    let status = Command::new("cc")
        .args(["-O2", "-shared", "-fPIC", "-std=c11", "-I"])
        .arg(here.join("../kawara-abi/include"))
        .arg("-o")
        .arg(&library)
        .arg(here.join("tests/hostile/pack.c"))
        .status();
    status.ok()?.success().then_some(library)
}
