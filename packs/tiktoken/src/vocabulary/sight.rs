//! What a merge that tears a character sees of it.

use std::ops::Range;

use super::characters::LIMIT;
use super::pairs::NONE;

/// What a tearing merge sees of one side of the border.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight {
    /// A whole character.
    Whole(u32),
    /// The first or the last byte of a character.
    One(u8),
    /// The first or the last two bytes of three, in the order of the text.
    Two(u8, u8),
    /// Part of a character that is not in the table, or bytes that text does not have.
    Other,
}

impl Sight {
    /// The keys under which a character is looked up that is seen like this from the left.
    pub(super) fn right_keys(self) -> impl Iterator<Item = u32> {
        let whole = if let Self::Whole(code) = self { Some(code) } else { None };
        self.blocks().map(|block| head_key(block << 6)).chain(whole)
    }

    /// The key under which a character is looked up that is seen like this from the right.
    pub(super) fn left_key(self) -> u32 {
        match self {
            Self::Whole(code) => code,
            Self::One(a) => 1 << 16 | u32::from(a & 0x3F),
            Self::Two(a, b) => 2 << 16 | u32::from(a & 0x3F) << 6 | u32::from(b & 0x3F),
            Self::Other => NONE,
        }
    }

    /// The blocks of 64 code points whose characters begin with this; none for a whole character.
    fn blocks(self) -> Range<u32> {
        match self {
            Self::One(a @ 0xC2..0xE0) => u32::from(a & 0x1F)..u32::from(a & 0x1F) + 1,
            Self::One(a @ 0xE0..0xF0) => (u32::from(a & 0x0F) << 6).max(0x20)..(u32::from(a & 0x0F) + 1) << 6,
            Self::Two(a @ 0xE0..0xF0, b) => {
                let block = u32::from(a & 0x0F) << 6 | u32::from(b & 0x3F);
                block..block + 1
            }
            _ => 0..0,
        }
    }

    /// The characters that begin with this.
    pub(super) fn codes_with_head(self) -> impl Iterator<Item = u32> {
        let whole = if let Self::Whole(code) = self { Some(code) } else { None };
        self.blocks().flat_map(|block| (block << 6..).take(64)).chain(whole)
    }

    /// The characters that end with this.
    pub(super) fn codes_with_tail(self) -> impl Iterator<Item = u32> {
        let (from, step) = match self {
            Self::One(a @ 0x80..0xC0) => (u32::from(a & 0x3F) | 0x80, 1 << 6),
            Self::Two(a @ 0x80..0xC0, b) => (u32::from(a & 0x3F) << 6 | u32::from(b & 0x3F), 1 << 12),
            Self::Whole(code) => (code, LIMIT as usize),
            _ => (LIMIT, 1),
        };
        (from..LIMIT).step_by(step)
    }
}

/// The key of a character of which all but the last byte is seen.
#[inline]
pub(super) fn head_key(code: u32) -> u32 {
    1 << 16 | code >> 6
}

/// The keys of a character of which the last byte is seen, and the last two of three.
#[inline]
pub(super) fn tail_keys(code: u32) -> [u32; 2] {
    let last = 1 << 16 | code & 0x3F;
    [last, if code < 0x800 { last } else { 2 << 16 | code & 0xFFF }]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some prefix or suffix of a character is what is seen.
    fn fits(sight: Sight, bytes: &[u8], head: bool) -> bool {
        match sight {
            Sight::One(a) if head => bytes.starts_with(&[a]),
            Sight::Two(a, b) if head => bytes.starts_with(&[a, b]),
            Sight::One(a) => bytes.ends_with(&[a]),
            Sight::Two(a, b) => bytes.ends_with(&[a, b]),
            Sight::Whole(_) | Sight::Other => false,
        }
    }

    fn known(code: u32) -> Option<char> {
        char::from_u32(code).filter(|c| !c.is_ascii())
    }

    #[test]
    fn all_characters_that_fit_are_named_and_found_under_their_key() {
        let sights =
            [Sight::One(0xD0), Sight::One(0xE0), Sight::One(0xE5), Sight::Two(0xE0, 0xB8), Sight::One(0x80)]
                .into_iter()
                .chain([Sight::One(0xBF), Sight::Two(0xB8, 0xAD), Sight::Two(0x80, 0x80)]);
        for sight in sights {
            for (head, codes) in [
                (true, sight.codes_with_head().collect::<Vec<_>>()),
                (false, sight.codes_with_tail().collect()),
            ] {
                for c in (0x80..LIMIT).filter_map(known) {
                    let fits = fits(sight, c.to_string().as_bytes(), head);
                    assert_eq!(codes.contains(&c.into()), fits, "{sight:?} of {c:?}");
                    if fits && head {
                        assert!(
                            sight.right_keys().any(|key| key == head_key(c.into())),
                            "{sight:?} of {c:?}"
                        );
                    } else if fits {
                        assert!(tail_keys(c.into()).contains(&sight.left_key()), "{sight:?} of {c:?}");
                    }
                }
            }
        }
    }
}
