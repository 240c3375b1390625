//! Who cuts: kawara, its units filled greedily, and text-splitter.

use std::collections::BTreeMap;
use std::ops::Range;

use kawara::{Document, Engine};
use kawara_benches::Text;

/// A chunk: where it stands in its text, and what names its content, the nth equal one its own.
pub struct Piece {
    pub range: Range<usize>,
    pub id: String,
}

/// Cuts a text that stands in a document's place.
pub type Cutter<'a> = Box<dyn Fn(&Text, &str) -> Vec<Piece> + 'a>;

/// The document to be read. Ids of documentation and code end with a path behind a colon, which says what they are.
pub fn document(text: &Text, content: &str, as_named: bool) -> Document {
    let document = Document::new(&*text.id, content);
    match text.id.split_once(':') {
        Some((_, path)) if as_named => document.with_path(path),
        _ => document,
    }
}

pub fn kawara(engine: &Engine, as_named: bool) -> Cutter<'_> {
    Box::new(move |text, content| {
        let chunks = engine.chunk(&document(text, content, as_named)).expect("chunks");
        chunks.iter().map(|chunk| Piece { range: chunk.source_range(), id: chunk.id().to_string() }).collect()
    })
}

/// Fills each chunk as far as it goes, and carries one sentence.
pub fn greedy(engine: &Engine, budget: u32, as_named: bool) -> Cutter<'_> {
    let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");
    Box::new(move |text, content| {
        let units = engine.worker().units(&document(text, content, as_named), None).expect("units");
        let tokens = |range: Range<usize>| bpe.encode_ordinary(&content[range]).len() as u32;
        let (mut chunks, mut own, mut start) = (Vec::new(), 0, 0);
        while own < units.len() {
            let mut end = own + 1;
            let from = units[start].source.start;
            while end < units.len() && tokens(from..units[end].source.end) <= budget {
                end += 1;
            }
            chunks.push(from..units[end - 1].source.end);
            let carries = end < units.len()
                && end - start > 1
                && tokens(units[end - 1].source.start..units[end].source.end) <= budget;
            start = end - usize::from(carries);
            own = end;
        }
        named(content, chunks.into_iter())
    })
}

/// With 15 % of overlap.
pub fn text_splitter(budget: u32) -> Cutter<'static> {
    let config = text_splitter::ChunkConfig::new(budget as usize)
        .with_sizer(tiktoken_rs::cl100k_base().expect("a vocabulary"))
        .with_overlap(budget as usize * 15 / 100)
        .expect("an overlap");
    let splitter = text_splitter::TextSplitter::new(config);
    Box::new(move |_, content| {
        named(content, splitter.chunk_indices(content).map(|(at, chunk)| at..at + chunk.len()))
    })
}

fn named(content: &str, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Piece> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    ranges
        .map(|range| {
            let nth = seen.entry(&content[range.clone()]).or_default();
            *nth += 1;
            Piece { id: format!("{nth} {}", &content[range.clone()]), range }
        })
        .collect()
}
