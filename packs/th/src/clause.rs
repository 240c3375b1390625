//! Clause grain: where a sentence that is too long may be cut.
//!
//! At spaces where what follows opens a clause or the model sees some sign of an end; without a space at connectives that nearly
//! always open one; and, where a piece is still long, at any space that no rule protects. Never before relative ที่ nor before ว่า.

use crate::attached::is_attached;
use crate::chars::{is_leading, is_mark, is_thai};
use crate::gaps::{Gaps, Verdict};
use crate::lexicon::Class;
use crate::sentence;
use crate::spelling::Letter;
use crate::word;

/// What is longer, in bytes, is cut at weaker places: about 100 Thai characters.
const LONG: usize = 300;
/// What is shorter, in bytes, is no clause where a space parts it: about three Thai letters.
const SHORT: usize = 12;
/// The same where no space does.
const SHORT_JOINED: usize = 30;

/// A place where a clause may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Break {
    at: usize,
    strength: Strength,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Sentence,
    Clause,
    Connective,
    Space,
}

/// Replaces `ends`, the ends of the sentences of `text`, by the ends of its clauses: all of those and more.
pub(crate) fn ends(text: &str, gaps: &Gaps, ends: &mut Vec<usize>, breaks: &mut Vec<Break>) {
    breaks.clear();
    breaks.extend(ends.iter().map(|at| Break { at: *at, strength: Strength::Sentence }));
    spaces(text, gaps, breaks);
    connectives(text, gaps, breaks);
    breaks.sort_unstable_by_key(|b| (b.at, b.strength));
    breaks.dedup_by_key(|b| b.at);
    choose(text.len(), breaks, ends);
}

fn spaces(text: &str, gaps: &Gaps, breaks: &mut Vec<Break>) {
    for (nth, right) in gaps.stretches().list().iter().skip(1).enumerate() {
        let verdict = gaps.verdict(nth);
        if !matches!(verdict, Verdict::Ask | Verdict::GoesOn) {
            continue;
        }
        let (class, _) = gaps.stretches().head(right, 0);
        let behind = text.get(right.start..right.end).unwrap_or_default();
        if is_attached(behind) || holds(gaps, nth) {
            continue;
        }
        let strong = verdict == Verdict::GoesOn
            || follows_condition(gaps, nth)
            || opens_clause(class)
            || sentence::leans_to_end(text, gaps, nth, nth);
        breaks.push(Break {
            at: right.start,
            strength: if strong { Strength::Clause } else { Strength::Space },
        });
    }
}

/// What stands before the gap cannot end a clause: ใน, ว่า, และ.
fn holds(gaps: &Gaps, nth: usize) -> bool {
    let last = gaps.stretches().list().get(nth).map(|left| gaps.stretches().tail(left, 0).0);
    matches!(
        last,
        Some(
            Class::That
                | Class::Relative
                | Class::Coordinator
                | Class::Contrast
                | Class::Cause
                | Class::Purpose
                | Class::By
        )
    )
}

/// ถ้าฝนตก …: what opened with a condition or a time ends where the main clause begins.
fn follows_condition(gaps: &Gaps, nth: usize) -> bool {
    let left = gaps.stretches().list().get(nth);
    left.is_some_and(|left| {
        left.verbs > 0
            && matches!(gaps.stretches().head(left, 0).0, Class::Condition | Class::When | Class::Cause)
    })
}

fn opens_clause(class: Class) -> bool {
    matches!(
        class,
        Class::Adverbial
            | Class::Contrast
            | Class::Cause
            | Class::Condition
            | Class::When
            | Class::Purpose
            | Class::Outcome
            | Class::By
            | Class::Relative
    )
}

/// Connectives that open a clause more often than not wherever they stand as words.
const CONNECTIVES: [&str; 8] = ["นอกจากนี้", "ดังนั้น", "เนื่องจาก", "จากนั้น", "เพราะ", "แต่", "ไม่ว่า", "ถ้า"];
/// แต่เช้า: since.
const SINCE: [&str; 6] = ["แต่เช้า", "แต่แรก", "แต่ก่อน", "แต่เดิม", "แต่เด็ก", "แต่ละ"];

