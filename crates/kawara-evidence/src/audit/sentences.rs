//! Sentences, as the languages' packs cut them, and what became of them.

use std::ops::Range;

use kawara::{Document, Grain, Result, Worker};

use super::tiles::{Tile, reaches};

/// A sentence of a document from its first letter or digit to its last, in half-open bytes of the source: what stands around it may
/// be cut off without tearing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) bytes: Range<usize>,
    /// All of it, with its marks: what has to fit.
    pub(super) whole: Range<usize>,
    /// The primary subtag.
    pub(super) language: String,
}

/// What became of the sentences of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// Those of which any chunk has something, by their places.
    pub(super) touched: Vec<usize>,
    /// Those of them that no chunk has whole.
    pub(super) nowhere: Vec<usize>,
    /// Chunks that begin inside one: chunk and sentence.
    pub(super) begin: Vec<(usize, usize)>,
    /// Chunks that end inside one.
    pub(super) end: Vec<(usize, usize)>,
}

/// The sentences of a document; blocks that are not cut, such as headings and code, count as one each.
///
/// # Errors
/// As [`Worker::units`].
pub(super) fn sentences(worker: &mut Worker<'_>, document: &Document) -> Result<Vec<Sentence>> {
    let text = document.text();
    let units = worker.units(document, Some(Grain::Sentence))?;
    let mut sentences: Vec<Sentence> = Vec::with_capacity(units.len());
    for unit in units {
        let slice = text.get(unit.source.clone()).unwrap_or_default();
        let trimmed = slice.trim_start_matches(|c: char| !c.is_alphanumeric());
        let start = unit.source.end - trimmed.len();
        let trimmed = trimmed.trim_end_matches(|c: char| !c.is_alphanumeric());
        let bytes = start..start + trimmed.len();
        let is_behind = sentences.last().is_none_or(|last| last.bytes.end <= bytes.start);
        if !bytes.is_empty() && is_behind {
            let language = unit.language.split('-').next().unwrap_or_default().to_owned();
            sentences.push(Sentence { bytes, whole: unit.source, language });
        }
    }
    Ok(sentences)
}

/// The sentence that a byte lies inside of, with something of it on either side.
pub(super) fn inside(sentences: &[Sentence], byte: usize) -> Option<usize> {
    let nth = sentences.partition_point(|sentence| sentence.bytes.end <= byte);
    sentences.get(nth).filter(|sentence| sentence.bytes.start < byte).map(|_| nth)
}

/// How many sentences lie wholly inside a range.
pub(super) fn within(sentences: &[Sentence], range: &Range<usize>) -> usize {
    let start = sentences.partition_point(|sentence| sentence.bytes.start < range.start);
    let end = sentences.partition_point(|sentence| sentence.bytes.end <= range.end);
    end.saturating_sub(start)
}

impl Fate {
    /// Of tiles as [`Tiles`](super::tiles::Tiles) orders them.
    pub(super) fn of(sentences: &[Sentence], tiles: &[Tile]) -> Self {
        let reaches = reaches(tiles);
        let reach =
            |tiles: usize| tiles.checked_sub(1).and_then(|last| reaches.get(last)).copied().unwrap_or(0);
        let mut fate = Self::default();
        for (nth, Sentence { bytes, .. }) in sentences.iter().enumerate() {
            let from_start = tiles.partition_point(|tile| tile.bytes.start <= bytes.start);
            let begun = tiles.partition_point(|tile| tile.bytes.start < bytes.end);
            if reach(begun) > bytes.start {
                fate.touched.push(nth);
                if reach(from_start) < bytes.end {
                    fate.nowhere.push(nth);
                }
            }
        }
        for tile in tiles {
            fate.begin.extend(inside(sentences, tile.bytes.start).map(|nth| (tile.nth, nth)));
            fate.end.extend(inside(sentences, tile.bytes.end).map(|nth| (tile.nth, nth)));
        }
        fate
    }

    /// Whether no chunk has a sentence whole.
    pub(super) fn is_nowhere(&self, sentence: usize) -> bool {
        self.nowhere.binary_search(&sentence).is_ok()
    }
}
