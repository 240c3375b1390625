//! Counts the tokens of one piece.

mod long;
mod symbols;

use crate::memo::{Key, LONGEST, Memo};
use crate::scan::classes::decode;
use crate::vocabulary::{Border, Character, Vocabulary};

use symbols::{MOST, Symbols};

/// The memory that counting needs, used again for every piece.
pub(crate) struct Workspace {
    memo: Memo,
    symbols: Symbols,
}

impl Workspace {
    pub(crate) fn new() -> Self {
        Self { memo: Memo::new(), symbols: Symbols::new() }
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
        _ => Stretches { vocabulary, space, text, tokens: 0, from: start }.count(start, end),
    }
}

/// The same for a piece of two bytes or more that is not remembered.
fn count_anew(vocabulary: &Vocabulary, space: &mut Workspace, text: &[u8], start: usize, end: usize) -> u32 {
    // Of a piece that begins with ASCII, such as a word behind a space, no part is likely to stand apart.
    if text[start] < 0x80 && text[start + 1] < 0x80 {
        return space.symbols.merge_bytes(vocabulary, &text[start..end]);
    }
    Stretches { vocabulary, space, text, tokens: 0, from: start }.count(start, end)
}

/// Splits a piece where no token can cross from one character to the next, and counts the stretches between.
struct Stretches<'a> {
    vocabulary: &'a Vocabulary,
    space: &'a mut Workspace,
    text: &'a [u8],
    /// Tokens of the stretches before `from`.
    tokens: u32,
    /// Where the stretch begins whose symbols are being collected.
    from: usize,
}

impl Stretches<'_> {
    fn count(mut self, mut start: usize, end: usize) -> u32 {
        let (characters, text) = (self.vocabulary.characters(), self.text);
        let at = |at: usize| {
            let (code, len) = decode(text, at);
            (characters.get(code), at + len)
        };
        self.space.symbols.clear();
        let (mut before, mut left) = (Character::NONE, Border::Apart);
        let (mut here, mut here_end) = at(start);
        while here_end < end {
            let (next, next_end) = at(here_end);
            let behind = || if next_end < end { at(next_end).0 } else { Character::NONE };
            let right = characters.border(before, here, next, behind);
            self.add(here, start..here_end, left, right);
            (before, left, start) = (here, right, here_end);
            (here, here_end) = (next, next_end);
        }
        self.add(here, start..end, left, Border::Apart);
        self.tokens
    }

    /// Takes in a character between its two borders.
    #[inline]
    fn add(&mut self, here: Character, bytes: std::ops::Range<usize>, left: Border, right: Border) {
        let end = bytes.end;
        if left == Border::Apart
            && right == Border::Apart
            && let Some(tokens) = here.alone()
        {
            self.tokens += tokens;
            self.from = end;
            return;
        }
        match here.token() {
            Some(token) if left != Border::Torn && right != Border::Torn => self.space.symbols.push(token),
            _ => {
                self.text[bytes].iter().for_each(|&byte| self.space.symbols.push(self.vocabulary.byte(byte)))
            }
        }
        if right == Border::Apart {
            self.tokens += self.count_stretch(end);
            self.space.symbols.clear();
            self.from = end;
        }
    }

    fn count_stretch(&mut self, end: usize) -> u32 {
        let Workspace { memo, symbols } = &mut *self.space;
        match symbols.count() {
            0..3 => symbols.merge(self.vocabulary),
            3.. if end - self.from <= LONGEST => {
                let key = Key::new(self.text, self.from, end);
                memo.get(key).unwrap_or_else(|| {
                    let count = symbols.merge(self.vocabulary);
                    memo.put(key, count);
                    count
                })
            }
            3..=MOST => symbols.merge(self.vocabulary),
            _ => long::count(self.vocabulary, symbols, &self.text[self.from..end]),
        }
    }
}

#[cfg(test)]
mod tests;
