//! Chunks as they lie in their documents, whoever laid them.

use std::cmp::Reverse;
use std::ops::Range;

use kawara::is_blank;

use super::place::Aligned;
use crate::{Corpus, Laid};

/// A chunk that has a place.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// Its place among all chunks.
    pub(super) nth: usize,
    /// Half-open bytes of the source.
    pub(super) bytes: Range<usize>,
    /// The stretches of them that it has.
    pub(super) stretches: Vec<Range<usize>>,
    /// Whether its ends are the source's, byte for byte.
    pub(super) is_exact: bool,
}

/// The tiles of every document: by their start, of equal starts the longer first.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles(Vec<Vec<Tile>>);

impl Tiles {
    pub(super) fn aligned(corpus: &Corpus, chunks: &[Aligned]) -> Self {
        let mut tiles = vec![Vec::new(); corpus.sources().len()];
        for (nth, chunk) in chunks.iter().enumerate() {
            if let Some(place) = chunk.place()
                && let Some(tiles) = tiles.get_mut(place.document)
            {
                let stretches = place.stretches.clone();
                tiles.push(Tile {
                    nth,
                    bytes: place.bytes.clone(),
                    stretches,
                    is_exact: place.way.is_exact(),
                });
            }
        }
        Self::sorted(tiles)
    }

    pub(super) fn laid(laid: &Laid) -> Self {
        let tiles = laid.documents.iter().map(|document| {
            let chunks = document.chunks.iter().flat_map(|chunks| chunks.iter());
            let tile = |(nth, chunk): (usize, kawara::Chunk<'_>)| {
                let bytes = chunk.source_range();
                // What stands for blanks alone, such as an escaped line break, may as well be at a border and in no chunk.
                let has_text =
                    |text: Range<usize>| !chunk.text().get(text).is_some_and(|t| t.chars().all(is_blank));
                let spans = chunk.map().filter(|span| has_text(span.text..span.text + span.text_len));
                let mapped: Vec<Range<usize>> =
                    spans.map(|span| span.source..span.source + span.source_len).collect();
                let stretches = if chunk.map().next().is_none() { vec![bytes.clone()] } else { mapped };
                Tile { nth: document.pieces.start + nth, bytes, stretches, is_exact: true }
            };
            chunks.enumerate().map(tile).collect()
        });
        Self::sorted(tiles.collect())
    }

    fn sorted(mut tiles: Vec<Vec<Tile>>) -> Self {
        for tiles in &mut tiles {
            tiles.sort_by_key(|tile| (tile.bytes.start, Reverse(tile.bytes.end), tile.nth));
        }
        Self(tiles)
    }

    /// Those of a document.
    pub(super) fn of(&self, document: usize) -> &[Tile] {
        self.0.get(document).map_or(&[], Vec::as_slice)
    }

    /// Those of a document that reach beyond all before them, and those that lie wholly inside one before.
    pub(super) fn onward(&self, document: usize) -> (Vec<&Tile>, Vec<(&Tile, &Tile)>) {
        let (mut onward, mut inside): (Vec<&Tile>, Vec<(&Tile, &Tile)>) = Default::default();
        for tile in self.of(document) {
            match onward.last() {
                Some(last) if tile.bytes.end <= last.bytes.end => inside.push((tile, *last)),
                _ => onward.push(tile),
            }
        }
        (onward, inside)
    }
}

/// For each tile, how far it and those before it reach.
pub(super) fn reaches(tiles: &[Tile]) -> Vec<usize> {
    let mut furthest = 0;
    tiles
        .iter()
        .map(|tile| {
            furthest = furthest.max(tile.bytes.end);
            furthest
        })
        .collect()
}
