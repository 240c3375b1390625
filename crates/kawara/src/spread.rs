use std::collections::BTreeMap;
use std::ops::Bound;

/// How numbers are spread: how many there are of each.
///
/// ```
/// use kawara::survey::Spread;
///
/// let mut tokens = Spread::default();
/// [12, 40, 18, 90].into_iter().for_each(|one| tokens.add(one));
/// assert_eq!((tokens.count(), tokens.median(), tokens.percentile(90)), (4, 18, 90));
/// assert_eq!(tokens.below(40), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(BTreeMap<u32, u64>);

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, number: u32) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Adds all numbers of another.
    pub fn join(&mut self, other: &Self) {
        for (number, count) in &other.0 {
            *self.0.entry(*number).or_default() += count;
        }
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Their sum.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(number, count)| u64::from(*number) * count).sum()
    }

    /// The largest; 0 of none.
    pub fn most(&self) -> u32 {
        self.0.keys().next_back().copied().unwrap_or(0)
    }

    /// How many are below a number.
    pub fn below(&self, number: u32) -> u64 {
        self.0.range(..number).map(|(_, count)| count).sum()
    }

    /// How many are above a number.
    pub fn above(&self, number: u32) -> u64 {
        self.0.range((Bound::Excluded(number), Bound::Unbounded)).map(|(_, count)| count).sum()
    }

    /// The least number that so many per cent of all do not exceed; 0 of none.
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.count() * percent).div_ceil(100);
        let mut seen = 0;
        let reached = self.0.iter().find(|(_, count)| {
            seen += **count;
            seen >= wanted
        });
        reached.map_or(0, |(number, _)| *number)
    }

    /// The number in the middle.
    pub fn median(&self) -> u32 {
        self.percentile(50)
    }

    /// Every number with how many there are, from the least on.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(number, count)| (*number, *count))
    }
}
