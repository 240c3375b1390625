//! Byte-pair encoding of stretches too long to be merged at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::symbols::{MOST, Symbols};
use crate::vocabulary::{NONE, Vocabulary};

/// The number of tokens of a stretch of any length, in linear time and constant space.
///
/// A row of tokens is the encoding of its text if every two neighbours are the encoding of theirs, and in an encoding every
/// two neighbours are. So the stretch is encoded window by window, each beginning at a border between two tokens of the one
/// before: if the token behind that border comes out again as the first of the new window, both windows have the same two
/// neighbours there, and the rows may be joined. If it does not, which takes a chain of merges that each wait for the next
/// from there to the end of the window, the stretch is encoded as a whole.
pub(crate) fn count(vocabulary: &Vocabulary, symbols: &mut Symbols, stretch: &[u8]) -> u32 {
    count_in_windows(vocabulary, symbols, stretch, MOST, |_| {})
        .unwrap_or_else(|| count_whole(vocabulary, stretch, |_| {}))
}

/// Where in the stretch each of these tokens begins, put behind what is there, with `base` added.
pub(super) fn starts(
    vocabulary: &Vocabulary,
    symbols: &mut Symbols,
    stretch: &[u8],
    base: usize,
    out: &mut Vec<usize>,
) {
    let first = out.len();
    if count_in_windows(vocabulary, symbols, stretch, MOST, |start| out.push(base + start)).is_none() {
        out.truncate(first);
        count_whole(vocabulary, stretch, |start| out.push(base + start));
    }
}

/// The number of tokens, if windows of this many bytes can be joined. `tell` is given where each of them begins; what it was given
/// counts for nothing if they cannot.
pub(super) fn count_in_windows(
    vocabulary: &Vocabulary,
    symbols: &mut Symbols,
    stretch: &[u8],
    window: usize,
    mut tell: impl FnMut(usize),
) -> Option<u32> {
    let (mut tokens, mut rest, mut expected) = (0, stretch, None);
    loop {
        let seen = &rest[..rest.len().min(window)];
        let count = symbols.merge_bytes(vocabulary, seen);
        let first = symbols.tokens().next().map(|(token, _)| token);
        if expected.is_some() && expected != first {
            return None;
        }
        let before = stretch.len() - rest.len();
        if seen.len() == rest.len() {
            symbols.tokens().for_each(|(_, start)| tell(before + start));
            return Some(tokens + count);
        }
        // What ends late in a window may change when more is seen. The next window begins where three quarters of it end.
        let sure = symbols.tokens().enumerate().take_while(|(_, (_, start))| *start <= window * 3 / 4);
        let (kept, (token, start)) = sure.last().filter(|(kept, _)| *kept > 0)?;
        symbols.tokens().take(kept).for_each(|(_, start)| tell(before + start));
        tokens += kept as u32;
        rest = &rest[start..];
        expected = Some(token);
    }
}

/// The same with a heap of all candidates, in space that grows with the stretch.
pub(super) fn count_whole(vocabulary: &Vocabulary, stretch: &[u8], mut tell: impl FnMut(usize)) -> u32 {
    let end = stretch.len();
    let mut tokens: Vec<u32> = stretch.iter().map(|&byte| vocabulary.byte(byte)).collect();
    let mut before: Vec<u32> = (0..end as u32).map(|place| place.wrapping_sub(1)).collect();
    let mut behind: Vec<u32> = (1..=end as u32).collect();
    let mut heap = BinaryHeap::new();
    let consider = |heap: &mut BinaryHeap<_>, tokens: &[u32], place: usize, behind: usize| {
        let merged = vocabulary.merged(tokens[place], tokens[behind]);
        if merged != NONE {
            heap.push(Reverse((merged, place as u32, tokens[place], tokens[behind])));
        }
    };
    for place in 1..end {
        consider(&mut heap, &tokens, place - 1, place);
    }
    let mut left = end as u32;
    while let Some(Reverse((merged, place, token, other))) = heap.pop() {
        let place = place as usize;
        let gone = behind[place] as usize;
        // A candidate is stale if either of its tokens has been merged since; a token that is gone is NONE.
        if tokens[place] != token || gone >= end || tokens[gone] != other {
            continue;
        }
        left -= 1;
        tokens[place] = merged;
        tokens[gone] = NONE;
        behind[place] = behind[gone];
        let next = behind[place] as usize;
        if next < end {
            before[next] = place as u32;
            consider(&mut heap, &tokens, place, next);
        }
        if place > 0 {
            consider(&mut heap, &tokens, before[place] as usize, place);
        }
    }
    tokens.iter().enumerate().filter(|(_, token)| **token != NONE).for_each(|(start, _)| tell(start));
    left
}
