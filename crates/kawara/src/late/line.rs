use std::ops::Range;

use kawara_core::{Chunks, Joint, is_blank};
use uuid::Uuid;

/// The units of a document, each once, in the order of the text.
pub(super) struct Line<'c> {
    chunks: &'c Chunks,
    /// Half-open bytes of the text, without the white space behind.
    units: Vec<Range<usize>>,
    joints: Vec<Joint>,
    /// For each chunk, the units that are its own.
    own: Vec<Range<usize>>,
    /// For each chunk, its bytes of the text.
    ranges: Vec<Range<usize>>,
}

impl<'c> Line<'c> {
    pub(super) fn of(chunks: &'c Chunks) -> Self {
        let mut line = Self {
            chunks,
            units: Vec::new(),
            joints: Vec::new(),
            own: Vec::with_capacity(chunks.len()),
            ranges: chunks.iter().map(|chunk| chunk.text_range()).collect(),
        };
        for chunk in chunks.iter() {
            let first = line.units.len();
            for (unit, joint) in chunk.text_units().zip(chunk.unit_joints()).skip(chunk.carried()) {
                let body = chunks.text()[unit.clone()].trim_end_matches(is_blank).len();
                line.units.push(unit.start..unit.start + body);
                line.joints.push(joint);
            }
            line.own.push(first..line.units.len());
        }
        line
    }

    pub(super) fn chunks(&self) -> &'c Chunks {
        self.chunks
    }

    /// The id of the `nth` chunk.
    pub(super) fn id(&self, nth: usize) -> Uuid {
        self.chunks.get(nth).map_or(Uuid::nil(), |chunk| chunk.id())
    }

    pub(super) fn units(&self) -> &[Range<usize>] {
        &self.units
    }

    /// The units that are the `nth` chunk's own.
    pub(super) fn own(&self, nth: usize) -> Range<usize> {
        self.own[nth].clone()
    }

    /// The bytes of the `nth` chunk.
    pub(super) fn range(&self, nth: usize) -> Range<usize> {
        self.ranges[nth].clone()
    }

    /// Its bytes that are its own.
    pub(super) fn own_range(&self, nth: usize) -> Range<usize> {
        let range = self.range(nth);
        let start = self.units.get(self.own[nth].start).map_or(range.end, |unit| unit.start);
        start..range.end
    }

    /// How strong the cut before the `nth` chunk's own part is.
    pub(super) fn joint(&self, nth: usize) -> Joint {
        self.joints.get(self.own[nth].start).copied().unwrap_or(Joint::Grapheme)
    }

    /// Where ranges of the text will begin and end, ascending.
    pub(super) fn cuts(&self) -> Vec<usize> {
        let mut cuts: Vec<usize> = self.units.iter().flat_map(|unit| [unit.start, unit.end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// Up to `most` units before and after the `nth` chunk's own, as far as no section and no record begins between.
    pub(super) fn around(&self, nth: usize, most: usize, bars: bool) -> [Range<usize>; 2] {
        let own = self.own(nth);
        let is_bar = |at: usize| bars && matches!(self.joints[at], Joint::Record | Joint::Section);
        let mut before = own.start;
        while before > 0 && own.start - before < most && !is_bar(before) {
            before -= 1;
        }
        let mut after = own.end;
        while after < self.units.len() && after - own.end < most && !is_bar(after) {
            after += 1;
        }
        [before..own.start, own.end..after]
    }
}
