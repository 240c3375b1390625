use std::ops::Range;

use uuid::Uuid;

use super::stitch::Found;
use super::{Passage, Shelf};
use crate::blocks::Span;

/// How much wider a hit is read than it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widen {
    /// By so many units before and behind it, whatever stands there; 0 and 0 leave it as it is.
    Units {
        /// Before it.
        back: usize,
        /// Behind it.
        forward: usize,
    },
    /// To its parent: the smallest passage that it stands in, where there are any; else its record, if that was cut, its section, or the
    /// document where it stands under no heading. Where it is not known how far the parent reaches: to the chunks around it that have
    /// the same one.
    Parent,
    /// To what so many parents up is: 1 is its parent, 2 the parent of that; the document where there are not so many. Where a parent is
    /// not at hand, as far as the last that is, and it is [short](super::Passage::is_short).
    Above(usize),
}

impl Default for Widen {
    fn default() -> Self {
        Self::Units { back: 0, forward: 0 }
    }
}

/// Widens one hit; `None` where the chunk is not at hand.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::reading::{Shelf, Widen, expand};
/// use kawara_core::{Document, Engine, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.budget.max_tokens = 6;
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
/// let text = "It was night. The pump stopped. Nobody noticed it. The tank ran dry.";
/// let chunks = engine.chunk(&Document::new("pump", text))?;
///
/// let shelf = Shelf::of_chunks([&chunks]);
/// let passage = expand(&shelf, chunks.get(0).unwrap().id(), Widen::Units { back: 1, forward: 1 }).unwrap();
/// assert_eq!(passage.text, "It was night. The pump stopped. Nobody noticed it.");
/// assert_eq!(passage.source, 0..50);
/// assert_eq!(expand(&shelf, chunks.get(0).unwrap().id(), Widen::Parent).unwrap().text, text);
/// # Ok::<(), kawara_core::Error>(())
/// ```
pub fn expand(shelf: &Shelf<'_>, chunk: Uuid, widen: Widen) -> Option<Passage> {
    let found = widened(shelf, chunk, widen)?;
    let mut passage = passage(shelf, found.segment, found.units);
    passage.chunks.push(chunk);
    passage.is_short = found.is_short;
    Some(passage)
}

pub(super) fn widened(shelf: &Shelf<'_>, chunk: Uuid, widen: Widen) -> Option<Found> {
    let place = shelf.place(chunk)?;
    let segment = shelf.segments.get(place.segment)?;
    let hit = segment.units(place.range.clone());
    let levels = if let Widen::Above(levels) = widen { levels } else { 1 };
    let (units, is_short) = match widen {
        Widen::Units { back, forward } => {
            let end = hit.end.saturating_add(forward);
            let is_short =
                (hit.start < back && segment.is_open.0) || (end > segment.len() && segment.is_open.1);
            (hit.start.saturating_sub(back)..end.min(segment.len()), is_short)
        }
        Widen::Above(0) => (hit.clone(), false),
        Widen::Parent | Widen::Above(_) => {
            match place.parent.and_then(|parent| shelf.above(parent, levels)) {
                Some((source, is_all)) => {
                    let (units, is_short) = segment.units_of_source(source);
                    (units, is_short || !is_all)
                }
                None => {
                    let units = segment.units(segment.family(place.range.start));
                    let is_short = (units.start == 0 && segment.is_open.0)
                        || (units.end == segment.len() && segment.is_open.1);
                    (units, is_short || levels > 1)
                }
            }
        }
    };
    // A chunk that crosses its section's edge is never made narrower.
    let units = units.start.min(hit.start)..units.end.max(hit.end);
    Some(Found { rank: 0, chunk, segment: place.segment, hit, units, is_short })
}

/// The passage of some units, before it is known which hits are in it.
pub(super) fn passage(shelf: &Shelf<'_>, segment: usize, units: Range<usize>) -> Passage {
    let segment = &shelf.segments[segment];
    let (text, spans) = segment.read(units);
    let is_there = |span: &&Span| span.source_len > 0;
    let place = spans.first().map_or(0, |span| span.source);
    let start = spans.iter().filter(is_there).map(|span| span.source).min().unwrap_or(place);
    let end = spans.iter().filter(is_there).map(|span| span.source + span.source_len).max().unwrap_or(place);
    Passage {
        doc_id: segment.doc_id.to_string(),
        text,
        source: start..end,
        spans,
        chunks: Vec::new(),
        rank: 0,
        score: None,
        tokens: None,
        is_short: false,
        is_cut: false,
    }
}
