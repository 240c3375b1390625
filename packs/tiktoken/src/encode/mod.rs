//! Counts the tokens of one piece.

mod long;
mod stretches;
mod symbols;

use crate::memo::{Key, LONGEST, LongMemo, Memo};
use crate::vocabulary::Vocabulary;

use stretches::Stretches;
use symbols::{MOST, Symbols};

/// The memory that counting needs, used again for every piece.
pub(crate) struct Workspace {
    memo: Memo,
    long: LongMemo,
    symbols: Symbols,
}

impl Workspace {
    pub(crate) fn new() -> Self {
        Self { memo: Memo::new(), long: LongMemo::new(), symbols: Symbols::new() }
    }
}

/// The number of tokens of `text[start..end]`, which is encoded apart from what surrounds it.
#[inline]
pub(crate) fn count_piece(
    vocabulary: &Vocabulary,
    space: &mut Workspace,
    text: &[u8],
    start: usize,
    end: usize,
) -> u32 {
    match end - start {
        0 => 0,
        1 => 1,
        2..=LONGEST => {
            let key = Key::new(text, start, end);
            space.memo.get(key).unwrap_or_else(|| {
                let count = count_anew(vocabulary, space, text, start, end);
                space.memo.put(key, count);
                count
            })
        }
        _ => Stretches { vocabulary, space, text, piece: start..end }.count(),
    }
}

/// Where in `text` each token of the piece `text[start..end]` begins, put behind what is there. Nothing is remembered: whoever wants to
/// know where tokens stand asks for each text once.
pub(crate) fn piece_starts(
    vocabulary: &Vocabulary,
    space: &mut Workspace,
    text: &[u8],
    start: usize,
    end: usize,
    out: &mut Vec<usize>,
) {
    match end - start {
        0 => {}
        1 => out.push(start),
        2..=MOST => {
            space.symbols.merge_bytes(vocabulary, &text[start..end]);
            out.extend(space.symbols.tokens().map(|(_, place)| start + place));
        }
        _ => long::starts(vocabulary, &mut space.symbols, &text[start..end], start, out),
    }
}

/// The same count for a piece of two bytes or more that is not remembered.
fn count_anew(vocabulary: &Vocabulary, space: &mut Workspace, text: &[u8], start: usize, end: usize) -> u32 {
    // Of a piece that begins with ASCII, such as a word behind a space, no part is likely to stand apart.
    if text[start] < 0x80 && text[start + 1] < 0x80 {
        return space.symbols.merge_bytes(vocabulary, &text[start..end]);
    }
    Stretches { vocabulary, space, text, piece: start..end }.count()
}

#[cfg(test)]
mod tests;
