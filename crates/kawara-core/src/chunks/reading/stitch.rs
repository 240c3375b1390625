use std::collections::HashSet;
use std::ops::Range;

use uuid::Uuid;

use super::alike::Said;
use super::expand::{passage, widened};
use super::fit::fit;
use super::{Passage, Shelf, Widen};
use crate::{Counter, Result};

/// A chunk that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its id.
    pub chunk: Uuid,
    /// What it was scored, if that is to be passed on; nothing is decided by it.
    pub score: Option<f64>,
}

impl From<Uuid> for Hit {
    fn from(chunk: Uuid) -> Self {
        Self { chunk, score: None }
    }
}

/// In which order passages come.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By their best hits.
    #[default]
    Rank,
    /// Document after document, by its best hit; in a document as the text goes.
    Document,
}

/// How hits are made passages.
#[derive(Clone, Debug, PartialEq)]
pub struct StitchOptions {
    /// How much wider hits are read.
    pub widen: Widen,
    /// In which order passages come.
    pub order: Order,
    /// A passage is left out if at least this share of it, over 0 to 1, is in one of another document that ranks higher: of its runs of eight
    /// characters, white space aside, each once. `None` leaves none out.
    pub alike: Option<f64>,
    /// What stands between two passages where they are put together, and is counted with them.
    pub separator: String,
    /// The most tokens of all passages together, separators included. Hits are taken by rank, each with as many of the units around it as
    /// fit. One that does not fit itself is left out, and those behind it are tried; only of the first, as many of its first units are taken
    /// as fit. No unit is ever cut.
    pub max_tokens: Option<u32>,
}

impl Default for StitchOptions {
    fn default() -> Self {
        Self {
            widen: Widen::default(),
            order: Order::Rank,
            alike: Some(0.9),
            separator: "\n\n".into(),
            max_tokens: None,
        }
    }
}

/// What became of hits: each is in a passage or told of here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stitched {
    /// The passages, in the order asked for.
    pub passages: Vec<Passage>,
    /// Exactly the tokens of the passages put together with separators, where they were counted; without special tokens.
    pub tokens: Option<u32>,
    /// Passages that say what another has said.
    pub duplicates: Vec<Duplicate>,
    /// Hits that did not fit, by rank.
    pub left_out: Vec<Uuid>,
    /// Hits that are not at hand, by rank.
    pub unknown: Vec<Uuid>,
}

/// A passage that was left out, since another document has said it.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicate {
    /// The hits in it, the best first.
    pub chunks: Vec<Uuid>,
    /// The best hit of the passage that has said it.
    pub of: Uuid,
    /// How much of it that has, over 0 to 1.
    pub share: f64,
}

impl Stitched {
    /// The passages put together.
    pub fn text(&self, separator: &str) -> String {
        let texts: Vec<&str> = self.passages.iter().map(|passage| &*passage.text).collect();
        texts.join(separator)
    }
}

/// A hit, found on the shelf.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) rank: usize,
    pub(super) chunk: Uuid,
    pub(super) segment: usize,
    /// Its own units, and what they are widened to.
    pub(super) hit: Range<usize>,
    pub(super) units: Range<usize>,
    pub(super) is_short: bool,
}

/// Hits that became one.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    pub(super) segment: usize,
    pub(super) units: Range<usize>,
    pub(super) hits: Vec<Found>,
    pub(super) is_short: bool,
    pub(super) is_cut: bool,
}

impl Merged {
    pub(super) fn of(found: Found) -> Self {
        Self {
            segment: found.segment,
            units: found.units.clone(),
            is_short: found.is_short,
            is_cut: false,
            hits: vec![found],
        }
    }

    pub(super) fn by_rank(&mut self) {
        self.hits.sort_by_key(|hit| hit.rank);
    }

    /// The rank of its best hit, once hits are sorted.
    pub(super) fn rank(&self) -> usize {
        self.hits.first().map_or(usize::MAX, |hit| hit.rank)
    }
}

