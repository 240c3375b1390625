use std::ops::Range;
use std::sync::Arc;

use super::{Counter, CounterId, RangeCount};
use crate::Result;

/// Several counters as one: a text has as many tokens as the counter that finds most, each with its own special tokens.
/// What fits this fits all of them. It has no [spans](Counter::token_spans): no two models see the same tokens.
pub(crate) struct Strictest {
    counters: Vec<Arc<dyn Counter>>,
    id: CounterId,
    /// The fewest special tokens; what others have more is part of their counts.
    specials: u32,
}

impl Strictest {
    /// Joins at least one counter.
    pub(crate) fn new(counters: Vec<Arc<dyn Counter>>) -> Self {
        let join = |part: fn(&CounterId) -> &str| {
            counters.iter().map(|counter| part(counter.id())).collect::<Vec<_>>().join(" + ")
        };
        let id = CounterId::new(join(CounterId::name), join(CounterId::version))
            .with_vocabulary(join(CounterId::space));
        let specials = counters.iter().map(|counter| counter.specials()).min().unwrap_or(0);
        Self { counters, id, specials }
    }

    /// The most that any counter finds, with the special tokens that the others do not have.
    fn most(&self, count: impl Fn(usize, &dyn Counter) -> Result<u32>) -> Result<u32> {
        let mut most = 0;
        for (nth, counter) in self.counters.iter().enumerate() {
            let more = counter.specials().saturating_sub(self.specials);
            most = most.max(count(nth, &**counter)?.saturating_add(more));
        }
        Ok(most)
    }
}

impl Counter for Strictest {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        let mut least = None;
        for counter in &self.counters {
            least = least.into_iter().chain(counter.limit()?).min();
        }
        Ok(least)
    }

    fn specials(&self) -> u32 {
        self.specials
    }

    fn count(&self, text: &str) -> Result<u32> {
        if text.is_empty() {
            return Ok(0);
        }
        self.most(|_, counter| counter.count(text))
    }

    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        let mut shares = Vec::new();
        let mut most = 0;
        for counter in &self.counters {
            let tokens = counter.count(text)?;
            most = most.max(tokens);
            shares.push((counter.unknown(text)?, tokens));
        }
        Ok(worst(shares, most))
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        let indices: Result<Vec<_>> = self.counters.iter().map(|counter| counter.index(text, cuts)).collect();
        let indices = indices?;
        let leading = (0..indices.len()).max_by_key(|&nth| indices[nth].before(text.len())).unwrap_or(0);
        Ok(Box::new(Indices { counter: self, text, indices, leading }))
    }
}

/// The indices of one text, in the order of the counters.
struct Indices<'t> {
    counter: &'t Strictest,
    text: &'t str,
    indices: Vec<Box<dyn RangeCount + 't>>,
    /// The one that finds most tokens in the whole text: estimates are its own.
    leading: usize,
}

impl RangeCount for Indices<'_> {
    fn before(&self, at: usize) -> u32 {
        self.indices[self.leading].before(at)
    }

    /// Where one finds most of the whole text, another may of a part.
    fn estimate(&self, range: Range<usize>) -> u32 {
        let estimates = self.indices.iter().zip(&self.counter.counters).map(|(index, counter)| {
            let more = counter.specials().saturating_sub(self.counter.specials);
            index.estimate(range.clone()).saturating_add(more)
        });
        estimates.max().unwrap_or(0)
    }

    fn slack(&self) -> u32 {
        self.indices.iter().map(|index| index.slack()).max().unwrap_or(0)
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        if before.is_empty() && self.text.get(range.clone()).is_some_and(str::is_empty) {
            return Ok(0);
        }
        self.counter.most(|nth, _| self.indices[nth].exact(before, range.clone()))
    }

    fn unknown(&self) -> Option<u32> {
        let all = self.text.len();
        let shares = self.indices.iter().map(|index| (index.unknown(), index.before(all)));
        worst(shares, self.before(all))
    }
}

/// Of `total` tokens, as many as the counter does not know that knows least of the text: each has unknown tokens, if it tells, and
/// tokens of its own.
fn worst(counters: impl IntoIterator<Item = (Option<u32>, u32)>, total: u32) -> Option<u32> {
    let shares = counters.into_iter().filter_map(|(unknown, tokens)| {
        Some(u64::from(unknown?) * u64::from(total) / u64::from(tokens.max(1)))
    });
    shares.max().map(|unknown| unknown.min(u64::from(total)) as u32)
}
