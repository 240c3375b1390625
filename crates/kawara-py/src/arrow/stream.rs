//! Chunks, made as they are asked for.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use kawara::Chunks;
use kawara::contextual::Contexts;
use kawara::input::Input;
use kawara::output::ChunkBatches;
use pyo3::Python;

use super::Ended;
use super::capsule::Reader;
use super::columns::{Bad, Columns, Documents};
use crate::batch;

/// How many bytes of documents are chunked at once, for each thread; one longer document goes alone.
const AT_ONCE: usize = 8 << 20;

/// Record batches of chunks from record batches of documents. What it holds is one batch of documents, and the chunks of those of them
/// that were chunked at once.
pub(super) struct Chunking {
    engine: Arc<kawara::Engine>,
    from: Reader,
    columns: Columns,
    threads: NonZeroUsize,
    contexts: Option<Arc<Contexts>>,
    /// What is being chunked, and the rows that are yet to be.
    documents: Option<(Documents, Range<usize>)>,
    /// What was chunked, and is not in a batch yet.
    done: VecDeque<Result<Chunks, Bad>>,
    /// How many chunks of the first of them are.
    written: usize,
    batches: ChunkBatches,
    /// Nothing comes after the end, or after an error.
    is_over: bool,
    ended: Arc<Ended>,
}

impl Chunking {
    pub(super) fn new(
        engine: Arc<kawara::Engine>,
        from: Reader,
        columns: Columns,
        threads: NonZeroUsize,
        contexts: Option<Arc<Contexts>>,
        batches: ChunkBatches,
        ended: Arc<Ended>,
    ) -> Self {
        let done = VecDeque::new();
        Self {
            engine,
            from,
            columns,
            threads,
            contexts,
            documents: None,
            done,
            written: 0,
            batches,
            is_over: false,
            ended,
        }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            if let Some(batch) = self.write()? {
                return Ok(Some(batch));
            }
            if !self.chunk()? {
                return Ok(self.batches.take()?);
            }
        }
    }

    /// Writes what was chunked, until a batch is full.
    fn write(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        while let Some(outcome) = self.done.front() {
            let full = match outcome {
                Ok(chunks) => match chunks.get(self.written) {
                    Some(chunk) => {
                        self.written += 1;
                        let added = self.batches.push(chunk);
                        added.or_else(|error| self.batches.fail(Some(chunks.doc_id()), &error.to_string()))?
                    }
                    None => {
                        self.written = 0;
                        self.done.pop_front();
                        continue;
                    }
                },
                Err(bad) => {
                    let full = self.batches.fail(bad.doc_id.as_deref(), &bad.message)?;
                    self.done.pop_front();
                    full
                }
            };
            if full.is_some() {
                return Ok(full);
            }
        }
        Ok(None)
    }

    /// Chunks the next documents; `false` when there are no more.
    fn chunk(&mut self) -> Result<bool, ArrowError> {
        let (documents, rows) = match self.documents.take() {
            Some(documents) => documents,
            None => match self.from.next().transpose()? {
                Some(batch) => {
                    let documents = self.columns.of(&batch);
                    let rows = 0..documents.len();
                    (documents, rows)
                }
                None => return Ok(false),
            },
        };
        let most = AT_ONCE.saturating_mul(self.threads.get());
        let (mut bytes, mut end) = (0, rows.start);
        while end < rows.end && (end == rows.start || bytes + documents.weight(end) <= most) {
            bytes += documents.weight(end);
            end += 1;
        }
        let (mut bad, mut good) = (Vec::new(), Vec::new());
        for row in rows.start..end {
            match documents.document(row) {
                Ok(document) => {
                    good.push(Input::Document(Box::new(document)));
                    bad.push(None);
                }
                Err(row) => bad.push(Some(row)),
            }
        }
        // The last of a batch lets go of it before it is chunked: there may be but one document, and a large one.
        self.documents = (end < rows.end).then_some((documents, end..rows.end));
        let contexts = self.contexts.as_deref();
        let chunked = batch::chunk(&self.engine, good, Some(self.threads), contexts).map_err(|error| {
            let message = format!("stopped by {error}");
            self.ended.by(error);
            ArrowError::ComputeError(message)
        })?;
        let mut chunked = chunked.into_iter();
        self.done.extend(bad.into_iter().filter_map(|bad| {
            match bad {
                Some(bad) => Some(Err(bad)),
                None => Some(
                    chunked
                        .next()?
                        .map_err(|failure| Bad { doc_id: Some(failure.document), message: failure.message }),
                ),
            }
        }));
        Ok(true)
    }

    /// The next batch, without the interpreter's lock, whoever asks.
    fn unlocked(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let mut work = || {
            catch_unwind(AssertUnwindSafe(|| self.batch())).unwrap_or_else(|_| {
                Err(ArrowError::ComputeError("kawara panicked; please report it with the documents".into()))
            })
        };
        // Where the interpreter is about to end, there is no lock to let go of.
        match Python::try_attach(|py| py.detach(&mut work)) {
            Some(done) => done,
            None => work(),
        }
    }
}

impl Iterator for Chunking {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let batch = self.unlocked().transpose();
        self.is_over = !matches!(batch, Some(Ok(_)));
        batch
    }
}

impl RecordBatchReader for Chunking {
    fn schema(&self) -> SchemaRef {
        ChunkBatches::schema()
    }
}
