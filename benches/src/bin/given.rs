//! Somebody else's units in our tiler, so that units alone are compared.
//!
//! `cargo run --release --bin given DOCS TOKENS OVERLAP [UNITS] > CHUNKS`
//!
//! DOCS has a line `{"id", "text"}` a document, UNITS a line `{"id", "boundaries"}`: characters before each unit but the first.
//! Without UNITS, the units are those of the packs. Lines are kept apart either way. CHUNKS are in characters, for an evaluator.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use kawara::{
    Carry, Cuts, Document, Engine, Grain, Newline, Options, Overlap, Pack, Registry, Result, SegmentWorker, Segmenter, SegmenterEntry,
    Settings,
};
use kawara_benches::{Text, read_file};
use serde_json::{Value, json};

/// The language that given units are asked for under: one that no pack knows.
const LANGUAGE: &str = "qaa";
static PACK: Pack = Pack::new("given", "0").segmenters(&[SegmenterEntry::new("given", &[LANGUAGE], |_| Ok(Arc::new(Given))).grains(&[
    Grain::Sentence,
    Grain::Clause,
    Grain::Word,
])]);
static THAI: LazyLock<Arc<dyn Segmenter>> = LazyLock::new(|| {
    let registry = kawara::registry().expect("packs");
    let (_, entry) = registry.segmenter("th").expect("the Thai pack");
    entry.open(&Options::new()).expect("the Thai pack")
});
/// Ends of units by the text of the line they are in.
static GIVEN: OnceLock<BTreeMap<String, Vec<usize>>> = OnceLock::new();

/// Sentences as given; finer grains by the rules for Thai, so that both sides fall back alike.
struct Given;

impl Segmenter for Given {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Given)
    }
}

impl SegmentWorker for Given {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        let given = GIVEN.get().and_then(|given| given.get(text)).filter(|_| grain == Grain::Sentence);
        match given {
            Some(ends) => ends.iter().try_for_each(|end| out.push(*end)),
            None if grain == Grain::Sentence => out.push(text.len()),
            None => THAI.worker().cuts(text, grain, out),
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [documents, tokens, overlap, units @ ..] = &arguments[..] else {
        panic!("usage: given DOCS TOKENS OVERLAP [UNITS]");
    };
    let documents = read_file(Path::new(documents)).expect("documents");
    let mut settings = Settings::default();
    settings.budget.counter = "tiktoken:cl100k_base".into();
    settings.budget.max_tokens = tokens.parse().expect("a number of tokens");
    settings.units.overlap = Overlap::all(Carry::Units(overlap.parse().expect("a number of units")));
    settings.read.newline = Newline::Hard;
    settings.context.prepend.clear();
    if let Some(units) = units.first() {
        GIVEN.get_or_init(|| given(&documents, &std::fs::read_to_string(units).expect("units")));
        settings.language = Some(LANGUAGE.into());
    }
    let packs: Vec<&'static Pack> = kawara::builtin().iter().copied().chain([&PACK]).collect();
    let engine = Engine::new(Registry::collect(&packs).expect("packs"), Arc::new(settings));
    let mut worker = engine.worker();
    for document in &documents {
        let source = Document::new(document.id.as_str(), document.text.as_str()).with_content_type("text/plain");
        for chunk in worker.chunk(&source).expect("chunks").iter() {
            let characters = chunk.char_range();
            println!(
                "{}",
                json!({"doc_id": document.id, "start": characters.start, "end": characters.end, "tokens": chunk.tokens()})
            );
        }
    }
}

/// The ends of the units in each line.
fn given(documents: &[Text], units: &str) -> BTreeMap<String, Vec<usize>> {
    let rows = units.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    let boundaries: BTreeMap<String, BTreeSet<usize>> = rows
        .map(|row| {
            let ends = row["boundaries"].as_array().expect("boundaries").iter().filter_map(Value::as_u64);
            (row["id"].as_str().expect("an id").to_owned(), ends.map(|end| end as usize).collect())
        })
        .collect();
    let mut given = BTreeMap::new();
    for document in documents {
        let cuts = &boundaries[&document.id];
        let mut characters = 0;
        for line in document.text.split('\n') {
            let mut ends: Vec<usize> = Vec::new();
            for (nth, (at, c)) in line.char_indices().enumerate() {
                // White space belongs to the unit before it.
                if at > 0 && !c.is_whitespace() && is_cut(cuts, line, at, characters + nth) {
                    ends.push(at);
                }
            }
            ends.push(line.len());
            given.insert(line.to_owned(), ends);
            characters += line.chars().count() + 1;
        }
    }
    given
}

/// Whether a boundary lies before the character at byte `at`, or in the white space before it.
fn is_cut(cuts: &BTreeSet<usize>, line: &str, at: usize, nth: usize) -> bool {
    let blanks = line[..at].chars().rev().take_while(|c| c.is_whitespace()).count();
    cuts.range(nth - blanks..=nth).next().is_some()
}
