use std::fmt;
use std::io;
use std::sync::{Arc, LazyLock};

use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use kawara_core::Chunk;

use super::batches::Batches;
use super::builders::text;
use super::{ChunkColumns, OVERHEAD, Rows, Weight};
use crate::output::Record;

/// Chunks as Arrow record batches, for hosts that pass them on in memory.
///
/// The columns are those of the files, with `error` behind them: of a document that failed there is one row, with `doc_id` and `error` and
/// nothing else. So every column can be null here.
///
/// ```
/// use kawara::output::ChunkBatches;
/// use kawara::{Document, policy::Policy};
///
/// let engine = kawara::engine(Policy::open("kawara:docs")?)?;
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped."))?;
/// let mut batches = ChunkBatches::new(16 << 20);
/// assert!(batches.push(chunks.get(0).unwrap())?.is_none());
/// assert!(batches.fail(Some("valve"), "no text")?.is_none());
/// let batch = batches.take()?.unwrap();
/// assert_eq!((batch.num_rows(), batch.schema()), (2, ChunkBatches::schema()));
/// assert_eq!(batch.column_by_name("error").unwrap().null_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ChunkBatches(Batches<OutcomeColumns>);

impl ChunkBatches {
    /// Batches of at most so many bytes, roughly; one larger chunk makes a batch alone.
    pub fn new(most_bytes: usize) -> Self {
        Self(Batches::new(most_bytes))
    }

    /// Names and types of the columns.
    pub fn schema() -> SchemaRef {
        OutcomeColumns::schema()
    }

    /// Adds a chunk, and returns the rows before it if it does not fit behind them.
    ///
    /// # Errors
    /// When the chunk is longer than 2 GiB; what was added before it is kept.
    pub fn push(&mut self, chunk: Chunk<'_>) -> io::Result<Option<RecordBatch>> {
        self.0.push(&Outcome::Chunk(Box::new(Record::of(chunk))))
    }

    /// Adds a document that failed, and returns the rows before it if it does not fit behind them. The document may be one without an id.
    ///
    /// # Errors
    /// When the message is longer than 2 GiB.
    pub fn fail(&mut self, doc_id: Option<&str>, error: &str) -> io::Result<Option<RecordBatch>> {
        self.0.push(&Outcome::Failed { doc_id, error })
    }

    /// The rows since the last batch, if there are any.
    ///
    /// # Errors
    /// Should the columns not fit each other.
    pub fn take(&mut self) -> io::Result<Option<RecordBatch>> {
        self.0.take()
    }
}

impl fmt::Debug for ChunkBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkBatches").finish_non_exhaustive()
    }
}

/// A row.
enum Outcome<'c> {
    Chunk(Box<Record<'c>>),
    Failed { doc_id: Option<&'c str>, error: &'c str },
}

impl Weight for Outcome<'_> {
    fn weight(&self) -> usize {
        match self {
            Self::Chunk(record) => record.weight(),
            Self::Failed { doc_id, error } => OVERHEAD + doc_id.map_or(0, str::len) + error.len(),
        }
    }
}

/// The columns of chunks and failures.
#[derive(Default)]
struct OutcomeColumns {
    chunks: ChunkColumns,
    error: StringBuilder,
}

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let chunks = ChunkColumns::schema();
    let nullable = chunks.fields().iter().map(|field| field.as_ref().clone().with_nullable(true));
    Arc::new(Schema::new(nullable.chain([Field::new("error", text(), true)]).collect::<Vec<_>>()))
});

impl Rows for OutcomeColumns {
    type Row<'c> = Outcome<'c>;

    fn schema() -> SchemaRef {
        Arc::clone(&SCHEMA)
    }

    fn push(&mut self, row: &Outcome<'_>) {
        match row {
            Outcome::Chunk(record) => {
                self.chunks.push(record);
                self.error.append_null();
            }
            Outcome::Failed { doc_id, error } => {
                self.chunks.push_null(*doc_id);
                self.error.append_value(error);
            }
        }
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns = self.chunks.finish();
        columns.push(Arc::new(self.error.finish()));
        RecordBatch::try_new(Self::schema(), columns)
    }
}
