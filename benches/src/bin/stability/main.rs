//! What one edit costs, against how many chunks there are: the fewest possible, the settings of policies, and peers.
//!
//! `cargo run --release --bin stability [CORPORA] [--tokens N] [--min-tokens N] [--edits N] [--seed N] [--curve]`

mod arguments;
mod cutters;
mod edits;

use kawara::{Engine, Stability};
use kawara_benches::{Text, engine, read};

use arguments::Arguments;
use cutters::Cutter;
use edits::{Edit, Pool};

const COUNTER: &str = "tiktoken:cl100k_base";

/// The corpora, and whether their documents are read as what their names say; if not, as plain text.
const CORPORA: [(&str, bool); 7] =
    [("en", false), ("zh", false), ("ja", false), ("th", false), ("md", true), ("md", false), ("code", true)];

/// The words of policies; the first is what the others are compared with.
const WORDS: [(&str, Stability); 3] =
    [("size", Stability::Size), ("balanced", Stability::Balanced), ("anchored", Stability::Anchored)];

/// Points between them.
const CURVE: [(&str, Stability); 6] = [
    ("size", Stability::Size),
    ("price 200", Stability::Price(200)),
    ("price 100", Stability::Price(100)),
    ("price 50", Stability::Price(50)),
    ("price 25", Stability::Price(25)),
    ("balanced", Stability::Balanced),
];

fn main() {
    let arguments = Arguments::parse(std::env::args().skip(1));
    let settings: &[(&str, Stability)] = if arguments.curve { &CURVE } else { &WORDS };
    let engines: Vec<(&str, Engine)> = settings
        .iter()
        .map(|(name, stability)| (*name, engine(COUNTER, arguments.tokens, arguments.min_tokens, *stability)))
        .collect();
    println!(
        "| corpus | tiling | chunks | more than the fewest | cuts inside a paragraph | a sentence exchanged: mean / p95 / p99 / max | inserted | deleted |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (corpus, as_named) in CORPORA {
        let Some(texts) = read(&arguments.corpora, corpus) else {
            println!("| {corpus} | not found in {} |", arguments.corpora.display());
            continue;
        };
        let mut cutters: Vec<(&str, Cutter<'_>)> =
            engines.iter().map(|(name, engine)| (*name, cutters::kawara(engine, as_named))).collect();
        if !arguments.curve {
            cutters.push(("greedy", cutters::greedy(&engines[0].1, arguments.tokens, as_named)));
            cutters.push(("text-splitter 0.33", cutters::text_splitter(arguments.tokens)));
        }
        let pool = Pool::new(&texts, &engines[0].1, as_named);
        let read_as = if as_named || corpus != "md" { "" } else { ", as plain text" };
        let mut fewest = None;
        for (name, cut) in &cutters {
            let (chunks, inside) = laid(&texts, cut);
            let fewest = *fewest.get_or_insert(chunks);
            let more = 100.0 * (chunks as f64 / fewest as f64 - 1.0);
            let embedded = Edit::ALL.map(|edit| pool.embedded(edit, arguments.edits, arguments.seed, cut));
            let [exchanged, inserted, deleted] = embedded.map(summary);
            println!(
                "| {corpus}{read_as} | {name} | {chunks} | {more:+.1} % | {inside} | {exchanged} | {inserted} | {deleted} |"
            );
        }
    }
}

/// The chunks of a corpus, and at how many of them a cut falls inside a paragraph.
fn laid(texts: &[Text], cut: &Cutter<'_>) -> (usize, usize) {
    texts.iter().fold((0, 0), |(chunks, inside), text| {
        let pieces = cut(text, &text.text);
        let cuts = &pieces[..pieces.len().saturating_sub(1)];
        (
            chunks + pieces.len(),
            inside + cuts.iter().filter(|piece| is_inside(&text.text, piece.range.end)).count(),
        )
    })
}

/// Whether a cut falls inside a paragraph: no line break follows.
fn is_inside(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let blank = &rest[..rest.len() - rest.trim_start().len()];
    !blank.contains('\n') && !rest.trim_start().is_empty()
}

fn summary(mut embedded: Vec<usize>) -> String {
    embedded.sort_unstable();
    let mean = embedded.iter().sum::<usize>() as f64 / embedded.len() as f64;
    let at = |percent: usize| embedded[(embedded.len() * percent / 100).min(embedded.len() - 1)];
    format!("{mean:.2} / {} / {} / {}", at(95), at(99), at(100))
}
