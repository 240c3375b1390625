//! Chunks and parents as columns: Arrow record batches, written as Arrow IPC or as Parquet.
//!
//! Names and types are the same whatever the documents are. All numbers are signed 64-bit integers, all ids strings; what JSON leaves out
//! is null.

mod batches;
mod builders;
mod chunks;
mod files;
mod outcomes;
mod parents;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

pub(super) use chunks::ChunkColumns;
pub(super) use files::Columns;
pub use outcomes::ChunkBatches;
pub(super) use parents::ParentColumns;

use super::{ParentRecord, Record};

/// Rows of one kind, column by column.
pub(super) trait Rows: Default {
    /// One row.
    type Row<'c>;

    /// Names and types.
    fn schema() -> SchemaRef;

    /// Adds a row.
    fn push(&mut self, row: &Self::Row<'_>);

    /// The rows so far, which are then gone.
    fn take(&mut self) -> Result<RecordBatch, ArrowError>;
}

/// The bytes that a row takes at most, roughly.
pub(super) trait Weight {
    fn weight(&self) -> usize;
}

impl Weight for Record<'_> {
    fn weight(&self) -> usize {
        let meta = self.meta.as_ref().map_or(0, |json| json.get().len());
        let nested = self.units.units().len() * 2 + self.map.map().count() * 4;
        OVERHEAD + self.doc_id.len() + self.context.len() + self.text.len() + meta + nested * 8
    }
}

impl Weight for ParentRecord<'_> {
    fn weight(&self) -> usize {
        let meta = self.meta.map_or(0, |json| json.get().len());
        OVERHEAD + self.doc_id.len() + self.title.map_or(0, str::len) + meta
    }
}

/// Ids, offsets, short words.
const OVERHEAD: usize = 320;
