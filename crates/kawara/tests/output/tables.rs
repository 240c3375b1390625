//! Columns are read back and compared with JSON lines, value by value.

use std::io::Cursor;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{DataType, SchemaRef};
use kawara::output::{Format, Sink};
use kawara::policy::Policy;
use kawara::{Document, Engine};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::ParquetMetaData;
use serde_json::Value;

use super::{CHUNKS, PARENTS, all, rows, with_passages, written, written_parents};

const FORMATS: [Format; 3] = [Format::Parquet, Format::Arrow, Format::ArrowStream];

fn read(format: Format, bytes: Vec<u8>) -> (SchemaRef, Vec<RecordBatch>) {
    match format {
        Format::Parquet => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).unwrap();
            (builder.schema().clone(), builder.build().unwrap().map(Result::unwrap).collect())
        }
        Format::Arrow => {
            let reader = FileReader::try_new(Cursor::new(bytes), None).unwrap();
            (reader.schema(), reader.map(Result::unwrap).collect())
        }
        _ => {
            let reader = StreamReader::try_new(Cursor::new(bytes), None).unwrap();
            (reader.schema(), reader.map(Result::unwrap).collect())
        }
    }
}

fn value(column: &dyn Array, row: usize) -> Value {
    if column.is_null(row) {
        return Value::Null;
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into(),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            (0..list.len()).map(|at| value(&list, at)).collect()
        }
        DataType::Struct(fields) => {
            let columns = column.as_struct().columns();
            let pairs =
                fields.iter().zip(columns).map(|(field, column)| (field.name().clone(), value(column, row)));
            Value::Object(pairs.collect())
        }
        other => panic!("{other}"),
    }
}

fn values(batches: &[RecordBatch]) -> Vec<Value> {
    let row = |batch: &RecordBatch, row: usize| {
        let schema = batch.schema();
        let pairs = schema.fields().iter().zip(batch.columns());
        Value::Object(pairs.map(|(field, column)| (field.name().clone(), value(column, row))).collect())
    };
    batches
        .iter()
        .flat_map(|batch| (0..batch.num_rows()).map(|at| row(batch, at)).collect::<Vec<_>>())
        .collect()
}

/// Metadata is JSON text in a column.
fn with_meta_as_text(mut rows: Vec<Value>, lines: &[u8]) -> Vec<Value> {
    for (row, line) in rows.iter_mut().zip(std::str::from_utf8(lines).unwrap().lines()) {
        let raw: std::collections::BTreeMap<&str, &serde_json::value::RawValue> =
            serde_json::from_str(line).unwrap();
        if let Some(meta) = raw.get("meta") {
            row["meta"] = meta.get().into();
        }
    }
    rows
}

#[test]
fn columns_have_what_lines_have() {
    let lines = written(Format::Jsonl, &all());
    let expected = with_meta_as_text(rows(&lines, &CHUNKS), &lines);
    for format in FORMATS {
        let (schema, batches) = read(format, written(format, &all()));
        assert_eq!(schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), CHUNKS);
        assert_eq!(values(&batches), expected, "{format}");
    }
    let lines = written_parents(Format::Jsonl, &with_passages());
    let expected = with_meta_as_text(rows(&lines, &PARENTS), &lines);
    for format in FORMATS {
        let (schema, batches) = read(format, written_parents(format, &with_passages()));
        assert_eq!(schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), PARENTS);
        assert_eq!(values(&batches), expected, "{format}");
    }
}

#[test]
fn names_and_types_do_not_depend_on_the_documents() {
    for format in FORMATS {
        let (full, _) = read(format, written(format, &all()));
        let (empty, batches) = read(format, written(format, &[]));
        assert_eq!(full, empty, "{format}");
        assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 0);
    }
}

#[test]
fn pages_are_columns_of_their_own() {
    let json = include_str!("../../../kawara-formats/tests/data/unstructured.json");
    let engine = kawara::engine(Policy::open("kawara:docs").unwrap()).unwrap();
    let document = Document::new("a", json).with_content_type("application/vnd.unstructured+json");
    let chunks = [engine.chunk(&document).unwrap()];
    let mut expected: Vec<Value> =
        rows(&written(Format::Jsonl, &chunks), &CHUNKS).iter().map(|row| row["pages"].clone()).collect();
    assert!(expected.iter().any(|pages| pages[0]["bbox"][2].as_f64() > Some(0.0)), "{expected:?}");
    for page in expected.iter_mut().filter_map(Value::as_array_mut).flatten() {
        for column in ["bbox", "origin"] {
            page.as_object_mut().unwrap().entry(column).or_insert(Value::Null);
        }
    }
    for format in FORMATS {
        let rows = values(&read(format, written(format, &chunks)).1);
        assert_eq!(rows.iter().map(|row| row["pages"].clone()).collect::<Vec<_>>(), expected, "{format}");
    }
}

/// Text that no compression makes small.
fn noise(words: usize) -> String {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:x} ", state >> 8)
    };
    (0..words).map(|_| word()).collect()
}

fn plain() -> Engine {
    let policy = "policy = 1\nbudget.counter = \"words\"\nbudget.max-tokens = 100\nunits.overlap = 0\n";
    kawara::engine(Policy::from_str(policy, "kawara.toml", "").unwrap()).unwrap()
}

#[test]
fn row_groups_are_bounded() {
    let chunks = plain().chunk(&Document::new("noise", noise(150_000))).unwrap();
    let mut sink = Sink::open(Format::Parquet, Vec::new()).unwrap();
    (0..40).for_each(|_| sink.write(&chunks).unwrap());
    let bytes = bytes::Bytes::from(sink.finish().unwrap());
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
    let about: &ParquetMetaData = builder.metadata();
    assert!(about.num_row_groups() > 1);
    for group in about.row_groups() {
        assert!(group.compressed_size() < 48 << 20, "{}", group.compressed_size());
    }
    assert_eq!(about.file_metadata().num_rows(), 40 * chunks.len() as i64);
}

#[test]
fn a_document_is_named_once_a_row_group() {
    let (short, long) = (Document::new("a", noise(50_000)), Document::new("a".repeat(2000), noise(50_000)));
    let size = |document: &Document| written(Format::Parquet, &[plain().chunk(document).unwrap()]).len();
    assert!(size(&long) < size(&short) + 20_000, "{} and {}", size(&short), size(&long));
}
