//! How many units the policy wants carried over each cut.

use crate::Result;
use crate::blocks::{BlockKind, Joint};
use crate::settings::{Carry, Overlap};
use crate::units::{Rank, Unit};

/// The most units that are ever carried.
const MOST: u32 = 64;

/// What deciding about a cut needs to know.
pub(crate) struct Carrier<'a> {
    pub(crate) units: &'a [Unit],
    /// Estimated tokens before each unit of the run; one more at the end.
    pub(crate) before: &'a [u32],
    pub(crate) max_tokens: u32,
    /// Whether a record is a unit, so that records are carried like any other.
    pub(crate) records_are_units: bool,
}

impl Carrier<'_> {
    /// The units wanted over the cut before unit `cut`: what the policy says, as far as nothing is in the way that is never
    /// carried (a heading, a section's or record's edge, a code block, a table's row, a shard).
    ///
    /// # Errors
    /// What `leans_back` returns.
    pub(crate) fn wanted(
        &self,
        cut: usize,
        carry: Carry,
        leans_back: &mut dyn FnMut(usize) -> Result<bool>,
    ) -> Result<u32> {
        let available = self.available(cut);
        Ok(match carry {
            Carry::Units(count) => count.min(available),
            Carry::Tokens(tokens) => self.within(cut, tokens).min(available),
            Carry::Share(share) => {
                self.within(cut, (f64::from(self.max_tokens) * share).round() as u32).min(available)
            }
            Carry::Auto { max } => {
                let most = max.min(available);
                let mut count = most.min(1);
                while count > 0 && count < most && leans_back(cut - count as usize)? {
                    count += 1;
                }
                count
            }
        })
    }

    fn available(&self, cut: usize) -> u32 {
        let mut count = 0;
        while count < MOST && (count as usize) < cut && !self.is_barrier(cut - count as usize) {
            if !self.is_carried(&self.units[cut - count as usize - 1]) {
                break;
            }
            count += 1;
        }
        count
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
        let count = (1..=MOST.min(cut as u32)).take_while(|count| fits(*count)).last().unwrap_or(1);
        if tokens == 0 { 0 } else { count }
    }
}

/// The word of the policy for a language.
pub(crate) fn carry_for(overlap: &Overlap, language: &str) -> Carry {
    let primary = crate::registry::primary_subtag(language);
    overlap
        .by_language
        .get(language)
        .or_else(|| overlap.by_language.get(primary))
        .copied()
        .unwrap_or(overlap.default)
}
