//! How many units the policy wants carried over each cut.

use crate::Result;
use crate::blocks::{BlockKind, Joint};
use crate::settings::Carry;
use crate::units::{Rank, Unit};

/// What deciding about a cut needs to know.
pub(crate) struct Carrier<'a> {
    pub(crate) units: &'a [Unit],
    /// Estimated tokens before each unit of the run; one more at the end.
    pub(crate) before: &'a [u32],
    pub(crate) max_tokens: u32,
    /// Whether a record is a unit, so that records are carried like any other.
    pub(crate) records_are_units: bool,
}

/// How many units are to be carried over a cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    /// What the policy asks for. Over a section's or record's edge it asks for nothing.
    pub(crate) asked: u32,
    /// How many of these can be carried at all: none from a heading, a code block, a table's row or a shard on.
    pub(crate) possible: u32,
}

impl Carrier<'_> {
    /// The units to be carried over the cut before unit `cut`.
    ///
    /// # Errors
    /// What `leans_back` returns.
    pub(crate) fn wish(
        &self,
        cut: usize,
        carry: Carry,
        leans_back: &mut dyn FnMut(usize) -> Result<bool>,
    ) -> Result<Wish> {
        let near = self.count_back(cut, |before| !self.is_barrier(before + 1));
        let carried = self.count_back(cut, |before| self.is_carried(&self.units[before])).min(near);
        let asked = match carry {
            Carry::Units(count) => count,
            Carry::Tokens(tokens) => self.within(cut, tokens),
            Carry::Share(share) => self.within(cut, (f64::from(self.max_tokens) * share).round() as u32),
            Carry::Auto { max } => {
                let mut count = max.min(1);
                while count > 0 && count < max.min(carried) {
                    // What the unit behind the cut leans on may stand in either of the two before it.
                    let leans = leans_back(cut - count as usize)? || (count == 1 && leans_back(cut)?);
                    if !leans {
                        break;
                    }
                    count += 1;
                }
                count
            }
        };
        let asked = asked.min(near);
        Ok(Wish { asked, possible: asked.min(carried) })
    }

    /// How many units before a cut, from the nearest back, all are as wanted.
    fn count_back(&self, cut: usize, is_wanted: impl Fn(usize) -> bool) -> u32 {
        (0..cut).rev().take(Carry::MOST as usize).take_while(|before| is_wanted(*before)).count() as u32
    }

    /// Running text is carried, and records where they are the units. A code block, a row, a formula stands for itself: repeated,
    /// it only makes two chunks alike.
    fn is_carried(&self, unit: &Unit) -> bool {
        let is_running = self.records_are_units || unit.kind == BlockKind::Prose;
        is_running && !matches!(unit.rank, Rank::Heading | Rank::Shard)
    }

    fn is_barrier(&self, at: usize) -> bool {
        !self.records_are_units && matches!(self.units[at].joint, Joint::Section | Joint::Record)
    }

    /// The whole units before a cut that have at most so many tokens; at least one, if any are wanted at all.
    fn within(&self, cut: usize, tokens: u32) -> u32 {
        let fits = |count: u32| self.before[cut] - self.before[cut - count as usize] <= tokens;
        let count = (1..=Carry::MOST.min(cut as u32)).take_while(|count| fits(*count)).last().unwrap_or(1);
        if tokens == 0 { 0 } else { count }
    }
}
