//! What a vocabulary means for characters: where no token can cross from one to the next, and which are one token already.
//! Long runs of letters without spaces then fall into short stretches that are counted apart.
//!
//! Every token that crosses the border between two characters begins with one merge that crosses it, of a token that ends
//! there and a token that begins there. Such a merge either finds the whole characters on both sides, or it *tears* a
//! character: one side holds only its first or its last bytes. Merges that find whole characters are noted as pairs of
//! characters, with a third where one side holds more than one. Tearing merges are few hundreds.
//!
//! A character that is a token cannot be torn by a merge with a higher number: the merges inside the character have lower
//! numbers than its own token, and nothing stops them before a merge of a lower number has torn it from the other side. So
//! a character that no merge of a lower number tears, at either border, is one token before anything else happens to it.

use super::block::Block;
use super::filter::Filter;
use super::pairs::{NONE, Pairs};
use super::sight::{Sight, head_key, tail_keys};

/// Characters from here on are not in the table; any border beside one may be torn.
pub(super) const LIMIT: u32 = 0x1_0000;

/// The token of the character.
const TOKEN: u32 = (1 << 18) - 1;
/// The character is a token.
const KNOWN: u32 = 1 << 18;
/// Two bytes of the character merge; of interest if it is no token.
const PAIR: u32 = 1 << 19;
/// Some merge may tear the character.
const LOOSE: u32 = 1 << 20;

/// Some tearing merge finds the character whole on its left side, and part of another on its right.
const LEFT_WHOLE: u32 = 1 << 21;
/// Some tearing merge finds part of the character on its left side, and another whole on its right.
const LEFT_TORN: u32 = 1 << 22;
/// Some tearing merge finds part of the character on its left side, and part of another on its right.
const LEFT_BOTH: u32 = 1 << 23;
const ANY_LEFT: u32 = LEFT_WHOLE | LEFT_TORN | LEFT_BOTH;
/// The same three of merges that find the character on their right side are so many bits higher.
const RIGHT: u32 = 3;
/// The merges that find part of the character.
const TEARING: u32 = LEFT_TORN | LEFT_BOTH | (LEFT_WHOLE | LEFT_BOTH) << RIGHT;

/// A character under a vocabulary.
#[derive(Clone, Copy)]
pub(crate) struct Character {
    code: u32,
    bits: u32,
}

impl Character {
    /// A character that stands for none where a text begins or ends.
    pub(crate) const NONE: Self = Self { code: 0, bits: 0 };

    /// The token that the character is when no merge tears it.
    #[inline]
    pub(crate) fn token(self) -> Option<u32> {
        self.is_known().then_some(self.bits & TOKEN)
    }

    /// The number of tokens of the character when nothing crosses its borders; `None` if it is not in the table.
    #[inline]
    pub(crate) fn alone(self) -> Option<u32> {
        match (self.bits & (KNOWN | PAIR), self.code) {
            (_, ..0x80) => Some(1),
            (_, LIMIT..) => None,
            (0, ..0x800) => Some(2),
            (0, _) => Some(3),
            (PAIR, _) => Some(2),
            _ => Some(1),
        }
    }

    /// Its length in bytes.
    #[inline]
    pub(crate) fn len(self) -> usize {
        1 + usize::from(self.code >= 0x80) + usize::from(self.code >= 0x800) + usize::from(self.code >= LIMIT)
    }

    #[inline]
    fn is_known(self) -> bool {
        self.bits & KNOWN != 0
    }

    #[inline]
    fn is_ascii(self) -> bool {
        self.code < 0x80
    }
}

/// What merges may do at the border between two characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Border {
    /// Nothing ever crosses it.
    Apart,
    /// Whole characters may join. Neither is torn here first, though a character torn at its other border may be.
    Joined,
    /// A merge may take part of a character.
    Torn,
}

