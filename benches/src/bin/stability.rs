//! What the price per chunk buys: size against how many chunks one edited sentence changes.
//!
//! `cargo run --release --bin stability [CORPORA]`

use std::collections::BTreeSet;
use std::ops::Range;

use kawara::{Document, Engine, Stability};
use kawara_benches::{Random, Text, corpora, engine, read};

const COUNTER: &str = "tiktoken:cl100k_base";
const BUDGET: u32 = 256;
const EDITS: usize = 1000;
const SETTINGS: [(&str, Stability); 7] = [
    ("price 4", Stability::Price(4)),
    ("price 8", Stability::Price(8)),
    ("price 15", Stability::Price(15)),
    ("price 30", Stability::Price(30)),
    ("price 60", Stability::Price(60)),
    ("fewest chunks (∞)", Stability::Size),
    ("anchored", Stability::Anchored),
];

/// Cuts a text into chunks: ranges of it.
type Cutter<'a> = Box<dyn Fn(&str) -> Vec<Range<usize>> + 'a>;

fn main() {
    let directory = corpora(std::env::args().nth(1).as_deref());
    println!("| corpus | tiling | chunks | cuts inside a paragraph | smallest chunk (tokens) | chunks changed by an edit: mean | p95 |");
    println!("|---|---|---|---|---|---|---|");
    for language in ["en", "zh", "ja", "th", "md"] {
        let Some(texts) = read(&directory, language) else {
            println!("| {language} | not found in {} |", directory.display());
            continue;
        };
        let engines: Vec<(&str, Engine)> = SETTINGS.iter().map(|(name, stability)| (*name, engine(COUNTER, BUDGET, *stability))).collect();
        let mut cutters: Vec<(&str, Cutter<'_>)> = engines.iter().map(|(name, engine)| (*name, kawara(engine))).collect();
        cutters.push(("greedy", greedy(&engines[0].1)));
        cutters.push(("text-splitter 0.33", text_splitter()));
        for (name, cut) in &cutters {
            println!("| {language} | {name} | {} |", row(&texts, &engines[0].1, cut));
        }
    }
}

fn row(texts: &[Text], units: &Engine, cut: &Cutter<'_>) -> String {
    let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");
    let (mut chunks, mut inside, mut smallest) = (0, 0, usize::MAX);
    for text in texts {
        let ranges = cut(&text.text);
        chunks += ranges.len();
        inside += ranges.iter().skip(1).zip(&ranges).filter(|(_, former)| is_inside(&text.text, former.end)).count();
        if ranges.len() > 1 {
            let least = ranges.iter().map(|range| bpe.encode_ordinary(&text.text[range.clone()]).len()).min();
            smallest = smallest.min(least.unwrap_or(usize::MAX));
        }
    }
    let mut changed = edits(texts, units, cut);
    changed.sort_unstable();
    let mean = changed.iter().sum::<usize>() as f64 / changed.len() as f64;
    format!("{chunks} | {inside} | {smallest} | {mean:.2} | {}", changed[changed.len() * 95 / 100])
}

/// Whether a cut falls inside a paragraph: no line break follows.
fn is_inside(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let blank = &rest[..rest.len() - rest.trim_start().len()];
    !blank.contains('\n') && !rest.trim_start().is_empty()
}

/// For each of a thousand edits, one sentence of one document exchanged for another, the chunks that were not there before.
fn edits(texts: &[Text], units: &Engine, cut: &Cutter<'_>) -> Vec<usize> {
    let mut random = Random(42);
    let mut worker = units.worker();
    let long: Vec<&Text> = texts.iter().filter(|text| text.text.len() > 4000).collect();
    let pool: Vec<&Text> = if long.is_empty() { texts.iter().collect() } else { long };
    let mut known: Vec<Option<(Vec<Range<usize>>, BTreeSet<String>)>> = vec![None; pool.len()];
    let mut changed = Vec::new();
    for _ in 0..EDITS {
        let at = random.below(pool.len());
        let text = &pool[at].text;
        let (sentences, before) = known[at].get_or_insert_with(|| {
            let spans = worker.units(&Document::new("edit", &**text), None).expect("units");
            (spans.into_iter().map(|unit| unit.source).collect(), slices(text, cut))
        });
        let (one, other) = (random.below(sentences.len()), random.below(sentences.len()));
        let mut edited = text.clone();
        edited.replace_range(sentences[one].clone(), &text[sentences[other].clone()]);
        changed.push(slices(&edited, cut).difference(before).count());
    }
    changed
}

fn slices(text: &str, cut: &Cutter<'_>) -> BTreeSet<String> {
    cut(text).into_iter().map(|range| text[range].to_owned()).collect()
}

fn kawara(engine: &Engine) -> Cutter<'_> {
    Box::new(|text| engine.chunk(&Document::new("d", text)).expect("chunks").iter().map(|c| c.source_range()).collect())
}

/// Fills each chunk as far as it goes, and carries one sentence.
fn greedy(engine: &Engine) -> Cutter<'_> {
    let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");
    Box::new(move |text| {
        let units = engine.worker().units(&Document::new("d", text), None).expect("units");
        let tokens = |range: Range<usize>| bpe.encode_ordinary(&text[range]).len() as u32;
        let (mut chunks, mut own, mut start) = (Vec::new(), 0, 0);
        while own < units.len() {
            let mut end = own + 1;
            let from = units[start].source.start;
            while end < units.len() && tokens(from..units[end].source.end) <= BUDGET {
                end += 1;
            }
            chunks.push(from..units[end - 1].source.end);
            let carries = end < units.len()
                && end - start > 1
                && tokens(units[end - 1].source.start..units[end].source.end) <= BUDGET;
            start = end - usize::from(carries);
            own = end;
        }
        chunks
    })
}

fn text_splitter() -> Cutter<'static> {
    let config = text_splitter::ChunkConfig::new(BUDGET as usize)
        .with_sizer(tiktoken_rs::cl100k_base().expect("a vocabulary"))
        .with_overlap(38)
        .expect("an overlap");
    let splitter = text_splitter::TextSplitter::new(config);
    Box::new(move |text| splitter.chunk_indices(text).map(|(at, chunk)| at..at + chunk.len()).collect())
}
