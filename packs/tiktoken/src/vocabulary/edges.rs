//! Finds out, while the merges are read, what they do to characters.

use super::characters::Characters;
use super::merges::BYTES;
use super::sight::Sight;

/// How many bytes of a token are seen from either end: two characters.
const SEEN: u32 = 8;

/// The outer bytes of a token: enough to see the characters at its ends.
#[derive(Clone, Copy)]
struct Edge {
    /// The first bytes, up to eight, the first of all lowest.
    first: u64,
    /// The last bytes, up to eight, the last of all lowest.
    last: u64,
    /// The length in bytes, or eight if longer.
    len: u32,
}

/// Tokens as far as they are read, and what their merges mean for characters.
pub(super) struct Edges {
    tokens: Vec<Edge>,
    characters: Characters,
    /// Merges that tear characters: the left side, the right side, and the token.
    tearing: Vec<(Sight, Sight, u32)>,
}

impl Edges {
    /// Begins with the tokens of single bytes, for a vocabulary of `size` tokens.
    pub(super) fn new(order: &[u8; BYTES as usize], size: u32) -> Self {
        let mut tokens = Vec::with_capacity(size as usize);
        tokens.extend(order.iter().map(|&byte| Edge { first: byte.into(), last: byte.into(), len: 1 }));
        Self { tokens, characters: Characters::new(), tearing: Vec::new() }
    }

    /// The token that the next merge makes.
    pub(super) fn next_token(&self) -> u32 {
        self.tokens.len() as u32
    }

    /// Takes in the merge of two known tokens and returns the token it makes; `None` if one is not known.
    pub(super) fn merge(&mut self, left: u32, right: u32) -> Option<u32> {
        let token = self.next_token();
        let (l, r) = (*self.tokens.get(left as usize)?, *self.tokens.get(right as usize)?);
        let first = if l.len < SEEN { l.first | r.first << (8 * l.len) } else { l.first };
        let last = if r.len < SEEN { r.last | l.last << (8 * r.len) } else { r.last };
        let merged = Edge { first, last, len: (l.len + r.len).min(SEEN) };
        self.tokens.push(merged);
        if is_continuation(r.front(0)) {
            self.inside(merged, token);
        } else {
            self.across(l, r, token);
        }
        Some(token)
    }

    /// Notes a merge inside a character.
    fn inside(&mut self, merged: Edge, token: u32) {
        match merged.first_character() {
            Sight::Whole(c) if merged.len == char_len(c) => self.characters.set_token(c, token),
            Sight::Whole(_) => {}
            _ if merged.len == 2 => self.characters.set_pair(Sight::Two(merged.front(0), merged.front(1))),
            _ => {}
        }
    }

    /// Notes a merge across the border between two characters.
    fn across(&mut self, left: Edge, right: Edge, token: u32) {
        let (Sight::Whole(l), Sight::Whole(r)) = (left.last_character(), right.first_character()) else {
            return self.tearing.push((left.last_character(), right.first_character(), token));
        };
        let (l_len, r_len) = (char_len(l), char_len(r));
        let further_left = (left.len > l_len).then(|| left.without_last(l_len).last_character());
        let further_right = (right.len > r_len).then(|| right.without_first(r_len).first_character());
        match (further_left, further_right) {
            (Some(Sight::Whole(c)), _) => self.characters.join_behind(c, l, r),
            (_, Some(Sight::Whole(c))) => self.characters.join_before(l, r, c),
            _ => self.characters.join(l, r),
        }
    }

    /// The finished table.
    pub(super) fn into_characters(mut self) -> Characters {
        for (left, right, token) in self.tearing {
            self.characters.tear(left, right, token);
        }
        self.characters.finish();
        self.characters
    }
}

impl Edge {
    /// The byte at `at` from the end.
    fn back(&self, at: u32) -> u8 {
        (self.last >> (8 * at)) as u8
    }

    /// The byte at `at` from the start.
    fn front(&self, at: u32) -> u8 {
        (self.first >> (8 * at)) as u8
    }

    /// The token without its last bytes.
    fn without_last(self, len: u32) -> Self {
        Self { last: self.last >> (8 * len), len: self.len - len, ..self }
    }

    /// The token without its first bytes.
    fn without_first(self, len: u32) -> Self {
        Self { first: self.first >> (8 * len), len: self.len - len, ..self }
    }

    /// What this token holds of the character at its end.
    fn last_character(&self) -> Sight {
        let tail = (0..self.len).take_while(|&at| is_continuation(self.back(at))).count() as u32;
        match (tail, self.len) {
            (1, 1) => return Sight::One(self.back(0)),
            (2, 2) => return Sight::Two(self.back(1), self.back(0)),
            (3.., _) => return Sight::Other,
            _ => {}
        }
        match (utf8_len(self.back(tail)), tail) {
            (1, 0) => Sight::Whole(self.back(0).into()),
            (2, 1) => Sight::Whole(two(self.back(1), self.back(0))),
            (3, 2) => Sight::Whole(three(self.back(2), self.back(1), self.back(0))),
            _ => Sight::Other,
        }
    }

    /// What this token holds of the character at its start.
    fn first_character(&self) -> Sight {
        match (utf8_len(self.front(0)), self.len) {
            (1, _) => Sight::Whole(self.front(0).into()),
            (2, 2..) => Sight::Whole(two(self.front(0), self.front(1))),
            (3, 3..) => Sight::Whole(three(self.front(0), self.front(1), self.front(2))),
            (2 | 3, 1) => Sight::One(self.front(0)),
            (3, 2) => Sight::Two(self.front(0), self.front(1)),
            _ => Sight::Other,
        }
    }
}

/// The length of a character of up to three bytes.
fn char_len(code: u32) -> u32 {
    match code {
        0..0x80 => 1,
        0x80..0x800 => 2,
        _ => 3,
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The length of the character that begins with `byte`; 0 for none.
fn utf8_len(byte: u8) -> u32 {
    match byte {
        0..0x80 => 1,
        0x80..0xC2 => 0,
        0xC2..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0..=0xFF => 4,
    }
}

fn two(a: u8, b: u8) -> u32 {
    u32::from(a & 0x1F) << 6 | u32::from(b & 0x3F)
}

fn three(a: u8, b: u8, c: u8) -> u32 {
    u32::from(a & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F)
}
