//! Clause grain: commas, and verbs that join their clause to the next.

use kawara_core::{is_blank, settle};

use crate::endings::joins_clauses;
use crate::marks::{Kind, Mark};
use crate::pairs::sealed;
use crate::text::{char_at, skip};

/// A clause has at least so many bytes, four syllables: 또한, is none.
const SHORTEST: usize = 12;
/// A clause that ends without a comma has more: eight syllables and the spaces between.
const SHORTEST_UNMARKED: usize = 28;

/// Adds to `ends`, the ends of sentences, those of clauses.
pub(crate) fn ends(text: &str, marks: &[Mark], ends: &mut Vec<usize>) {
    let mut sentences = std::mem::take(ends).into_iter().peekable();
    breaks(text, marks, |at, is_marked| {
        while let Some(end) = sentences.next_if(|end| *end <= at) {
            ends.push(end);
        }
        let shortest = if is_marked { SHORTEST } else { SHORTEST_UNMARKED };
        let start = ends.last().copied().unwrap_or(0);
        let until = sentences.peek().copied().unwrap_or(text.len());
        // What is left must be a clause as well.
        if at >= start + shortest && at + SHORTEST <= until {
            ends.push(at);
        }
    });
    ends.extend(sentences);
}

/// Finds where clauses may end, ascending, and whether a comma stands there. Nothing inside short quotations and asides.
fn breaks(text: &str, marks: &[Mark], mut found: impl FnMut(usize, bool)) {
    let (mut index, mut from) = (0, 0);
    while from < text.len() {
        let mark = marks.get(index);
        joints(text, from, mark.map_or(text.len(), |mark| mark.start), |end| found(end, false));
        let Some(mark) = mark else { return };
        from = mark.end;
        let is_ascii = text.get(mark.start..mark.end).is_some_and(str::is_ascii);
        if mark.kind == Kind::Comma && (!is_ascii || char_at(text, mark.end).is_none_or(is_blank)) {
            from = settle(text, mark.end, is_blank);
            found(from, true);
        } else if let Some(mate) = sealed(marks, index) {
            from = marks.get(mate).map_or(from, |mark| mark.end);
        }
        while marks.get(index).is_some_and(|mark| mark.start < from) {
            index += 1;
        }
    }
}

/// Finds the words between `from` and `until` that join clauses, but for the last, which is followed by a mark.
fn joints(text: &str, from: usize, until: usize, mut found: impl FnMut(usize)) {
    let mut from = skip(text, from, is_blank);
    while let Some(len) = text.get(from..until).and_then(|words| words.find(is_blank)) {
        let end = settle(text, from + len, is_blank);
        let next = text.get(end..).unwrap_or_default();
        if text.get(from..from + len).is_some_and(|word| joins_clauses(word, next)) {
            found(end);
        }
        from = end;
    }
}
