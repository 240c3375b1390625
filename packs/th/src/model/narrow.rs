//! Weights of features whose template little fills: in a table of their own, where no branch depends on whether a feature is known,
//! as hardly one could be foretold.

/// What fills a template that has a table is less.
pub(super) const NARROW: u64 = 1 << 14;

/// The tables, one behind the other, each with a weight of 0 at its end.
#[derive(Debug)]
pub(super) struct Narrow {
    /// Where in `weights` the table of each template is; it is empty for those that have none.
    tables: Box<[Table; 256]>,
    weights: Vec<i8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Table {
    start: u32,
    len: u32,
}

impl Narrow {
    pub(super) fn new() -> Self {
        Self { tables: Box::new([Table::default(); 256]), weights: Vec::new() }
    }

    /// Adds the table of a template: weights by what fills it, `most` the highest, which is less than [`NARROW`].
    pub(super) fn add(&mut self, template: u8, most: u64, entries: impl Iterator<Item = (u64, i8)>) {
        let (start, len) = (self.weights.len(), most as u32 + 1);
        self.weights.resize(start + len as usize + 1, 0);
        for (filling, weight) in entries {
            if let Some(place) = self.weights.get_mut(start + filling as usize) {
                *place = weight;
            }
        }
        self.tables[usize::from(template)] = Table { start: start as u32, len };
    }

    /// The weight of a feature, 0 if it has none; `None` if its template has no table.
    #[inline]
    pub(super) fn weight(&self, template: u8, filling: u64) -> Option<i32> {
        let table = self.tables[usize::from(template)];
        if table.len == 0 {
            return None;
        }
        let place = u64::from(table.start) + filling.min(table.len.into());
        Some(self.weights.get(place as usize).map_or(0, |weight| i32::from(*weight)))
    }
}
