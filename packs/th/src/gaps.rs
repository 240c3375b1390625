//! The gaps of a block, and what rules say of each. What they leave open is asked of the model.

mod headings;
mod labels;
mod names;
mod numbers;
mod sides;
mod signs;
mod stops;
mod words;

use unicode_segmentation::UnicodeSegmentation;

use crate::chars::{char_at, char_before, is_leading};
use crate::pairs;
use crate::stretches::Stretches;
pub(crate) use labels::is_item;
pub(crate) use numbers::{is_time, scales};
use sides::Sides;

/// What rules say of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A sentence ends here.
    End,
    /// No sentence ends here, nor a clause.
    Inside,
    /// No sentence ends here, but a clause may.
    GoesOn,
    /// That depends.
    Ask,
}

/// A block with its gaps. Gap `n` stands behind stretch `n`. One is kept a thread, for its memory.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    stretches: Stretches,
    pairs: Vec<(usize, usize)>,
    verdicts: Vec<Verdict>,
}

impl Gaps {
    /// Reads a block.
    pub(crate) fn read(&mut self, text: &str) {
        self.stretches.read(text);
        pairs::find(text, self.stretches.spelling(), &mut self.pairs);
        self.verdicts.clear();
        let mut pairs = self.pairs.iter().peekable();
        let mut labels = labels::Sequence::default();
        for (nth, two) in self.stretches.list().windows(2).enumerate() {
            let [left, right] = two else { continue };
            let mut quoted_from = None;
            while let Some((start, end)) = pairs.next_if(|(_, end)| *end <= left.end) {
                quoted_from = (*end == left.end).then_some(*start);
            }
            let quoted = pairs.peek().is_some_and(|(start, _)| *start < right.start);
            let sides = Sides::new(text, &self.stretches, nth, [left, right], quoted_from);
            let label = labels.next(&sides);
            // A vowel that is written before its consonant waits for it.
            let waits = char_before(text, left.end).is_some_and(is_leading);
            self.verdicts.push(if quoted || waits || !begins_cluster(text, right.start) {
                Verdict::Inside
            } else {
                label.or_else(|| by_rules(&sides)).unwrap_or(Verdict::Ask)
            });
        }
    }

    pub(crate) fn stretches(&self) -> &Stretches {
        &self.stretches
    }

    /// What rules say of the gap behind stretch `nth`.
    pub(crate) fn verdict(&self, nth: usize) -> Verdict {
        self.verdicts.get(nth).copied().unwrap_or(Verdict::Inside)
    }

    /// Whether there is a line break behind stretch `nth`.
    pub(crate) fn is_line_break(&self, text: &str, nth: usize) -> bool {
        let list = self.stretches.list();
        let (Some(left), Some(right)) = (list.get(nth), list.get(nth + 1)) else { return false };
        text.get(left.end..right.start).is_some_and(|space| space.contains('\n'))
    }

    /// Whether byte `at` is inside a quotation or an aside.
    pub(crate) fn is_quoted(&self, at: usize) -> bool {
        let nth = self.pairs.partition_point(|(_, end)| *end <= at);
        self.pairs.get(nth).is_some_and(|(start, _)| *start < at)
    }
}

/// What the first rule says that has something to say.
fn by_rules(sides: &Sides<'_>) -> Option<Verdict> {
    signs::verdict(sides)
        .or_else(|| stops::verdict(sides))
        .or_else(|| numbers::verdict(sides))
        .or_else(|| names::verdict(sides))
        .or_else(|| words::verdict(sides))
}

/// Whether the character at byte `at`, which comes after white space, is not joined to it: a combining mark is.
fn begins_cluster(text: &str, at: usize) -> bool {
    let alone = |c: char| c.is_ascii() || matches!(c, '\u{e01}'..='\u{e30}' | '\u{e40}'..='\u{e46}');
    let space = text.get(..at).and_then(|head| head.char_indices().next_back());
    let (Some((space, _)), false) = (space, char_at(text, at).is_none_or(alone)) else { return true };
    let cluster = text.get(space..).and_then(|rest| rest.graphemes(true).next());
    cluster.is_none_or(|cluster| cluster.len() <= at - space)
}
