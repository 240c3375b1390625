use std::collections::BTreeMap;

use super::Document;

/// What a policy may look at when it decides which settings a document gets.
///
/// A policy is asked twice: first with what is declared, which decides how the document is read; then with what reading
/// [`Found`], which decides the rest.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default)]
pub struct Profile<'a> {
    /// The document's path, with forward slashes.
    pub path: Option<&'a str>,
    /// The media type: declared, or that of the reader for the extension of the path; once read, the reader's.
    pub content_type: Option<&'a str>,
    /// The id of that reader, such as `markdown`.
    pub reader: Option<&'a str>,
    /// The language declared with the document.
    pub language: Option<&'a str>,
    /// Metadata given with the document: JSON text.
    pub meta: Option<&'a str>,
    /// What reading found; `None` when the policy is asked how to read.
    pub found: Option<&'a Found>,
}

impl<'a> Profile<'a> {
    /// What is declared about a document, before it is read.
    pub fn of(document: &'a Document) -> Self {
        Self {
            path: document.path(),
            content_type: document.content_type(),
            reader: None,
            language: document.language(),
            meta: document.meta().map(|meta| &**meta),
            found: None,
        }
    }
}

/// What reading a document found out about it.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The main language: the declared one, else that of the script most of the text is in.
    pub language: String,
    /// The title, declared or found.
    pub title: Option<String>,
    /// What the document says of itself besides its text, by name: fields of front matter, `<meta>` of a page, what stands beside the
    /// records of a JSON document. Values are text, as they stand there; a list has several. What lies in a table has a dotted name.
    pub fields: BTreeMap<String, Vec<String>>,
}
