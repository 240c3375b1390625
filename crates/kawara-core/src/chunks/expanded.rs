//! A chunk, read wider.

use std::ops::Range;

use super::{Chunk, Chunks};
use crate::units::trim;

impl Chunk<'_> {
    /// The chunk with so many units before and behind it, or as many as there are: half-open bytes of the source. Nothing is stored for
    /// it; of a part of a [`Stream`](crate::Stream) it stays within the part.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kawara_core::{Carry, Document, Engine, Overlap, Registry, Settings};
    ///
    /// let mut settings = Settings::default();
    /// settings.budget.counter = "words".into();
    /// settings.budget.max_tokens = 4;
    /// settings.units.overlap = Overlap::all(Carry::Units(0));
    /// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
    ///
    /// let text = "It was night. The pump stopped. Nobody noticed it. The tank ran dry.";
    /// let chunks = engine.chunk(&Document::new("pump", text))?;
    /// let hit = chunks.get(1).unwrap();
    /// assert_eq!(hit.text(), "The pump stopped.");
    /// assert_eq!(&text[hit.expanded(1, 1)], "It was night. The pump stopped. Nobody noticed it.");
    /// assert_eq!(&text[hit.expanded(0, 9)], "The pump stopped. Nobody noticed it. The tank ran dry.");
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    pub fn expanded(&self, back: usize, forward: usize) -> Range<usize> {
        self.to_source(self.chunks.map.source_range(self.expanded_text(back, forward)))
    }

    /// The same, in half-open bytes of [`Chunks::text`].
    pub fn expanded_text(&self, back: usize, forward: usize) -> Range<usize> {
        let units = &self.row.units;
        let first = (units.start as usize).saturating_sub(back);
        let end = (units.end as usize).saturating_add(forward).min(self.chunks.unit_starts.len());
        self.chunks.units_text(first..end)
    }
}

impl Chunks {
    /// The text of units, without the white space behind the last; bytes of the text.
    fn units_text(&self, units: Range<usize>) -> Range<usize> {
        let start = self.unit_starts.get(units.start).map_or(self.text.len(), |start| *start as usize);
        // Where a chunk ends, it is known; elsewhere a unit ends before the white space behind it.
        let row = self.rows.partition_point(|row| (row.units.end as usize) < units.end);
        let row = self.rows.get(row);
        if let Some(row) = row.filter(|row| row.units.end as usize == units.end) {
            return start..row.end as usize;
        }
        let end = self.unit_starts.get(units.end).map_or(self.text.len(), |end| *end as usize);
        start..trim(&self.text, start..end.max(start)).end
    }
}
