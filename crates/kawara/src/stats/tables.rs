//! Chunks from columns.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Schema};

use super::facts::{self, COLUMNS};
use super::{Facts, Stats};
use crate::output::Format;

pub(super) fn of_stream(from: impl Read) -> Result<Stats, String> {
    let reader = StreamReader::try_new(from, None).map_err(|error| broken(&error))?;
    let places = places(&reader.schema())?;
    of_batches(reader, places)
}

pub(super) fn of_file(format: Format, mut file: File) -> Result<Stats, String> {
    file.seek(SeekFrom::Start(0))
        .map_err(|error| format!("is read from its end: give it as a file ({error})"))?;
    match format {
        Format::Arrow => {
            let reader = FileReader::try_new(BufReader::new(file), None).map_err(|error| broken(&error))?;
            let places = places(&reader.schema())?;
            of_batches(reader, places)
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet(file),
        other => Err(format!("this build cannot read {other}: it was made without the feature `{other}`")),
    }
}

#[cfg(feature = "parquet")]
fn parquet(file: File) -> Result<Stats, String> {
    use parquet::arrow::ProjectionMask;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    places(builder.schema())?;
    let wanted = ProjectionMask::columns(builder.parquet_schema(), COLUMNS);
    let reader =
        builder.with_projection(wanted).with_batch_size(1024).build().map_err(|error| broken(&error))?;
    let places = places(&arrow_array::RecordBatchReader::schema(&reader))?;
    of_batches(reader, places)
}

fn broken(error: &impl std::fmt::Display) -> String {
    format!("cannot be read: {error}")
}

fn places(schema: &Schema) -> Result<[Option<usize>; 14], String> {
    facts::places(|name| schema.index_of(name).ok())
        .map_err(|what| format!("not a file of chunks: it {what}"))
}

fn of_batches(
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    places: [Option<usize>; 14],
) -> Result<Stats, String> {
    let mut stats = Stats::new();
    for batch in batches {
        let batch = batch.map_err(|error| broken(&error))?;
        let columns = places.map(|at| at.map(|at| batch.column(at)));
        for (name, column) in COLUMNS.iter().zip(columns) {
            if let Some(column) = column.filter(|column| !is_known(name, column.data_type())) {
                return Err(format!(
                    "not a file of chunks: its column `{name}` is of type {}",
                    column.data_type()
                ));
            }
        }
        for row in 0..batch.num_rows() {
            stats.add(&facts_of(columns, row));
        }
    }
    Ok(stats)
}

fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_known(name: &str, data_type: &DataType) -> bool {
    match name {
        "tokens" | "start" | "end" | "own_start" | "carried" | "asked" => *data_type == DataType::Int64,
        "flags" => matches!(data_type, DataType::List(of) if is_text(of.data_type())),
        _ => is_text(data_type),
    }
}

fn facts_of<'b>(columns: [Option<&'b ArrayRef>; 14], row: usize) -> Facts<'b> {
    let [
        id,
        doc_id,
        text,
        tokens,
        context,
        language,
        content_type,
        settings,
        start,
        end,
        own,
        carried,
        asked,
        flags,
    ] = columns;
    let some =
        |column: Option<&'b ArrayRef>| column.and_then(|column| text_of(column, row)).map(Cow::Borrowed);
    let number = |column: Option<&ArrayRef>| -> Option<u64> {
        let column = column?.as_primitive_opt::<Int64Type>()?;
        column.is_valid(row).then(|| column.value(row)).and_then(|number| number.try_into().ok())
    };
    let flags = flags.and_then(|column| column.as_list_opt::<i32>()).filter(|column| column.is_valid(row));
    let flags = flags.map(|column| column.value(row));
    let flags = flags.iter().flat_map(|list| (0..list.len()).filter_map(|at| text_of(list, at)));
    Facts {
        flags: flags.map(|flag| Cow::Owned(flag.to_owned())).collect(),
        id: some(id).unwrap_or_default(),
        doc_id: some(doc_id).unwrap_or_default(),
        context: some(context).unwrap_or_default(),
        text: some(text).unwrap_or_default(),
        tokens: number(tokens).and_then(|tokens| u32::try_from(tokens).ok()).unwrap_or(0),
        language: some(language),
        content_type: some(content_type),
        settings: some(settings),
        start: number(start).unwrap_or(0),
        end: number(end).unwrap_or(0),
        own_start: number(own).unwrap_or(0),
        carried: number(carried).unwrap_or(0),
        asked: number(asked),
    }
}

fn text_of(column: &ArrayRef, row: usize) -> Option<&str> {
    if !column.is_valid(row) {
        return None;
    }
    let short = || column.as_string_opt::<i32>().map(|column| column.value(row));
    let long = || column.as_string_opt::<i64>().map(|column| column.value(row));
    short().or_else(long).or_else(|| column.as_string_view_opt().map(|column| column.value(row)))
}
