//! Sentence grain.

use crate::chars::{char_at, char_before, is_closer, is_dependent, is_mark, is_thai};
use crate::features;
use crate::gaps::{Gaps, Verdict};
use crate::lexicon::Class;
use crate::model;
use crate::stretches::Stretch;

/// Replaces `ends` by the ends of the sentences of `text`, which `gaps` has read, but for the last.
pub(crate) fn ends(text: &str, gaps: &Gaps, ends: &mut Vec<usize>) {
    ends.clear();
    let list = gaps.stretches().list();
    let mut first = 0;
    for (nth, stretch) in list.iter().enumerate() {
        inside(text, gaps, stretch, ends);
        let Some(next) = list.get(nth + 1) else { break };
        let ended = match gaps.verdict(nth) {
            Verdict::End => true,
            Verdict::Inside | Verdict::GoesOn => false,
            Verdict::Ask => is_end(text, gaps, nth, first),
        };
        if ended {
            ends.push(next.start);
            first = nth + 1;
        }
    }
}

/// Asks the model about the gap behind stretch `nth`.
fn is_end(text: &str, gaps: &Gaps, nth: usize, first: usize) -> bool {
    margin(text, gaps, nth, first).map_or_else(|| opens(gaps, nth), |margin| margin >= 0)
}

/// Whether the gap behind stretch `nth` is something like a sentence's end.
pub(crate) fn leans_to_end(text: &str, gaps: &Gaps, nth: usize, first: usize) -> bool {
    // A third as likely as an end.
    const STEPS: i32 = 36;
    margin(text, gaps, nth, first).is_some_and(|margin| margin >= -STEPS)
}

/// A line is broken where there is room, a space is a choice: what a sentence's end takes more at a line break.
const WRAPPED: i32 = 24;

fn margin(text: &str, gaps: &Gaps, nth: usize, first: usize) -> Option<i32> {
    let model = model::model()?;
    let mut sum = 0;
    features::of_gap(gaps.stretches(), nth, first, |feature| sum += model.weight(feature));
    let wrapped = gaps.is_line_break(text, nth);
    Some(model.margin(sum) - if wrapped { WRAPPED } else { 0 })
}

/// Without a model: what follows begins like a sentence.
fn opens(gaps: &Gaps, nth: usize) -> bool {
    let list = gaps.stretches().list();
    let (Some(left), Some(right)) = (list.get(nth), list.get(nth + 1)) else { return false };
    let (first, _) = gaps.stretches().head(right, 0);
    let (last, _) = gaps.stretches().tail(left, 0);
    first == Class::Adverbial
        || last == Class::Particle
        || first == Class::Pronoun && left.verbs > 0 && right.verbs > 0
}

/// Ends without white space: ไหม?ไม่รู้.
fn inside(text: &str, gaps: &Gaps, stretch: &Stretch, ends: &mut Vec<usize>) {
    let marks = gaps.stretches().marks_of(stretch).filter(|mark| mark.may_end());
    for start in marks.map(|mark| mark.start()) {
        let Some(mark @ ('?' | '!' | '。' | '？' | '！')) = char_at(text, start) else { continue };
        let at = start + mark.len_utf8();
        let rest = text.get(at..stretch.end).unwrap_or_default();
        let behind = at + rest.len() - rest.trim_start_matches(|c| is_closer(c) || c == '"').len();
        let ended = char_at(text, behind).is_some_and(|c| is_thai(c) && !is_dependent(c) && !is_mark(c))
            && char_before(text, start).is_some_and(|c| is_thai(c) || is_closer(c) || c == 'ๆ');
        if ended && behind < stretch.end && !gaps.is_quoted(behind) {
            ends.push(behind);
        }
    }
}