/// Makes passages of hits, which come best first.
///
/// Each is widened; those of a document that overlap or touch become one passage, in which nothing stands twice; passages that another
/// document has said are left out; what remains is fitted into the budget, the best first. A hit that is named again is passed over.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::reading::{Shelf, StitchOptions, stitch};
/// use kawara_core::{Document, Engine, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.budget.max_tokens = 6;
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
/// let text = "It was night. The pump stopped. Nobody noticed it. The tank ran dry.";
/// let chunks = engine.chunk(&Document::new("pump", text))?;
/// assert_eq!(chunks.get(1).unwrap().text(), "The pump stopped. Nobody noticed it.");
///
/// let hits = [1, 0].map(|nth| chunks.get(nth).unwrap().id().into());
/// let stitched = stitch(&Shelf::of_chunks([&chunks]), &hits, &StitchOptions::default(), None)?;
/// assert_eq!(stitched.passages.len(), 1);
/// assert_eq!(stitched.passages[0].text, "It was night. The pump stopped. Nobody noticed it.");
/// # Ok::<(), kawara_core::Error>(())
/// ```
///
/// # Errors
/// What the counter returns. One is needed where `max_tokens` is given.
pub fn stitch(
    shelf: &Shelf<'_>,
    hits: &[Hit],
    options: &StitchOptions,
    counter: Option<&dyn Counter>,
) -> Result<Stitched> {
    let mut stitched = Stitched::default();
    let mut seen = HashSet::new();
    let mut found: Vec<Found> = Vec::new();
    for (rank, hit) in hits.iter().enumerate() {
        if !seen.insert(hit.chunk) {
            continue;
        }
        match widened(shelf, hit.chunk, options.widen) {
            Some(widened) => found.push(Found { rank, ..widened }),
            None => stitched.unknown.push(hit.chunk),
        }
    }
    let mut merged = unlike(shelf, merge(found), options.alike, &mut stitched.duplicates);
    if let Some(max_tokens) = options.max_tokens {
        let mut found: Vec<Found> = merged.into_iter().flat_map(|merged| merged.hits).collect();
        found.sort_by_key(|found| found.rank);
        (merged, stitched.left_out) = fit(shelf, &found, options, counter, max_tokens)?;
    }
    sort(shelf, &mut merged, options.order);
    for merged in &merged {
        let mut passage = passage(shelf, merged.segment, merged.units.clone());
        passage.chunks = merged.hits.iter().map(|hit| hit.chunk).collect();
        passage.rank = merged.rank();
        passage.score = hits.get(passage.rank).and_then(|hit| hit.score);
        passage.tokens = counter.map(|counter| counter.count(&passage.text)).transpose()?;
        (passage.is_short, passage.is_cut) = (merged.is_short, merged.is_cut);
        stitched.passages.push(passage);
    }
    stitched.tokens = counter.map(|counter| counter.count(&stitched.text(&options.separator))).transpose()?;
    Ok(stitched)
}

/// What overlaps or touches becomes one; by rank.
fn merge(mut found: Vec<Found>) -> Vec<Merged> {
    found.sort_by_key(|found| (found.segment, found.units.start, found.units.end, found.rank));
    let mut merged: Vec<Merged> = Vec::new();
    for found in found {
        match merged.last_mut() {
            Some(last) if last.segment == found.segment && found.units.start <= last.units.end => {
                last.units.end = last.units.end.max(found.units.end);
                last.is_short |= found.is_short;
                last.hits.push(found);
            }
            _ => merged.push(Merged::of(found)),
        }
    }
    merged.iter_mut().for_each(Merged::by_rank);
    merged.sort_by_key(Merged::rank);
    merged
}

/// Without those that one before them, of another document, has said.
fn unlike(
    shelf: &Shelf<'_>,
    merged: Vec<Merged>,
    share: Option<f64>,
    duplicates: &mut Vec<Duplicate>,
) -> Vec<Merged> {
    let Some(share) = share else { return merged };
    let mut said = Said::default();
    let mut kept: Vec<Merged> = Vec::new();
    for merged in merged {
        let segment = &shelf.segments[merged.segment];
        let (text, _) = segment.read(merged.units.clone());
        match said.find_or_keep(&segment.doc_id, &text, share) {
            None => kept.push(merged),
            Some((of, share)) => duplicates.push(Duplicate {
                chunks: merged.hits.iter().map(|hit| hit.chunk).collect(),
                of: kept[of].hits[0].chunk,
                share,
            }),
        }
    }
    kept
}

/// Brings passages, which come by rank, into an order.
pub(super) fn sort(shelf: &Shelf<'_>, merged: &mut [Merged], order: Order) {
    if order == Order::Document {
        let mut documents: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for merged in &*merged {
            let first = documents.entry(&shelf.segments[merged.segment].doc_id).or_insert(usize::MAX);
            *first = merged.rank().min(*first);
        }
        merged.sort_by_key(|merged| {
            let document = &*shelf.segments[merged.segment].doc_id;
            (documents.get(document).copied(), merged.segment, merged.units.start)
        });
    }
}
