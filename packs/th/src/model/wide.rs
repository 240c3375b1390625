//! Weights of features that are too many for a table of their template.

/// A table with open addressing: a slot is a feature above the eight bits of its weight. A feature is never 0, so a free slot is.
#[derive(Debug)]
pub(super) struct Wide {
    slots: Vec<u64>,
    shift: u32,
    /// A bit for each finer hash: most features that are not here are told at a glance, without a look at a table that is too large to
    /// be near the processor.
    glances: Vec<u64>,
    /// A slot that is free.
    free: usize,
}

/// Bits of `glances` for each slot, as a power of two.
const FINER: u32 = 2;

impl Wide {
    /// The table of features that are all different. At least half of its slots are free.
    pub(super) fn new(entries: &[(u64, i8)]) -> Self {
        let count = (entries.len() * 2 + 2).next_power_of_two();
        let mut table = Self {
            slots: vec![0; count],
            shift: u64::BITS - count.trailing_zeros() - FINER,
            glances: vec![0; (count << FINER).div_ceil(64)],
            free: 0,
        };
        for (feature, weight) in entries {
            let hash = table.hash(*feature);
            if let Some(word) = table.glances.get_mut(hash / 64) {
                *word |= 1 << (hash % 64);
            }
            let mut at = hash >> FINER;
            while table.slots.get(at).is_some_and(|slot| *slot != 0) {
                at = table.behind(at);
            }
            if let Some(slot) = table.slots.get_mut(at) {
                *slot = feature << 8 | u64::from(weight.cast_unsigned());
            }
        }
        table.free = table.slots.iter().position(|slot| *slot == 0).unwrap_or(0);
        table
    }

    /// The weight of a feature; 0 for one that is not here. Two slots are looked at at once: only when neither is free nor the
    /// feature's, which is seldom, is there more to do.
    #[inline]
    pub(super) fn weight(&self, feature: u64) -> i32 {
        let hash = self.hash(feature);
        let glance = self.glances.get(hash / 64).copied().unwrap_or(0) >> (hash % 64) & 1;
        let mut at = if glance == 0 { self.free } else { hash >> FINER };
        loop {
            let next = self.behind(at);
            let [one, two] = [at, next].map(|at| self.slots.get(at).copied().unwrap_or(0));
            let [first, second] = [one, two].map(|slot| (slot >> 8 == feature, (slot as u8).cast_signed()));
            if first.0 | second.0 | (one == 0) | (two == 0) {
                let weight = |(own, weight): (bool, i8)| if own { i32::from(weight) } else { 0 };
                return weight(first) + weight(second);
            }
            at = self.behind(next);
        }
    }

    #[inline]
    fn hash(&self, feature: u64) -> usize {
        (feature.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The slot to look at next. Some are free, so a search ends.
    #[inline]
    fn behind(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}
