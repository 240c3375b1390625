//! How deep a division lies, by its rank among those that the law has.

use super::decide::Role;
use super::mark::Rank;

/// The ranks of a law, the highest first.
pub(super) struct Levels {
    ranks: Vec<Rank>,
    base: u8,
}

impl Levels {
    /// `base` is the level of the highest.
    pub(super) fn of(roles: &[Role], base: u8) -> Self {
        let mut ranks: Vec<Rank> = Vec::new();
        for role in roles {
            if let Role::Division(rank) = role
                && *rank != Rank::Apart
                && !ranks.contains(rank)
            {
                ranks.push(*rank);
            }
        }
        // Those whose order is fixed by their names; the others stay in the order in which they are met.
        ranks.sort_by_key(|rank| match rank {
            Rank::Fixed(nth) => *nth,
            _ => u8::MAX,
        });
        Self { ranks, base }
    }

    pub(super) fn level(&self, rank: Rank) -> u8 {
        let nth = self.ranks.iter().position(|known| *known == rank).unwrap_or(0);
        self.base.saturating_add(u8::try_from(nth).unwrap_or(u8::MAX))
    }
}
