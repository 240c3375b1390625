//! The tables, as Markdown.

use kawara_benches::read_file;

use crate::CORPORA;
use crate::arguments::Arguments;
use crate::cells::{dash, heading, megabytes, row, times, times_or_dash};
use crate::contender::{CHUNKEDRS, COUNT, KAWARA, LIBRARY, STABLE, TEXT_SPLITTER};
use crate::counters::{HUGGINGFACE, OPENAI};
use crate::process::{Cost, costs};
use crate::verify::{Verdict, verify};

/// What opening a counter needs, in kawara and in the library of its vocabulary.
pub struct Start {
    counter: String,
    kawara: Cost,
    library: Cost,
}

/// A corpus, and what was carried in it.
pub type Carried = (&'static str, Verdict);

pub fn openai(arguments: &Arguments, starts: &mut Vec<Start>, carried: &mut Vec<Carried>) {
    let speed = arguments.speed_unit();
    heading(&[
        "counter",
        "corpus",
        "MB",
        &format!("bpe-openai, {speed}"),
        "kawara counting",
        "kawara chunking",
        "chunkedrs 1.1.0, of kawara",
        "text-splitter 0.33, of kawara",
        "chunks",
        "over budget",
        "miscounted",
    ]);
    for name in OPENAI.into_iter().filter(|name| arguments.wants(name)) {
        let counter = format!("tiktoken:{name}");
        let mut start = None;
        for corpus in CORPORA {
            let file = arguments.corpus(corpus);
            let Some(texts) = read_file(&file) else {
                println!("| {name} | {corpus} | not found: {} |", file.display());
                continue;
            };
            let [library, count, kawara] =
                costs(arguments, [LIBRARY, COUNT, KAWARA], &counter, &file).map(all);
            let chunkedrs =
                if name == "cl100k_base" { costs(arguments, [CHUNKEDRS], &counter, &file) } else { [None] };
            let splitter = costs(arguments, [TEXT_SPLITTER], &counter, &file);
            let verdict = verify(&counter, &texts);
            let bytes = texts.iter().map(|text| text.text.len()).sum();
            row(&[
                name.into(),
                corpus.into(),
                megabytes(bytes),
                arguments.speed(bytes, library),
                times(count, library),
                times(kawara, library),
                times_or_dash(chunkedrs[0], kawara),
                times_or_dash(splitter[0], kawara),
                verdict.chunks.to_string(),
                verdict.over.to_string(),
                verdict.miscounted.to_string(),
            ]);
            if name == "cl100k_base" {
                carried.push((corpus, verdict));
            }
            start = Some(merge(start, name, kawara, library));
        }
        starts.extend(start);
    }
    println!();
}

pub fn huggingface(arguments: &Arguments, starts: &mut Vec<Start>) {
    let speed = arguments.speed_unit();
    heading(&[
        "counter",
        "corpus",
        "MB",
        &format!("kawara counting, {speed}"),
        "kawara chunking",
        &format!("tokenizers 1.0.0-rc.3, {speed}"),
        "kawara chunking",
        &format!("tokenizers 0.23, {speed}"),
        "text-splitter 0.33, of kawara",
        "chunks",
        "over budget",
        "miscounted",
        "[UNK]",
    ]);
    for name in HUGGINGFACE.into_iter().filter(|name| arguments.wants(name)) {
        let tokenizer = arguments.tokenizer(name);
        if !tokenizer.is_file() {
            println!("| {name} | not found: {} |", tokenizer.display());
            continue;
        }
        let counter = format!("hf:{}", tokenizer.display());
        let mut start = None;
        for corpus in CORPORA {
            let file = arguments.corpus(corpus);
            let Some(texts) = read_file(&file) else {
                println!("| {name} | {corpus} | not found: {} |", file.display());
                continue;
            };
            let [library, count, kawara] =
                costs(arguments, [LIBRARY, COUNT, KAWARA], &counter, &file).map(all);
            let [stable, splitter] = costs(arguments, [STABLE, TEXT_SPLITTER], &counter, &file);
            let verdict = verify(&counter, &texts);
            let bytes = texts.iter().map(|text| text.text.len()).sum();
            row(&[
                name.into(),
                corpus.into(),
                megabytes(bytes),
                arguments.speed(bytes, count),
                times(kawara, count),
                arguments.speed(bytes, library),
                times(kawara, library),
                stable.map_or_else(dash, |stable| arguments.speed(bytes, stable)),
                times_or_dash(splitter, kawara),
                verdict.chunks.to_string(),
                verdict.over.to_string(),
                verdict.miscounted.to_string(),
                verdict
                    .unknown
                    .filter(|share| *share > 0.0)
                    .map_or_else(dash, |share| format!("{:.2} %", share * 100.0)),
            ]);
            start = Some(merge(start, name, kawara, library));
        }
        starts.extend(start);
    }
    println!();
}

pub fn start_up(starts: &[Start]) {
    heading(&[
        "counter",
        "kawara: opening, ms",
        "memory then, MB",
        "peak, MB",
        "library: opening, ms",
        "memory then, MB",
        "peak, MB",
    ]);
    for Start { counter, kawara, library } in starts {
        let mut cells = vec![counter.clone()];
        for cost in [kawara, library] {
            cells.push(format!("{:.0}", cost.opening * 1e3));
            cells.extend([cost.opened, cost.peak].map(|kilobytes| (kilobytes / 1000).to_string()));
        }
        row(&cells);
    }
    println!();
}

pub fn carried(carried: &[Carried]) {
    heading(&["corpus", "boundaries", "carried", "flagged"]);
    for (corpus, verdict) in carried {
        let counts = [verdict.boundaries, verdict.carried, verdict.flagged];
        row(&[vec![(*corpus).to_owned()], counts.map(|count| count.to_string()).to_vec()].concat());
    }
}

impl Arguments {
    fn speed_unit(&self) -> &'static str {
        if self.instructions { "instructions a byte" } else { "MB/s" }
    }

    fn speed(&self, bytes: usize, cost: Cost) -> String {
        let bytes = bytes as f64;
        format!("{:.1}", if self.instructions { cost.work / bytes } else { bytes / 1e6 / cost.work })
    }
}

/// Over corpora: the least of openings, the most of memory.
fn merge(before: Option<Start>, counter: &str, kawara: Cost, library: Cost) -> Start {
    let Some(before) = before else { return Start { counter: counter.into(), kawara, library } };
    let both = |one: Cost, other: Cost| Cost {
        opening: one.opening.min(other.opening),
        opened: one.opened.max(other.opened),
        peak: one.peak.max(other.peak),
        ..one
    };
    Start { kawara: both(before.kawara, kawara), library: both(before.library, library), ..before }
}

fn all(cost: Option<Cost>) -> Cost {
    cost.expect("at least one round")
}
