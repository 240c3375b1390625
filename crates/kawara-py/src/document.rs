//! Documents in: keyword arguments, dicts, plain strings.

use std::sync::Arc;

use kawara::input::{Failure, Input};
use kawara::{Document, Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyIterator, PyMapping, PyString};

use crate::arguments::{is_path, path_string};
use crate::error::{kind, said, value};
use crate::plain::plain;

/// What a dict may say of a document.
const FIELDS: [&str; 7] = ["text", "id", "path", "content_type", "language", "title", "meta"];

/// What metadata are when a place in them is told.
pub(crate) const META: &str = "meta as JSON";

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

/// A string of a document. Half of a surrogate pair is no character, and in no text that was decoded as it should be.
///
/// # Errors
/// That of a document, with what Python says as its cause.
pub(crate) fn unicode(given: &Bound<'_, PyString>, field: &str) -> kawara::Result<String> {
    let error = match given.to_cow() {
        Ok(text) => return Ok(text.into_owned()),
        Err(error) => error,
    };
    let at: Option<usize> = error.value(given.py()).getattr("start").and_then(|start| start.extract()).ok();
    let place = at.map_or(String::new(), |at| format!(" at character {at}"));
    let message = format!(
        "the {field} has half of a surrogate pair{place}, which is no text: decode it again, or have it replaced with \
         `.encode(\"utf-16\", \"surrogatepass\").decode(\"utf-16\", \"replace\")`"
    );
    Err(Error::caused_by(ErrorKind::Read, message, error))
}

/// Metadata as JSON: what `json.dumps` makes of it, and of NumPy's numbers.
pub(crate) fn meta<'py>(given: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyString>>> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(None) };
    dumps(given).map(Some).map_err(|error| {
        let said = said(given.py(), &error);
        value(format!("`meta` has to be what JSON can say: {said}"))
    })
}

fn dumps<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let py = given.py();
    let arguments = PyDict::new(py);
    arguments.set_item("ensure_ascii", false)?;
    arguments.set_item("allow_nan", false)?;
    arguments.set_item("default", plain(py)?)?;
    let dumps = py.import("json")?.getattr("dumps")?;
    Ok(dumps.call((given,), Some(&arguments))?.cast_into()?)
}

/// What `documents` and the like are not: one of what they are a list of.
pub(crate) fn several<'py>(
    name: &str,
    of: &str,
    given: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    let is_one = given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<PyByteArray>()
        || given.cast::<PyMapping>().is_ok();
    let iterator = if is_one { None } else { given.try_iter().ok() };
    iterator.ok_or_else(|| {
        let hint = if is_one { ": put it in a list, `[…]`" } else { "" };
        kind(format!("`{name}` is a list of {of}, and not {}{hint}", given.get_type()))
    })
}

/// All of a batch; one that has no text that can be read is broken, and the others go on.
pub(crate) fn all(given: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    let documents = several("documents", "strings or dicts", given)?;
    documents.enumerate().map(|(nth, document)| of(&document?, nth)).collect()
}

/// Questions as JSON, a line each.
pub(crate) fn questions(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut lines = String::new();
    for (nth, question) in several("questions", "dicts", given)?.enumerate() {
        let question = question?;
        if question.cast::<PyMapping>().is_err() {
            return Err(kind(format!("questions[{nth}] is a dict, and not {}", question.get_type())));
        }
        let told = |error: PyErr| {
            let said = said(given.py(), &error);
            value(format!("questions[{nth}] has to be what JSON can say: {said}"))
        };
        lines += &dumps(&question).and_then(|line| Ok(line.to_cow()?.into_owned())).map_err(told)?;
        lines.push('\n');
    }
    Ok(lines)
}

/// One of a batch: a string, or a dict with `text` and what else is known. `nth` is its place among them.
fn of(given: &Bound<'_, PyAny>, nth: usize) -> PyResult<Input> {
    Ok(fields(given, nth)?.input(nth))
}

/// The same of one that is remembered, and so has to have an id of its own.
pub(crate) fn named(given: &Bound<'_, PyAny>, nth: usize) -> PyResult<Input> {
    let fields = fields(given, nth)?;
    match fields.about.id.as_ref().or(fields.about.path.as_ref()) {
        Some(id) if id.is_empty() => Err(value(format!("document {nth}: its id is empty"))),
        None if fields.broken.is_none() => Err(value(format!(
            "document {nth} has neither an \"id\" nor a \"path\", by which it would be known the next time: its place may be another then"
        ))),
        _ => Ok(fields.input(nth)),
    }
}

fn fields(given: &Bound<'_, PyAny>, nth: usize) -> PyResult<Fields> {
    let mut fields = Fields::default();
    if given.is_instance_of::<PyString>() {
        fields.add("text", given, nth)?;
        return Ok(fields);
    }
    let Ok(given) = given.cast::<PyMapping>() else {
        let kind = given.get_type();
        return Err(value(format!(
            "document {nth} is neither a string nor a dict with \"text\", but {kind}"
        )));
    };
    for item in given.items()? {
        let (key, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let key: String =
            key.extract().map_err(|_| value(format!("document {nth}: its keys have to be strings")))?;
        fields.add(&key, &given, nth)?;
    }
    if fields.text.is_none() && fields.broken.is_none() {
        return Err(value(format!("document {nth} has no \"text\"")));
    }
    Ok(fields)
}

/// What a dict says of a document.
#[derive(Default)]
struct Fields {
    text: Option<String>,
    about: About,
    /// The first string that is none in Unicode.
    broken: Option<Error>,
}

impl Fields {
    fn add(&mut self, key: &str, given: &Bound<'_, PyAny>, nth: usize) -> PyResult<()> {
        let string = if given.is_none() {
            None
        } else if key == "meta" {
            meta(Some(given))?
        } else if let Ok(string) = given.cast::<PyString>() {
            Some(string.clone())
        } else if key == "path" && is_path(given)? {
            Some(path_string(key, given)?)
        } else if FIELDS.contains(&key) {
            let kind = given.get_type();
            return Err(value(format!("document {nth}: `{key}` has to be a string, not {kind}")));
        } else {
            None
        };
        let place = match key {
            "text" => &mut self.text,
            "id" => &mut self.about.id,
            "path" => &mut self.about.path,
            "content_type" => &mut self.about.content_type,
            "language" => &mut self.about.language,
            "title" => &mut self.about.title,
            "meta" => &mut self.about.meta,
            other => {
                let known = FIELDS.join(", ");
                return Err(value(format!("document {nth} has no field `{other}`; there are {known}")));
            }
        };
        let field = if key == "meta" { META } else { key };
        match string.map(|string| unicode(&string, field)).transpose() {
            Ok(string) => *place = string,
            Err(error) => self.broken = self.broken.take().or(Some(error)),
        }
        Ok(())
    }

    fn input(self, nth: usize) -> Input {
        let place = nth.to_string();
        match self.broken {
            Some(error) => {
                let id = self.about.id.or(self.about.path).unwrap_or(place);
                Input::Broken(Failure::of(&id, &error))
            }
            None => Input::Document(Box::new(self.about.document(self.text.unwrap_or_default(), &place))),
        }
    }
}
