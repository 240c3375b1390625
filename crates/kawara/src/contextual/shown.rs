//! How much of a document a prompt shows around a chunk.

use std::collections::HashSet;
use std::ops::Range;

use kawara_core::{Chunk, Chunks, Counter, ParentKind, RangeCount, Result};

/// A document that is too long to be shown whole, measured once.
pub(super) struct Around<'d> {
    index: Box<dyn RangeCount + 'd>,
    units: Units,
    limit: u32,
}

/// Where the units of a document begin, each once, in bytes of the text; the end of the text comes last. What follows a heading is left out: nothing
/// ends with one.
#[derive(Default)]
struct Units {
    all: Vec<usize>,
    /// Those of `all`, in bytes of the source; none where that has another order.
    sources: Vec<usize>,
    /// Those before which a line ends.
    lines: Vec<usize>,
    /// Those before which a blank line stands.
    paragraphs: Vec<usize>,
}

impl<'d> Around<'d> {
    /// Measures a document.
    ///
    /// # Errors
    /// What the counter returns.
    pub(super) fn measure(chunks: &'d Chunks, counter: &'d dyn Counter, limit: u32) -> Result<Self> {
        let units = Units::of(chunks);
        let index = counter.index(chunks.text(), &units.all)?;
        Ok(Self { index, units, limit })
    }

    /// The part of the text that is shown with a chunk, in half-open bytes: the largest section around it that fits, then paragraphs on
    /// both sides as far as they fit; where they leave most of the room empty, lines and at last units. Never less than the chunk.
    ///
    /// # Errors
    /// What the counter returns.
    pub(super) fn shown(&self, chunk: Chunk<'_>) -> Result<Range<usize>> {
        let own = chunk.text_range();
        let mut room = self.limit;
        // An estimate may be too low by a little.
        for _ in 0..3 {
            let range = self.within(chunk, room.saturating_sub(self.index.slack()));
            let tokens = self.index.exact("", range.clone())?;
            if tokens <= self.limit {
                return Ok(range);
            }
            room = room.saturating_sub(tokens - self.limit);
        }
        Ok(own)
    }

    fn within(&self, chunk: Chunk<'_>, room: u32) -> Range<usize> {
        let mut range = chunk.text_range();
        let mut parent = Some(chunk.parent());
        while let Some(around) = parent {
            let Some(section) = self.text_of(&around.source_range()) else { break };
            let wider = section.start.min(range.start)..section.end.max(range.end);
            if self.index.estimate(wider.clone()) > room {
                break;
            }
            (range, parent) = (wider, around.parent());
        }
        for edges in [&self.units.paragraphs, &self.units.lines] {
            range = self.grown(range, edges, room);
            if self.index.estimate(range.clone()) > room / 2 {
                return range;
            }
        }
        self.grown(range, &self.units.all, room)
    }

    /// A range with whole pieces on both sides, by turns.
    fn grown(&self, mut range: Range<usize>, edges: &[usize], room: u32) -> Range<usize> {
        let mut before = edges.partition_point(|edge| *edge < range.start);
        let mut after = edges.partition_point(|edge| *edge <= range.end);
        let (mut goes_back, mut goes_on) = (true, true);
        while goes_back || goes_on {
            if goes_back {
                let wider = before.checked_sub(1).map(|at| edges[at]..range.end);
                goes_back = wider.is_some_and(|wider| self.take(&mut range, wider, room));
                before -= usize::from(goes_back);
            }
            if goes_on {
                let wider = edges.get(after).map(|edge| range.start..*edge);
                goes_on = wider.is_some_and(|wider| self.take(&mut range, wider, room));
                after += usize::from(goes_on);
            }
        }
        range
    }

    fn take(&self, range: &mut Range<usize>, wider: Range<usize>, room: u32) -> bool {
        let fits = self.index.estimate(wider.clone()) <= room;
        if fits {
            *range = wider;
        }
        fits
    }

    /// The units in a range of the source, in bytes of the text; nothing where they stand in another order.
    fn text_of(&self, source: &Range<usize>) -> Option<Range<usize>> {
        let at = |byte: usize| {
            let nth = self.units.sources.partition_point(|start| *start < byte);
            self.units.all.get(nth).copied().unwrap_or_default()
        };
        (!self.units.sources.is_empty()).then(|| at(source.start)..at(source.end))
    }
}

impl Units {
    fn of(chunks: &Chunks) -> Self {
        let mut units = Self::default();
        let is_scattered = chunks.map().is_scattered();
        let text = chunks.text();
        let sections = chunks.parents().filter(|parent| parent.kind() == ParentKind::Section);
        let headings: HashSet<usize> = sections.map(|section| section.source_range().start).collect();
        let (mut last, mut is_heading) = (None, false);
        for chunk in chunks.iter() {
            for (of_text, of_source) in chunk.text_units().zip(chunk.units()) {
                if last.is_some_and(|last| of_text.start <= last) {
                    continue;
                }
                last = Some(of_text.start);
                if std::mem::replace(&mut is_heading, headings.contains(&of_source.start)) && !is_heading {
                    continue;
                }
                let before = text[..of_text.start].trim_end().len();
                let breaks = text[before..of_text.start].matches('\n').count();
                units.lines.extend((breaks > 0).then_some(of_text.start));
                units.paragraphs.extend((breaks > 1).then_some(of_text.start));
                units.all.push(of_text.start);
                units.sources.extend((!is_scattered).then_some(of_source.start));
            }
        }
        for edges in [&mut units.all, &mut units.lines, &mut units.paragraphs] {
            edges.push(text.len());
        }
        units
    }
}
