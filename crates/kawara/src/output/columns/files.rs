use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};

use super::batches::{Batches, of_arrow};
use super::{Rows, Weight};
use crate::output::Format;

/// The bytes of a batch in a file, at most.
const BATCH_BYTES: usize = 8 << 20;

/// Rows on their way into a file of columns.
pub(in crate::output) struct Columns<W: Write + Send, R> {
    batches: Batches<R>,
    to: Writer<W>,
}

enum Writer<W: Write + Send> {
    File(Box<FileWriter<W>>),
    Stream(Box<StreamWriter<W>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Writer<W>>),
}

impl<W: Write + Send, R: Rows> Columns<W, R> {
    pub(in crate::output) fn open(format: Format, to: W) -> io::Result<Self> {
        let schema = R::schema();
        let to = match format {
            Format::Arrow => Writer::File(Box::new(FileWriter::try_new(to, &schema).map_err(of_arrow)?)),
            Format::ArrowStream => {
                Writer::Stream(Box::new(StreamWriter::try_new(to, &schema).map_err(of_arrow)?))
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => Writer::Parquet(Box::new(parquet::Writer::open(to, &schema)?)),
            other => return Err(other.missing()),
        };
        Ok(Self { batches: Batches::new(BATCH_BYTES), to })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What the writer returns; and for a row that is longer than a column can hold.
    pub(in crate::output) fn push<'c>(&mut self, row: &R::Row<'c>) -> io::Result<()>
    where
        R::Row<'c>: Weight,
    {
        match self.batches.push(row)? {
            Some(batch) => self.write(&batch),
            None => Ok(()),
        }
    }

    fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.to {
            Writer::File(to) => to.write(batch).map_err(of_arrow),
            Writer::Stream(to) => to.write(batch).map_err(of_arrow),
            #[cfg(feature = "parquet")]
            Writer::Parquet(to) => to.write(batch),
        }
    }

    /// Writes what is left, and the end of the file.
    pub(in crate::output) fn finish(mut self) -> io::Result<W> {
        if let Some(batch) = self.batches.take()? {
            self.write(&batch)?;
        }
        match self.to {
            Writer::File(to) => to.into_inner().map_err(of_arrow),
            Writer::Stream(to) => to.into_inner().map_err(of_arrow),
            #[cfg(feature = "parquet")]
            Writer::Parquet(to) => to.finish(),
        }
    }
}

#[cfg(feature = "parquet")]
mod parquet {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex, PoisonError};

    use arrow_array::RecordBatch;
    use arrow_schema::SchemaRef;
    use parquet::arrow::ArrowWriter;
    use parquet::basic::Compression;
    use parquet::errors::ParquetError;
    use parquet::file::properties::{EnabledStatistics, WriterProperties};

    /// A row group is written once it takes so much memory, or has so many rows.
    const GROUP_BYTES: usize = 32 << 20;
    const GROUP_ROWS: usize = 1 << 17;

    /// Columns with few values, which are written once each.
    const REPEATING: [&str; 10] = [
        "doc_id",
        "kind",
        "context",
        "title",
        "tokens",
        "language",
        "content_type",
        "carried",
        "parent",
        "settings",
    ];
    /// Columns of long texts: their least and greatest value are of no use to anybody.
    const LONG: [&str; 3] = ["context", "text", "meta"];

    pub(super) struct Writer<W: Write + Send> {
        to: ArrowWriter<Watched<W>>,
        fault: Fault,
    }

    impl<W: Write + Send> Writer<W> {
        pub(super) fn open(to: W, schema: &SchemaRef) -> io::Result<Self> {
            let mut properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_max_row_group_row_count(Some(GROUP_ROWS))
                // Elements of lists are called as the format's own description wants it.
                .set_coerce_types(true)
                .set_dictionary_enabled(false);
            for name in REPEATING {
                properties = properties.set_column_dictionary_enabled(name.into(), true);
            }
            for name in LONG {
                properties = properties.set_column_statistics_enabled(name.into(), EnabledStatistics::None);
            }
            let fault = Fault::default();
            let to = Watched { to, fault: Fault::clone(&fault) };
            match ArrowWriter::try_new(to, schema.clone(), Some(properties.build())) {
                Ok(to) => Ok(Self { to, fault }),
                Err(error) => Err(of_parquet(error, &fault)),
            }
        }

        pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
            self.to.write(batch).map_err(|error| of_parquet(error, &self.fault))?;
            if self.to.memory_size() > GROUP_BYTES {
                self.to.flush().map_err(|error| of_parquet(error, &self.fault))?;
            }
            Ok(())
        }

        pub(super) fn finish(self) -> io::Result<W> {
            let watched = self.to.into_inner().map_err(|error| of_parquet(error, &self.fault))?;
            Ok(watched.to)
        }
    }

    /// What kind of error the writer below has returned: Parquet's own errors do not always tell, and a broken pipe has to stay one.
    type Fault = Arc<Mutex<Option<io::ErrorKind>>>;

    struct Watched<W> {
        to: W,
        fault: Fault,
    }

    impl<W> Watched<W> {
        fn note<T>(&self, result: io::Result<T>) -> io::Result<T> {
            if let Err(error) = &result
                && error.kind() != io::ErrorKind::Interrupted
            {
                *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.kind());
            }
            result
        }
    }

    impl<W: Write> Write for Watched<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let result = self.to.write(bytes);
            self.note(result)
        }

        fn flush(&mut self) -> io::Result<()> {
            let result = self.to.flush();
            self.note(result)
        }
    }

    fn of_parquet(error: ParquetError, fault: &Fault) -> io::Error {
        let kind = fault.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(io::ErrorKind::Other);
        io::Error::new(kind, error)
    }
}