/// All characters under a vocabulary.
pub(crate) struct Characters {
    /// For each code point below [`LIMIT`] the bits above.
    bits: Vec<u32>,
    /// Tearing merges: what they see of both sides, and their tokens.
    tears: Pairs,
    /// Pairs of characters that join somewhere.
    pairs: Filter,
    /// Pairs of characters that join, with what must stand beside them.
    triples: Filter,
    /// The borders between characters of one script, known beforehand.
    block: Block,
}

impl Characters {
    pub(super) fn new() -> Self {
        Self {
            bits: vec![0; LIMIT as usize],
            tears: Pairs::with_capacity(1 << 12),
            pairs: Filter::new(19),
            triples: Filter::new(19),
            block: Block::default(),
        }
    }

    /// Looks a character up.
    #[inline]
    pub(crate) fn get(&self, code: u32) -> Character {
        Character { code, bits: self.bits.get(code as usize).copied().unwrap_or(0) }
    }

    /// The border between `left` and `right`; `before` stands before them, and `behind` tells what stands behind.
    /// Beside ASCII it is never [`Border::Apart`].
    #[inline(always)]
    pub(crate) fn border(
        &self,
        before: Character,
        left: Character,
        right: Character,
        behind: impl FnOnce() -> Character,
    ) -> Border {
        let known = match self.block.get(left.code, right.code) {
            Some(known) => known,
            None => self.of_two(left, right),
        };
        known.unwrap_or_else(|| {
            let joined = self.triples.contains(triple(1, before.code, left.code, right.code))
                || self.triples.contains(triple(2, left.code, right.code, behind().code));
            if joined { Border::Joined } else { Border::Apart }
        })
    }

    /// The border between two characters, unless it depends on what stands beside them.
    #[inline]
    fn of_two(&self, left: Character, right: Character) -> Option<Border> {
        if let Some(border) = self.of_tears(left, right) {
            return Some(border);
        }
        if left.is_ascii() || right.is_ascii() {
            return Some(Border::Joined);
        }
        if !self.pairs.contains(join_key(left.code, right.code)) {
            return Some(Border::Apart);
        }
        self.triples.contains(triple(0, 0, left.code, right.code)).then_some(Border::Joined)
    }

    /// Whether a merge may take part of a character at the border between two.
    #[inline]
    pub(crate) fn is_torn(&self, left: Character, right: Character) -> bool {
        let border = match self.block.get(left.code, right.code) {
            Some(known) => known,
            None => self.of_tears(left, right),
        };
        border == Some(Border::Torn)
    }

    /// What tearing merges do at a border, if anything.
    #[inline]
    fn of_tears(&self, left: Character, right: Character) -> Option<Border> {
        if left.bits & (right.bits >> RIGHT) & ANY_LEFT != 0 || left.code.max(right.code) >= LIMIT {
            self.torn(left, right)
        } else {
            None
        }
    }

    /// The same where characters meet that some merge tears, or one that is not in the table. Out of line: few borders need it.
    #[inline(never)]
    fn torn(&self, left: Character, right: Character) -> Option<Border> {
        if left.code >= LIMIT || right.code >= LIMIT {
            return Some(Border::Torn);
        }
        let meets = left.bits & (right.bits >> RIGHT);
        let (tails, head) = (tail_keys(left.code), head_key(right.code));
        let mut border = None;
        let mut look = |l: u32, r: u32, torn: [Character; 2]| {
            let token = self.tears.get(l, r);
            if token != NONE {
                // Characters that are tokens before stop this merge, unless they are torn at their other borders. One of two
                // may be, so both must be tokens before for neither to be torn here.
                let stopped = torn.iter().all(|c| c.is_known() && c.bits & TOKEN < token);
                border = if stopped { border.or(Some(Border::Joined)) } else { Some(Border::Torn) };
            }
        };
        if meets & LEFT_WHOLE != 0 {
            look(left.code, head, [right, right]);
        }
        if meets & LEFT_TORN != 0 {
            tails.iter().for_each(|&tail| look(tail, right.code, [left, left]));
        }
        if meets & LEFT_BOTH != 0 {
            tails.iter().for_each(|&tail| look(tail, head, [left, right]));
        }
        border
    }

