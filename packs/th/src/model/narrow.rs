//! Weights of features whose template little fills: in a table of their own, where no branch depends on whether a feature is known,
//! as hardly one could be foretold.

use std::ops::Range;

/// What fills a template that has a table is less.
pub(super) const NARROW: u64 = 1 << 14;

/// The tables, one behind the other.
#[derive(Debug)]
pub(super) struct Narrow {
    /// Where in `weights` the table of each template is; it is empty for those that have none.
    tables: Vec<Range<usize>>,
    weights: Vec<i8>,
}

impl Narrow {
    pub(super) fn new() -> Self {
        Self { tables: vec![0..0; 256], weights: Vec::new() }
    }

    /// Adds the table of a template: weights by what fills it, `most` the highest.
    pub(super) fn add(&mut self, template: u8, most: u64, entries: impl Iterator<Item = (u64, i8)>) {
        let start = self.weights.len();
        self.weights.resize(start + most as usize + 1, 0);
        for (filling, weight) in entries {
            if let Some(place) = self.weights.get_mut(start + filling as usize) {
                *place = weight;
            }
        }
        if let Some(table) = self.tables.get_mut(usize::from(template)) {
            *table = start..self.weights.len();
        }
    }

    /// The weight of a feature, 0 if it has none; `None` if its template has no table.
    #[inline]
    pub(super) fn weight(&self, template: u8, filling: u64) -> Option<i32> {
        let table = self.tables.get(usize::from(template)).filter(|table| !table.is_empty())?;
        let own = self.weights.get(table.clone())?;
        Some(own.get(filling as usize).map_or(0, |weight| i32::from(*weight)))
    }
}
