use std::ops::Range;

use super::blank::{trim, trimmed};
use super::count::count;
use crate::{Case, ChunkRow, Results};

/// The text of a case with what came of it.
pub(super) struct Subject<'a> {
    pub(super) case: &'a Case,
    pub(super) text: &'a str,
    pub(super) results: &'a Results,
}

impl<'a> Subject<'a> {
    pub(super) fn chunks(&self) -> &'a [ChunkRow] {
        &self.results.chunks
    }

    /// The starts and ends of all chunks.
    pub(super) fn edges(&self) -> impl Iterator<Item = usize> + 'a {
        self.results.chunks.iter().flat_map(|chunk| [chunk.start, chunk.end])
    }

    /// Whether a chunk begins or ends strictly inside the range.
    pub(super) fn is_cut(&self, range: &Range<usize>) -> bool {
        self.edges().any(|edge| range.start < edge && edge < range.end)
    }

    /// Where a string stands in the text, without overlaps.
    ///
    /// # Errors
    /// When it does not.
    pub(super) fn places(&self, of: &str) -> Result<Vec<Range<usize>>, String> {
        let places: Vec<_> = self.text.match_indices(of).map(|(at, found)| at..at + found.len()).collect();
        if places.is_empty() { Err(format!("the text has no {of:?}")) } else { Ok(places) }
    }

    /// The units without outer blanks, blank ones left out.
    pub(super) fn units(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let units = self.results.units.iter().map(|&(start, end)| trim(self.text, start..end));
        units.filter(|unit| !unit.is_empty())
    }

    /// Tokens by the checker's own count.
    pub(super) fn count(&self, text: &str) -> Result<u64, String> {
        count(&self.case.settings.counter, text)
    }
}

impl ChunkRow {
    /// The text without outer blanks.
    pub(super) fn trimmed(&self) -> &str {
        trimmed(&self.text)
    }

    /// What is embedded.
    pub(super) fn embedded(&self) -> String {
        [&*self.context, &*self.text].concat()
    }

    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }
}
