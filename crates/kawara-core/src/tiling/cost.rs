//! What a chunk and its cuts cost, in the planner's own units. The table in `benches/README.md` is where the numbers come from.
//!
//! A cut costs what its joint says, and a share that is drawn from the text behind it. The share is what keeps edits local: two
//! plans that run past each other both want the cuts that are cheap there, and once they make the same one they go on alike.
//! It depends on one unit alone, so that an edit changes no cut but its own.

use super::semantic::Likeness;
use crate::blocks::Joint;
use crate::settings::Stability;

/// Prices that do not depend on the cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices {
    /// For each chunk.
    pub(crate) chunk: u32,
    /// For a last chunk under a quarter of its room.
    pub(crate) rest: u32,
    /// For each unit of carry that is wanted and does not fit.
    pub(crate) carry: u32,
    /// For a chunk under the minimum.
    pub(crate) under_minimum: u32,
}

impl Prices {
    pub(crate) fn of(stability: Stability) -> Self {
        let chunk = match stability {
            // Dearer than any cuts it may save: fewest chunks first, then the cheapest cuts.
            Stability::Size => 1_000_000,
            Stability::Balanced => 10,
            Stability::Anchored => 0,
            Stability::Price(price) => price,
        };
        Self { chunk, rest: 200, carry: 40, under_minimum: 600 }
    }
}

/// For a heading left at a chunk's end, whatever the text says.
pub(crate) const AFTER_HEADING: u32 = 5000;

/// For each break inside a chunk's own units, where each is to end one: dearer than any cut at one, cheaper than a chunk under the minimum.
pub(crate) const CROSSED: u32 = 500;

/// The cost of cutting at a joint before a text: the weaker the joint, the dearer, and among equals as the text's hash says.
pub(crate) fn cut(joint: Joint, text: &[u8]) -> u32 {
    price(joint, hash(text) >> 48)
}

/// The same where it is known how alike both sides are: a break is as cheap as a section's edge, and otherwise the likeness stands for the
/// share that the hash says.
pub(crate) fn cut_between(likeness: Likeness, joint: Joint, text: &[u8]) -> u32 {
    match likeness.is_break {
        true => price(Joint::Section, hash(text) >> 48),
        false => price(joint, (likeness.similarity * f64::from(u16::MAX)) as u64),
    }
}

/// `share` is of 65,536.
fn price(joint: Joint, share: u64) -> u32 {
    let (least, spread) = match joint {
        Joint::Record | Joint::Section => (0, 24),
        Joint::Paragraph => (20, 72),
        Joint::Line | Joint::Wrap => (24, 90),
        Joint::Sentence => (64, 200),
        Joint::Clause => (320, 200),
        Joint::Word => (640, 200),
        Joint::Grapheme => (960, 200),
    };
    least + ((spread * share) >> 16) as u32
}

/// Eight bytes at a time, the same on every machine and in every release, which the standard hashers are not.
fn hash(text: &[u8]) -> u64 {
    let mut words = text.chunks_exact(8);
    let mut hash = text.len() as u64;
    for word in &mut words {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(word);
        hash = mix(hash ^ u64::from_le_bytes(bytes));
    }
    let mut rest = [0; 8];
    rest[..words.remainder().len()].copy_from_slice(words.remainder());
    mix(mix(hash ^ u64::from_le_bytes(rest)))
}

/// One round of multiplication, by the golden ratio as a fraction of 2^64, whose high bits reach the low ones again.
fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}
