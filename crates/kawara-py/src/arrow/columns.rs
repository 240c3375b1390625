//! The columns of documents, as strings.

use std::collections::BTreeMap;

use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, GenericBinaryType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, GenericByteArray, GenericByteViewArray, LargeBinaryArray,
    RecordBatch,
};
use arrow_schema::{DataType, Schema};
use kawara::Document;
use serde::de::IgnoredAny;

use crate::document::About;

/// What a document may have, in the order in which [`Columns`] has it.
const FIELDS: [&str; 7] = ["id", "text", "path", "content_type", "language", "title", "meta"];
/// How many of them it must have.
const NEEDED: usize = 2;

/// Where in a batch the fields of documents stand.
pub(super) struct Columns([Option<usize>; FIELDS.len()]);

impl Columns {
    /// Finds the columns; `names` says what they are called, where it is not what the field is called.
    ///
    /// # Errors
    /// Names the column, and what it should be.
    pub(super) fn find(schema: &Schema, names: &BTreeMap<String, String>) -> Result<Self, String> {
        if let Some(stray) = names.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            let fields = FIELDS.join(", ");
            return Err(format!("`columns` has no field `{stray}`; there are {fields}"));
        }
        let mut found = [None; FIELDS.len()];
        for (nth, (field, place)) in FIELDS.into_iter().zip(&mut found).enumerate() {
            let name = names.get(field).map_or(field, String::as_str);
            if schema.fields().iter().filter(|field| field.name() == name).nth(1).is_some() {
                return Err(format!(
                    "there are two columns `{name}`: rename the one that is not the {field}"
                ));
            }
            match schema.column_with_name(name) {
                Some((column, described)) if is_text(described.data_type()) => *place = Some(column),
                Some((_, described)) => {
                    let hint = if field == "meta" {
                        "; metadata is JSON text, so write a struct as that"
                    } else {
                        ""
                    };
                    let kind = described.data_type();
                    return Err(format!("the column `{name}` is {kind}, and has to be one of {TYPES}{hint}"));
                }
                None if nth < NEEDED || names.contains_key(field) => {
                    let all: Vec<_> =
                        schema.fields().iter().map(|field| format!("`{}`", field.name())).collect();
                    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
                    let hint = format!("say which it is with columns={{\"{field}\": …}}");
                    return Err(format!("there is no column `{name}` of {TYPES}; there are {all}: {hint}"));
                }
                None => {}
            }
        }
        Ok(Self(found))
    }

    /// The columns of a batch.
    pub(super) fn of(&self, batch: &RecordBatch) -> Documents {
        let text = |place: Option<usize>| place.map(|place| Texts::of(batch.column(place)));
        Documents { columns: self.0.map(text), rows: batch.num_rows() }
    }
}

/// What a column may be. One that has nothing but nulls may have no type besides.
const TYPES: &str = "Utf8, LargeUtf8 or Utf8View, or a dictionary of these";

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// The documents of a batch.
pub(super) struct Documents {
    columns: [Option<Texts>; FIELDS.len()],
    rows: usize,
}

/// A row that is no document.
pub(super) struct Bad {
    pub(super) doc_id: Option<String>,
    pub(super) message: String,
}

impl Documents {
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// About how many bytes the document of a row has.
    pub(super) fn weight(&self, row: usize) -> usize {
        self.columns.iter().flatten().filter_map(|column| column.bytes(row)).map(<[u8]>::len).sum()
    }

    /// The document of a row.
    pub(super) fn document(&self, row: usize) -> Result<Document, Bad> {
        let mut fields = self.columns.iter().zip(FIELDS);
        let mut next = || {
            let (column, name) = fields.next()?;
            column.as_ref()?.bytes(row).map(|bytes| (bytes, name))
        };
        let (id, text) = (next(), next());
        let lossy = id.map(|(bytes, _)| String::from_utf8_lossy(bytes).into_owned());
        let mut read = || {
            let id = read(id)?.ok_or("the id is null")?;
            let text = read(text)?.ok_or("the text is null")?;
            let about = About {
                id: Some(id.to_owned()),
                path: read(next())?.map(str::to_owned),
                content_type: read(next())?.map(str::to_owned),
                language: read(next())?.map(str::to_owned),
                title: read(next())?.map(str::to_owned),
                meta: read(next())?.map(str::to_owned),
            };
            if let Some(Err(error)) = about.meta.as_deref().map(serde_json::from_str::<IgnoredAny>) {
                return Err(format!("the meta is not JSON: {error}"));
            }
            Ok(about.document(text, id))
        };
        read().map_err(|message: String| Bad { doc_id: lossy, message })
    }
}

fn read<'a>(field: Option<(&'a [u8], &str)>) -> Result<Option<&'a str>, String> {
    let Some((bytes, name)) = field else { return Ok(None) };
    let text = std::str::from_utf8(bytes);
    text.map(Some).map_err(|error| format!("the {name} is not UTF-8: byte {}", error.valid_up_to()))
}

/// A column of strings, as bytes: whoever made them may not have looked at whether they are UTF-8.
enum Texts {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// All of them null.
    Nulls,
    /// For each row a value, by its place.
    Dictionary(Vec<usize>, ArrayRef, Box<Texts>),
}

impl Texts {
    fn of(column: &ArrayRef) -> Self {
        match column.data_type() {
            DataType::Null => Self::Nulls,
            DataType::LargeUtf8 => Self::Large(LargeBinaryArray::from(column.as_string::<i64>().clone())),
            DataType::Utf8View => Self::View(column.as_string_view().clone().to_binary_view()),
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                let keys = if dictionary.values().is_empty() {
                    vec![0; column.len()]
                } else {
                    dictionary.normalized_keys()
                };
                Self::Dictionary(keys, column.clone(), Box::new(Self::of(dictionary.values())))
            }
            // What is none of the types was told when the columns were found.
            _ => Self::Small(BinaryArray::from(column.as_string::<i32>().clone())),
        }
    }

    /// The bytes of a row; `None` for null, and behind the last row.
    fn bytes(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Small(column) => at(column, row),
            Self::Large(column) => at(column, row),
            Self::View(column) => at_view(column, row),
            Self::Nulls => None,
            Self::Dictionary(keys, column, values) => {
                let key = *keys.get(row).filter(|_| column.is_valid(row))?;
                values.bytes(key)
            }
        }
    }
}

fn at<O: arrow_array::OffsetSizeTrait>(
    column: &GenericByteArray<GenericBinaryType<O>>,
    row: usize,
) -> Option<&[u8]> {
    (row < column.len() && column.is_valid(row)).then(|| column.value(row))
}

fn at_view(column: &GenericByteViewArray<BinaryViewType>, row: usize) -> Option<&[u8]> {
    (row < column.len() && column.is_valid(row)).then(|| column.value(row))
}
