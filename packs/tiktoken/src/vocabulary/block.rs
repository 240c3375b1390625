//! Borders between the letters of Thai, which stand in long runs without spaces: so few letters that all pairs fit a small table.

use super::characters::Border;

/// The block of Thai and its size.
const FIRST: u32 = 0xE00;
const SIZE: u32 = 0x80;

/// For each pair of characters of the block the border between them, or [`OPEN`] if that depends on what stands beside them. A
/// table without places knows nothing.
#[derive(Default)]
pub(super) struct Block(Vec<u8>);

const OPEN: u8 = 3;

impl Block {
    /// Asks `border` for each pair.
    pub(super) fn new(border: impl Fn(u32, u32) -> Option<Border>) -> Self {
        let pairs = (0..SIZE * SIZE).map(|pair| border(FIRST + pair / SIZE, FIRST + pair % SIZE));
        Self(pairs.map(|border| border.map_or(OPEN, |border| border as u8)).collect())
    }

    /// The border between two characters of the block, inside `None` if it depends on what stands beside them; `None` if one is
    /// not of the block.
    #[inline]
    pub(super) fn get(&self, left: u32, right: u32) -> Option<Option<Border>> {
        let (left, right) = (left.wrapping_sub(FIRST), right.wrapping_sub(FIRST));
        if (left | right) >= SIZE {
            return None;
        }
        Some(match *self.0.get((left * SIZE + right) as usize)? {
            APART => Some(Border::Apart),
            JOINED => Some(Border::Joined),
            TORN => Some(Border::Torn),
            _ => None,
        })
    }
}

const APART: u8 = Border::Apart as u8;
const JOINED: u8 = Border::Joined as u8;
const TORN: u8 = Border::Torn as u8;
