//! The border: capsules that hold the structs of Arrow's C interfaces. All that is unsafe is here.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array, ArrayReader, RecordBatch, RecordBatchIterator, RecordBatchOptions, RecordBatchReader, StructArray,
};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use kawara::output::ChunkBatches;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::stream::Chunking;
use crate::error::value;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// Record batches, from wherever they come.
pub(super) type Reader = Box<dyn RecordBatchReader + Send>;

/// The batches of an object that offers a stream of them, or one.
///
/// Strings are not looked at: they need not be UTF-8 yet, and are only to be read as bytes.
pub(super) fn import(given: &Bound<'_, PyAny>) -> PyResult<Reader> {
    let imported = if given.hasattr("__arrow_c_stream__")? {
        stream(&given.call_method0("__arrow_c_stream__")?)?
    } else if given.hasattr("__arrow_c_array__")? {
        array(&given.call_method0("__arrow_c_array__")?)?
    } else {
        let kind = given.get_type();
        let takes = "it takes a pyarrow Table, RecordBatch or RecordBatchReader, a polars DataFrame, or anything else with `__arrow_c_stream__` or `__arrow_c_array__`";
        return Err(value(format!("{kind} is no Arrow data; {takes}")));
    };
    imported.map_err(|error| value(format!("the Arrow data cannot be read: {error}")))
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<Result<Reader, ArrowError>> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name holds an initialised stream. Its destructor leaves alone what was moved out.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast().as_ptr()) };
    Ok(ArrayStreamReader::try_new(stream)
        .and_then(Batches::new)
        .map(|batches| -> Reader { Box::new(batches) }))
}

fn array(capsules: &Bound<'_, PyAny>) -> PyResult<Result<Reader, ArrowError>> {
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
    let (schema, array) = (schema.pointer_checked(Some(SCHEMA))?, array.pointer_checked(Some(ARRAY))?);
    // SAFETY: capsules of these names hold an initialised schema and array, and their destructors leave alone what was moved out.
    let (schema, array) = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.cast().as_ptr());
        (schema, FFI_ArrowArray::from_raw(array.cast().as_ptr()))
    };
    Ok(batch(array, &schema))
}

fn batch(array: FFI_ArrowArray, ffi: &FFI_ArrowSchema) -> Result<Reader, ArrowError> {
    if !matches!(DataType::try_from(ffi)?, DataType::Struct(_)) {
        return Err(one_column());
    }
    let schema = Arc::new(Schema::try_from(ffi)?);
    // SAFETY: the two come from one `__arrow_c_array__`, so the array is of that schema.
    let data = unsafe { from_ffi(array, ffi) }?;
    let batch = rows(&StructArray::from(data), &schema)?;
    Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
}

fn one_column() -> ArrowError {
    ArrowError::SchemaError("an array of one column is no record batch".into())
}

/// The rows of structs.
fn rows(structs: &StructArray, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    if let Some(row) = (0..structs.len()).find(|row| structs.is_null(*row)) {
        let message =
            format!("row {row} is null as a whole, and not a row with nulls: leave such rows out before");
        return Err(ArrowError::InvalidArgumentError(message));
    }
    let options = RecordBatchOptions::new().with_row_count(Some(structs.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), structs.columns().to_vec(), &options)
}

/// A stream of structs, whose rows are read.
struct Batches {
    structs: ArrayStreamReader,
    schema: SchemaRef,
}

impl Batches {
    fn new(structs: ArrayStreamReader) -> Result<Self, ArrowError> {
        let field = structs.field();
        let DataType::Struct(fields) = field.data_type() else { return Err(one_column()) };
        let schema = Schema::new(fields.clone()).with_metadata(field.metadata().clone());
        Ok(Self { structs, schema: Arc::new(schema) })
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = self.structs.next()?;
        Some(array.and_then(|array| rows(array.as_struct(), &self.schema)))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Chunks as a stream that is read elsewhere.
pub(super) fn export(py: Python<'_>, chunking: Chunking) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(chunking)), STREAM)
}

/// The columns of chunks.
pub(super) fn export_schema(py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(ChunkBatches::schema().as_ref());
    PyCapsule::new_with_value(py, schema.map_err(|error| value(error.to_string()))?, SCHEMA)
}
