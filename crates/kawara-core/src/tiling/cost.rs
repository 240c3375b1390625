//! What a cut costs, in the planner's own units. The table in `benches/README.md` is where the numbers come from.

use crate::blocks::Joint;
use crate::settings::Stability;

/// Prices that do not depend on the joint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices {
    /// For each chunk.
    pub(crate) chunk: u32,
    /// For a last chunk under a quarter of its room.
    pub(crate) rest: u32,
    /// For each unit of carry that is wanted and does not fit.
    pub(crate) carry: u32,
    /// For a heading left at a chunk's end.
    pub(crate) after_heading: u32,
    /// For a chunk under the minimum.
    pub(crate) under_minimum: u32,
}

impl Prices {
    pub(crate) fn of(stability: Stability) -> Self {
        let chunk = match stability {
            // Dearer than any cuts it may save: fewest chunks first, then the strongest cuts.
            Stability::Size => 1_000_000,
            Stability::Balanced | Stability::Anchored => 8,
            Stability::Price(price) => price,
        };
        Self { chunk, rest: 20, carry: 3, after_heading: 1000, under_minimum: 60 }
    }
}

/// The cost of cutting at a joint: the weaker the joint, the dearer.
pub(crate) fn weakness(joint: Joint) -> u32 {
    match joint {
        Joint::Record | Joint::Section => 0,
        Joint::Paragraph => 4,
        Joint::Line | Joint::Wrap => 6,
        Joint::Sentence => 12,
        Joint::Clause => 40,
        Joint::Word => 80,
        Joint::Grapheme => 120,
    }
}
