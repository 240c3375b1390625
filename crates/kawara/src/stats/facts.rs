use std::borrow::Cow;

use serde::Deserialize;

/// The columns that are read where chunks are a table, those that have to be there first.
pub(super) const COLUMNS: [&str; 14] = [
    "id",
    "doc_id",
    "text",
    "tokens",
    "context",
    "language",
    "content_type",
    "settings",
    "start",
    "end",
    "own_start",
    "carried",
    "asked",
    "flags",
];

/// Where the columns stand among those of a table.
///
/// # Errors
/// When the table is not one of chunks; the text says what is wrong with it.
pub(super) fn places(find: impl Fn(&str) -> Option<usize>) -> Result<[Option<usize>; 14], String> {
    const NEEDED: usize = 4;
    let places = COLUMNS.map(find);
    match places[..NEEDED].iter().position(Option::is_none) {
        Some(missing) => Err(format!("has no column `{}`", COLUMNS[missing])),
        None => Ok(places),
    }
}

/// What figures are made from of one chunk; the names are those of the record.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The chunk's id.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The document's.
    #[serde(borrow)]
    pub doc_id: Cow<'a, str>,
    /// What is put before the text.
    #[serde(borrow, default)]
    pub context: Cow<'a, str>,
    /// The text.
    #[serde(borrow)]
    pub text: Cow<'a, str>,
    /// Of context and text, special tokens included.
    pub tokens: u32,
    /// The language, where it is known.
    #[serde(borrow, default)]
    pub language: Option<Cow<'a, str>>,
    /// The media type, where it is known.
    #[serde(borrow, default)]
    pub content_type: Option<Cow<'a, str>>,
    /// The fingerprint of the settings, where it is known.
    #[serde(borrow, default)]
    pub settings: Option<Cow<'a, str>>,
    /// Half-open bytes of the source.
    #[serde(default)]
    pub start: u64,
    /// Half-open bytes of the source.
    #[serde(default)]
    pub end: u64,
    /// Where what is not repeated begins.
    #[serde(default)]
    pub own_start: u64,
    /// How many units are repeated.
    #[serde(default)]
    pub carried: u64,
    /// How many were to be, where that is more.
    #[serde(default)]
    pub asked: Option<u64>,
    /// The compromises.
    #[serde(borrow, default)]
    pub flags: Vec<Cow<'a, str>>,
}
