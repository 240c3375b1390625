//! Splits a piece where no token can cross from one character to the next.

use std::ops::Range;

use super::symbols::MOST;
use super::{Workspace, long};
use crate::memo::{Key, LONGEST, LongKey};
use crate::scan::classes::decode;
use crate::vocabulary::{Border, Character, NONE, Vocabulary};

/// Counts the stretches of a piece apart. Most have been counted before, so how one is merged is looked at only when it has not.
pub(super) struct Stretches<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) space: &'a mut Workspace,
    pub(super) text: &'a [u8],
    /// Two bytes or more. If it is short, it is no longer looked for in the memo, and will be put there.
    pub(super) piece: Range<usize>,
}

impl Stretches<'_> {
    pub(super) fn count(mut self) -> u32 {
        let (characters, end) = (self.vocabulary.characters(), self.piece.end);
        let (mut before, mut left) = (Character::NONE, Border::Apart);
        let (mut here, mut here_end) = self.character(self.piece.start);
        // Where the stretch begins, and where its last character does.
        let (mut from, mut start) = (self.piece.start, self.piece.start);
        let mut tokens = 0;
        while here_end < end {
            let (next, next_end) = self.character(here_end);
            let behind = || if next_end < end { self.character(next_end).0 } else { Character::NONE };
            let right = characters.border(before, here, next, behind);
            if right == Border::Apart {
                tokens += self.stretch(from..here_end, start, [before, here], left);
                from = here_end;
            }
            (before, left, start) = (here, right, here_end);
            (here, here_end) = (next, next_end);
        }
        tokens + self.stretch(from..end, start, [before, here], left)
    }

    #[inline]
    fn character(&self, at: usize) -> (Character, usize) {
        let (code, len) = decode(self.text, at);
        (self.vocabulary.characters().get(code), at + len)
    }

    /// The tokens of a stretch. Its last character begins at `start` behind the border `left`, and is the second of `last`.
    #[inline]
    fn stretch(&mut self, bytes: Range<usize>, start: usize, last: [Character; 2], left: Border) -> u32 {
        let [before, here] = last;
        if start == bytes.start
            && let Some(tokens) = here.alone()
        {
            return tokens;
        }
        if left == Border::Joined
            && let (Some(one), Some(two)) = (before.token(), here.token())
            && start - bytes.start == before.len()
        {
            return 2 - u32::from(self.vocabulary.merged(one, two) != NONE);
        }
        self.remembered(bytes)
    }

    fn remembered(&mut self, bytes: Range<usize>) -> u32 {
        if bytes.len() <= LONGEST {
            if bytes == self.piece {
                return self.merge(bytes);
            }
            let key = Key::new(self.text, bytes.start, bytes.end);
            return self.space.memo.get(key).unwrap_or_else(|| {
                let count = self.merge(bytes);
                self.space.memo.put(key, count);
                count
            });
        }
        let Some(key) = LongKey::new(&self.text[bytes.clone()]) else { return self.merge(bytes) };
        self.space.long.get(&key).unwrap_or_else(|| {
            let count = self.merge(bytes);
            self.space.long.put(key, count);
            count
        })
    }

    /// The tokens of a stretch, whatever is remembered.
    fn merge(&mut self, bytes: Range<usize>) -> u32 {
        let characters = self.vocabulary.characters();
        self.space.symbols.clear();
        let (mut start, mut left_torn) = (bytes.start, false);
        let (mut here, mut here_end) = self.character(start);
        loop {
            let more = here_end < bytes.end;
            let (next, next_end) = if more { self.character(here_end) } else { (Character::NONE, here_end) };
            let right_torn = more && characters.is_torn(here, next);
            match here.token() {
                Some(token) if !left_torn && !right_torn => self.space.symbols.push(token),
                _ => {
                    let torn = self.text[start..here_end].iter();
                    torn.for_each(|&byte| self.space.symbols.push(self.vocabulary.byte(byte)));
                }
            }
            if !more {
                break;
            }
            (left_torn, start) = (right_torn, here_end);
            (here, here_end) = (next, next_end);
        }
        if self.space.symbols.count() <= MOST {
            return self.space.symbols.merge(self.vocabulary);
        }
        long::count(self.vocabulary, &mut self.space.symbols, &self.text[bytes])
    }
}
