//! JSON: records as text, and what converters make of PDF and Office files.

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
