//! What people come from: windows of tokens, words or sentences, and recursive splitting, in place of the planner.
//!
//! All of them are one [walk](walk) over [borders] at which a window may end: cluster ends, word ends, sentence ends, or the ends of what
//! [separators](recursive) split. The windows then cut the document's units into [pieces], so that whatever reads
//! chunks finds units in them as ever: whole sentences, but where a window begins or ends in one.

mod borders;
mod pieces;
mod recursive;
mod walk;
mod words;

use std::ops::Range;

use super::Laid;
use super::context::Contexts;
use crate::settings::{Settings, Strategy, UnitKind};
use crate::units::{Collector, Grain, Units};
use crate::{RangeCount, Result};
use borders::Borders;
use walk::{Measure, Walk};

/// What a strategy needs to know of a document.
pub(crate) struct Windows<'a, 'c> {
    pub(crate) text: &'a str,
    pub(crate) index: &'a dyn RangeCount,
    pub(crate) settings: &'a Settings,
    pub(crate) contexts: Contexts<'c>,
    /// The budget without special tokens.
    pub(crate) room: u32,
}

/// The units that windows are told in: sentences, or what the policy says, but for records, which are texts of their own; and these texts.
///
/// # Errors
/// What a segmenter or the gate returns.
pub(crate) fn collect<'e>(
    collector: &mut Collector<'_, 'e>,
    settings: &Settings,
) -> Result<(Units<'e>, Vec<Range<usize>>)> {
    let grain = match settings.units.kind {
        _ if settings.tiling.strategy == Strategy::SentenceWindow => Some(Grain::Sentence),
        UnitKind::Sentence | UnitKind::Record => Some(Grain::Sentence),
        UnitKind::Clause => Some(Grain::Clause),
        UnitKind::Paragraph => None,
    };
    let units = collector.blocks(grain)?;
    let texts = match (settings.units.kind, &units.list[..]) {
        (_, []) => Vec::new(),
        (UnitKind::Record, _) => {
            collector.collect(UnitKind::Record)?.list.iter().map(|record| record.range()).collect()
        }
        (_, [first, .., last]) => std::iter::once(first.range().start..last.range().end).collect(),
        (_, [only]) => vec![only.range()],
    };
    Ok((units, texts))
}

impl<'c> Windows<'_, 'c> {
    /// Lays windows over each of the texts.
    ///
    /// # Errors
    /// What a counter, a segmenter or the gate returns.
    pub(crate) fn lay<'e>(
        self,
        units: &Units<'e>,
        texts: &[Range<usize>],
        collector: &mut Collector<'_, 'e>,
    ) -> Result<(Laid, Contexts<'c>)> {
        let (document, tiling) = (self.text, &self.settings.tiling);
        let mut walk = Walk::new(self, &units.list);
        for text in texts {
            walk.begin();
            match tiling.strategy {
                Strategy::Units | Strategy::TokenWindow => {
                    walk.lay(text.clone(), Borders::clusters(document, text.clone()), Measure::Tokens)?;
                }
                Strategy::WordWindow => {
                    let ends = words::ends(document, text.clone(), units, collector)?;
                    walk.lay(text.clone(), Borders::at(ends), Measure::Pieces)?;
                }
                Strategy::SentenceWindow => {
                    let ends = sentence_ends(text, units);
                    walk.lay(text.clone(), Borders::at(ends), Measure::Pieces)?;
                }
                Strategy::Recursive => recursive::lay(&mut walk, text.clone(), &tiling.separators)?,
            }
        }
        let (windows, contexts) = walk.finish();
        Ok((pieces::laid(document, &units.list, &windows), contexts))
    }
}

/// Where each unit of a text gives way to the next.
fn sentence_ends(text: &Range<usize>, units: &Units<'_>) -> Vec<u32> {
    let first = units.list.partition_point(|unit| unit.range().start <= text.start);
    let starts = units.list[first..].iter().map(|unit| unit.start);
    starts.take_while(|start| (*start as usize) < text.end).chain([text.end as u32]).collect()
}
