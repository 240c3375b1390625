//! Documents in: keyword arguments, dicts, plain strings.

use std::sync::Arc;

use kawara::Document;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::error::value;

/// What is known of a document besides its text.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) id: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) title: Option<String>,
    /// JSON.
    pub(crate) meta: Option<String>,
}

impl About {
    /// The document. Without an id of its own it is known by its path, or by `otherwise`.
    pub(crate) fn document(self, text: impl Into<Arc<str>>, otherwise: &str) -> Document {
        let id = self.id.or_else(|| self.path.clone()).unwrap_or_else(|| otherwise.to_owned());
        let mut document = Document::new(id, text);
        if let Some(path) = self.path {
            document = document.with_path(path);
        }
        if let Some(content_type) = self.content_type {
            document = document.with_content_type(content_type);
        }
        if let Some(language) = self.language {
            document = document.with_language(language);
        }
        if let Some(title) = self.title {
            document = document.with_title(title);
        }
        if let Some(meta) = self.meta {
            document = document.with_meta(meta);
        }
        document
    }
}

/// Metadata as JSON: what `json.dumps` makes of it.
pub(crate) fn meta(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(None) };
    let json = given.py().import("json")?;
    let arguments = PyDict::new(given.py());
    arguments.set_item("ensure_ascii", false)?;
    arguments.set_item("allow_nan", false)?;
    let made = json.call_method("dumps", (given,), Some(&arguments));
    let made = made.map_err(|error| value(format!("`meta` has to be what JSON can say: {error}")))?;
    Ok(Some(made.extract()?))
}

/// All of a batch.
pub(crate) fn all(given: &Bound<'_, PyAny>) -> PyResult<Vec<Document>> {
    given.try_iter()?.enumerate().map(|(nth, document)| of(&document?, nth)).collect()
}

/// Objects as JSON, a line each.
pub(crate) fn json_lines(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut lines = String::new();
    for object in given.try_iter()? {
        lines += &meta(Some(&object?))?.unwrap_or_default();
        lines.push('\n');
    }
    Ok(lines)
}

/// One of a batch: a string, or a dict with `text` and what else is known. `nth` is its place among them.
fn of(given: &Bound<'_, PyAny>, nth: usize) -> PyResult<Document> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(About::default().document(text.to_cow()?.into_owned(), &nth.to_string()));
    }
    let Ok(fields) = given.cast::<PyMapping>() else {
        let kind = given.get_type();
        return Err(value(format!(
            "document {nth} is neither a string nor a dict with \"text\", but {kind}"
        )));
    };
    let mut about = About::default();
    let mut text = None;
    for item in fields.items()? {
        let (key, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let key: String =
            key.extract().map_err(|_| value(format!("document {nth}: its keys have to be strings")))?;
        let string = || match given.is_none() {
            true => Ok(None),
            // A string that is none in UTF-8 says so itself.
            false if given.is_instance_of::<PyString>() => given.extract().map(Some),
            false => {
                Err(value(format!("document {nth}: `{key}` has to be a string, not {}", given.get_type())))
            }
        };
        match key.as_str() {
            "text" => text = string()?,
            "id" => about.id = string()?,
            "path" => about.path = string()?,
            "content_type" => about.content_type = string()?,
            "language" => about.language = string()?,
            "title" => about.title = string()?,
            "meta" => about.meta = meta(Some(&given))?,
            other => {
                let known = "text, id, path, content_type, language, title, meta";
                return Err(value(format!("document {nth} has no field `{other}`; there are {known}")));
            }
        }
    }
    let text = text.ok_or_else(|| value(format!("document {nth} has no \"text\"")))?;
    Ok(about.document(text, &nth.to_string()))
}
