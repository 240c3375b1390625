//! JSON: records as text, and what converters make of PDF and Office files.
//!
//! `tape` finds all values with their places, `frame` how far a long array can be read without the rest. `document` and `jsonl` decide
//! what the records are; `record` writes each, guided by the options in `fields`; in the source mode `rows` tells them as they stand.
//! `docling` and `unstructured` follow a layout instead, with `table` for its tables and `place` for its pages. All of them write
//! to a `page`, which undoes escapes (`escape`) and keeps the map.

mod docling;
mod document;
mod escape;
mod fields;
mod frame;
mod jsonl;
mod page;
mod place;
mod record;
mod rows;
mod table;
mod tape;
mod unstructured;

pub use docling::Docling;
pub use document::Json;
pub use jsonl::JsonLines;
pub use unstructured::Unstructured;

use kawara_core::OptionSpec;

/// The options of the reader of JSON lines.
pub(crate) static LINES_OPTIONS: &[OptionSpec] = &[fields::TEXT_FIELDS, fields::TITLE_FIELD];
/// The options of the reader of JSON.
pub(crate) static OPTIONS: &[OptionSpec] = &[fields::TEXT_FIELDS, fields::TITLE_FIELD, fields::RECORDS];
