use std::io;

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::{Rows, Weight};

/// The most rows of a batch, and the most bytes, whatever is asked for: offsets inside a column are of 32 bits.
const MOST_ROWS: usize = 1 << 14;
const MOST_BYTES: usize = 1 << 30;

/// Rows, a batch at a time: each as full as it may be.
pub(in crate::output) struct Batches<R> {
    rows: R,
    /// Of the batch that is being filled.
    bytes: usize,
    count: usize,
    most_bytes: usize,
}

impl<R: Rows> Batches<R> {
    /// Batches of at most so many bytes, roughly; one longer row makes a batch alone.
    pub(in crate::output) fn new(most_bytes: usize) -> Self {
        Self { rows: R::default(), bytes: 0, count: 0, most_bytes: most_bytes.min(MOST_BYTES) }
    }

    /// Adds a row, and returns the rows before it if it does not fit behind them.
    ///
    /// # Errors
    /// For a row that is longer than a column can hold; the rows before it are kept.
    pub(in crate::output) fn push<'c>(&mut self, row: &R::Row<'c>) -> io::Result<Option<RecordBatch>>
    where
        R::Row<'c>: Weight,
    {
        let weight = row.weight();
        if i32::try_from(weight).is_err() {
            let message = format!("a row of {weight} bytes is too long for a column; lower max-tokens");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let is_full = self.bytes.saturating_add(weight) > self.most_bytes || self.count >= MOST_ROWS;
        let batch = if is_full { self.take()? } else { None };
        self.rows.push(row);
        self.bytes += weight;
        self.count += 1;
        Ok(batch)
    }

    /// The rows since the last batch, if there are any.
    ///
    /// # Errors
    /// Should the columns not fit each other.
    pub(in crate::output) fn take(&mut self) -> io::Result<Option<RecordBatch>> {
        if std::mem::take(&mut self.count) == 0 {
            return Ok(None);
        }
        self.bytes = 0;
        self.rows.take().map(Some).map_err(of_arrow)
    }
}

/// A broken pipe stays one.
pub(super) fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}
