//! Clause grain: where a sentence that is too long may be cut.
//!
//! A sentence is cut at the ends of the sentences quoted in it and at its semicolons; at commas, if it has no semicolon or what
//! stands between them is still long; at `、` only if what stands between the commas is still long. Never after a colon, nor
//! inside a title or a short quotation or aside.

use kawara_core::settle;

use crate::chars::{char_at, char_before, is_blank, is_digit};
use crate::marks::{Kind, Mark};
use crate::sentence;

/// What is longer than 24 Han characters is cut at the next weaker marks.
const LONG: usize = 72;
/// What is shorter than three Han characters and a comma is no clause, but an adverb or a connective: 目前，… 因此，…
const SHORT: usize = 12;

/// A place where a clause may end, and how willingly: 0 is best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Break {
    at: usize,
    level: u8,
    taken: bool,
}

const SENTENCE: u8 = 0;
const SEMICOLON: u8 = 1;
const COMMA: u8 = 2;
const LISTING: u8 = 3;

/// Replaces `ends`, the ends of the sentences of `text`, by the ends of its clauses.
pub(crate) fn ends(text: &str, marks: &[Mark], ends: &mut Vec<usize>, breaks: &mut Vec<Break>) {
    collect(text, marks, breaks);
    breaks.extend(ends.iter().map(|at| Break { at: *at, level: SENTENCE, taken: false }));
    breaks.sort_unstable_by_key(|b| (b.at, b.level));
    breaks.dedup_by_key(|b| b.at);
    choose(text.len(), breaks);
    ends.clear();
    ends.extend(breaks.iter().filter(|b| b.taken && b.at < text.len()).map(|b| b.at));
}

fn collect(text: &str, marks: &[Mark], breaks: &mut Vec<Break>) {
    breaks.clear();
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        if let Some(mate) = protected(marks, index) {
            index = mate + 1;
            continue;
        }
        index += 1;
        let Some(mut level) = level(text, mark) else { continue };
        let mut end = mark.end;
        while let Some(next) = marks.get(index).filter(|next| next.start == end) {
            match next.kind {
                Kind::Close(_) | Kind::Half => {}
                _ => match self::level(text, next) {
                    Some(stronger) => level = level.min(stronger),
                    None => break,
                },
            }
            end = next.end;
            index += 1;
        }
        breaks.push(Break { at: settle(text, end, is_blank), level, taken: false });
    }
}

fn level(text: &str, mark: &Mark) -> Option<u8> {
    match mark.kind {
        Kind::FullStop | Kind::Question | Kind::Blank => Some(SENTENCE),
        Kind::Semicolon => Some(SEMICOLON),
        Kind::Comma if groups_thousands(text, mark) => None,
        Kind::Comma | Kind::Ellipsis => Some(COMMA),
        Kind::Listing => Some(LISTING),
        _ => None,
    }
}

/// The closer of a pair that is passed over whole.
fn protected(marks: &[Mark], index: usize) -> Option<usize> {
    let mate = sentence::sealed(marks, index)?;
    let (open, close) = (marks.get(index)?, marks.get(mate)?);
    let Kind::Open(pair) = open.kind else { return None };
    (pair.is_title() || close.start - open.end <= LONG).then_some(mate)
}

/// 3，500: a comma of full width inside a number.
fn groups_thousands(text: &str, mark: &Mark) -> bool {
    let after = text.get(mark.end..).unwrap_or_default();
    let digits = after.chars().take(4).take_while(|c| is_digit(*c)).count();
    digits == 3
        && char_before(text, mark.start).is_some_and(is_digit)
        && !char_at(text, mark.end).is_some_and(is_blank)
}

/// Takes breaks level by level; a weaker one only in a stretch that is still long, or that has nothing better.
fn choose(len: usize, breaks: &mut [Break]) {
    for b in breaks.iter_mut().filter(|b| b.level <= SEMICOLON) {
        b.taken = true;
    }
    let semicolons = breaks.iter().any(|b| b.level == SEMICOLON);
    take(len, breaks, COMMA, if semicolons { LONG } else { 0 }, SHORT);
    take(len, breaks, LISTING, LONG, 0);
}

/// Takes the breaks of `level` in the stretches between taken breaks that are longer than `longer_than`, so that no piece is
/// shorter than `shortest`.
fn take(len: usize, breaks: &mut [Break], level: u8, longer_than: usize, shortest: usize) {
    let mut start = 0;
    let mut from = 0;
    while from <= breaks.len() {
        let rest = breaks.get_mut(from..).unwrap_or_default();
        let size = rest.iter().position(|b| b.taken).unwrap_or(rest.len());
        let end = rest.get(size).map_or(len, |b| b.at);
        if end - start > longer_than {
            let mut last = start;
            for b in rest.iter_mut().take(size).filter(|b| b.level == level) {
                b.taken = b.at - last >= shortest;
                last = if b.taken { b.at } else { last };
            }
        }
        start = end;
        from += size + 1;
    }
}