    /// Notes that a character is a token.
    pub(super) fn set_token(&mut self, code: u32, token: u32) {
        if let Some(bits) = self.bits.get_mut(code as usize) {
            *bits |= KNOWN | token;
        }
    }

    /// Notes that two bytes of these characters merge.
    pub(super) fn set_pair(&mut self, bytes: Sight) {
        for code in bytes.codes_with_head().chain(bytes.codes_with_tail()) {
            if let Some(bits) = self.bits.get_mut(code as usize) {
                *bits |= PAIR;
            }
        }
    }

    /// Notes a merge across the border between `left` and `right`, whatever stands beside them.
    pub(super) fn join(&mut self, left: u32, right: u32) {
        self.note(left, right, triple(0, 0, left, right));
    }

    /// Notes a merge across the border between `left` and `right` with `before` before them.
    pub(super) fn join_behind(&mut self, before: u32, left: u32, right: u32) {
        self.note(left, right, triple(1, before, left, right));
    }

    /// Notes a merge across the border between `left` and `right` with `behind` behind them.
    pub(super) fn join_before(&mut self, left: u32, right: u32, behind: u32) {
        self.note(left, right, triple(2, left, right, behind));
    }

    fn note(&mut self, left: u32, right: u32, key: u64) {
        if left >= 0x80 && right >= 0x80 {
            self.pairs.insert(join_key(left, right));
            self.triples.insert(key);
        }
    }

    /// Notes the merge into `token` that tears the character on one side of a border or on both. Merges come in order.
    pub(super) fn tear(&mut self, left: Sight, right: Sight, token: u32) {
        let part = match (left, right) {
            (Sight::Whole(_), Sight::One(_) | Sight::Two(..)) => LEFT_WHOLE,
            (Sight::One(_) | Sight::Two(..), Sight::Whole(_)) => LEFT_TORN,
            (Sight::One(_) | Sight::Two(..), Sight::One(_) | Sight::Two(..)) => LEFT_BOTH,
            // The border of a character that is not in the table is always torn.
            _ => return,
        };
        for key in right.right_keys() {
            if self.tears.get(left.left_key(), key) == NONE {
                self.tears.insert(left.left_key(), key, token);
            }
        }
        for code in left.codes_with_tail() {
            self.take_part(code, part, token);
        }
        for code in right.codes_with_head() {
            self.take_part(code, part << RIGHT, token);
        }
    }

    /// Notes that the merge into `token` concerns a character.
    fn take_part(&mut self, code: u32, part: u32, token: u32) {
        if let Some(bits) = self.bits.get_mut(code as usize) {
            *bits |= part;
            if part & TEARING != 0 && (*bits & KNOWN == 0 || *bits & TOKEN > token) {
                *bits |= LOOSE;
            }
        }
    }

    /// Forgets about merges that come too late to tear a character, if no other tears it.
    pub(super) fn finish(&mut self) {
        for bits in &mut self.bits {
            if *bits & LOOSE == 0 {
                *bits &= !TEARING;
            }
        }
        self.block = Block::new(|left, right| self.of_two(self.get(left), self.get(right)));
    }
}

/// The key of two characters that join somewhere.
#[inline]
fn join_key(left: u32, right: u32) -> u64 {
    u64::from(left) << 18 | u64::from(right)
}

/// The key of two whole characters that join: whatever stands beside them (`side` 0, `a` 0), with `a` before (1), or with
/// `c` behind (2).
#[inline]
fn triple(side: u64, a: u32, b: u32, c: u32) -> u64 {
    side << 48 | u64::from(a) << 32 | u64::from(b) << 16 | u64::from(c)
}