fn connectives(text: &str, gaps: &Gaps, breaks: &mut Vec<Break>) {
    for stretch in gaps.stretches().list() {
        let body = text.get(stretch.start..stretch.end).unwrap_or_default();
        if body.len() < 2 * SHORT_JOINED || !holds_connective(text, gaps.stretches().letters_of(stretch)) {
            continue;
        }
        let mut last = 0;
        for at in word::breaks(body) {
            let (head, rest) = (body.get(..at).unwrap_or_default(), body.get(at..).unwrap_or_default());
            let opens = CONNECTIVES.iter().any(|word| rest.starts_with(word))
                && !SINCE.iter().any(|word| rest.starts_with(word))
                && !ATTACHED.iter().any(|word| head.ends_with(word));
            // What is no Thai letter may hold the next one in its cluster.
            let parted = head.ends_with(|c| is_thai(c) && !is_leading(c) || is_mark(c));
            let whole = parted && at - last >= SHORT_JOINED && rest.len() >= SHORT_JOINED;
            if opens && whole && !gaps.is_quoted(stretch.start + at) {
                breaks.push(Break { at: stretch.start + at, strength: Strength::Connective });
                last = at;
            }
        }
    }
}

/// Whether a connective begins at one of these letters of `text`, as a word or not.
fn holds_connective(text: &str, letters: &[Letter]) -> bool {
    letters.iter().any(|letter| {
        letter.may_connect()
            && text
                .get(letter.start()..)
                .is_some_and(|rest| CONNECTIVES.iter().any(|word| rest.starts_with(word)))
    })
}

/// Words that take a connective with them: เป็นเพราะ, ก็แต่, ซึ่งถ้า.
const ATTACHED: [&str; 14] =
    ["เป็น", "ก็", "คง", "อาจ", "ไม่ใช่", "มิใช่", "ว่า", "ที่", "ซึ่ง", "และ", "หรือ", "แต่", "เพราะ", "คือ"];

/// Takes breaks by strength; spaces only in what is still long; none that leaves a piece too short.
fn choose(len: usize, breaks: &[Break], ends: &mut Vec<usize>) {
    ends.clear();
    let mut start = 0;
    let mut from = 0;
    while from <= breaks.len() {
        let rest = breaks.get(from..).unwrap_or_default();
        let size = rest.iter().position(|b| b.strength == Strength::Sentence).unwrap_or(rest.len());
        let end = rest.get(size).map_or(len, |b| b.at);
        within(start, end, rest.get(..size).unwrap_or_default(), ends);
        if end < len {
            ends.push(end);
        }
        start = end;
        from += size + 1;
    }
}

/// One sentence: its clauses, and in what is still long its spaces.
fn within(start: usize, end: usize, breaks: &[Break], ends: &mut Vec<usize>) {
    let mut last = start;
    let mut waiting: Vec<usize> = Vec::new();
    let edge = Break { at: end, strength: Strength::Sentence };
    for b in breaks.iter().chain([&edge]) {
        if b.strength == Strength::Space {
            waiting.push(b.at);
            continue;
        }
        if b.at - last < SHORT || b.at < end && end - b.at < SHORT {
            continue;
        }
        if b.at - last > LONG {
            let mut before = last;
            for at in waiting.iter().filter(|at| **at > last) {
                if at - before >= SHORT && b.at - at >= SHORT {
                    ends.push(*at);
                    before = *at;
                }
            }
        }
        waiting.clear();
        if b.at < end {
            ends.push(b.at);
        }
        last = b.at;
    }
}

#[cfg(test)]
mod tests {
    use super::{CONNECTIVES, holds_connective};
    use crate::spelling::Spelling;

    #[test]
    fn connectives_are_found_by_their_first_letters() {
        let mut spelling = Spelling::default();
        let mut holds = |text: &str| {
            spelling.read(text);
            holds_connective(text, spelling.letters())
        };
        assert!(CONNECTIVES.iter().all(|word| holds(&format!("ฝนตก{word}"))));
        assert!(!holds("ฝนตกหนักมากที่ภูเก็ต"));
    }
}
