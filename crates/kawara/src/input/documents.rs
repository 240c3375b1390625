use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use kawara_core::Document;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Failure, Input};

/// Documents as JSON lines: `{"id", "text"}` and optionally `path`, `content_type`, `language`, `title`, `meta`; other fields
/// are passed over. A broken line is a failure of its own; the others go on.
pub struct Documents<R> {
    lines: R,
    name: String,
    line: usize,
    ended: bool,
    /// Hashes of the ids so far: two documents with one id would share the ids of equal chunks.
    ids: HashSet<u64>,
}

/// A byte order mark may stand before the first line.
const BOM: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Documents<R> {
    /// Documents from `lines`, which failures call `name`.
    pub fn new(lines: R, name: impl Into<String>) -> Self {
        Self { lines, name: name.into(), line: 0, ended: false, ids: HashSet::new() }
    }

    fn input(&mut self, line: &[u8]) -> Input {
        let fresh = document_of(line).and_then(|document| {
            let mut hasher = DefaultHasher::new();
            document.id().hash(&mut hasher);
            if self.ids.insert(hasher.finish()) {
                Ok(document)
            } else {
                Err(format!("a document before has the id {:?} too", document.id()))
            }
        });
        match fresh {
            Ok(document) => Input::Document(Box::new(document)),
            Err(message) => Input::Broken(Failure::new(format!("{}:{}", self.name, self.line), message)),
        }
    }
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        let mut bytes = Vec::new();
        while !self.ended {
            bytes.clear();
            self.line += 1;
            match self.lines.read_until(b'\n', &mut bytes) {
                Ok(0) => self.ended = true,
                Ok(_) if self.line == 1 && bytes.starts_with(BOM) => {
                    bytes.drain(..BOM.len());
                    return Some(self.input(&bytes));
                }
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => return Some(self.input(&bytes)),
                Err(error) => {
                    self.ended = true;
                    return Some(Input::Broken(Failure::new(&self.name, format!("cannot read on: {error}"))));
                }
            }
        }
        None
    }
}

impl<R> std::fmt::Debug for Documents<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Documents")
            .field("name", &self.name)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Row {
    id: Box<RawValue>,
    text: String,
    path: Option<String>,
    content_type: Option<String>,
    language: Option<String>,
    title: Option<String>,
    meta: Option<Box<RawValue>>,
}

/// The document of one line of JSON.
///
/// # Errors
/// What is wrong with the line.
pub fn document_of(line: &[u8]) -> Result<Document, String> {
    let row: Row = serde_json::from_slice(line.trim_ascii()).map_err(|error| {
        // serde counts columns of this one line.
        format!("not a document: {error}; each line is an object with \"id\" and \"text\"")
    })?;
    let id = id_of(row.id.get())?;
    let mut document = Document::new(id, row.text);
    if let Some(path) = row.path {
        document = document.with_path(path);
    }
    if let Some(content_type) = row.content_type {
        document = document.with_content_type(content_type);
    }
    if let Some(language) = row.language {
        document = document.with_language(language);
    }
    if let Some(title) = row.title {
        document = document.with_title(title);
    }
    if let Some(meta) = row.meta {
        document = document.with_meta(meta.get());
    }
    Ok(document)
}

/// A text as it is, a number digit by digit.
fn id_of(json: &str) -> Result<String, String> {
    let id = match json.as_bytes().first() {
        Some(b'"') => serde_json::from_str(json).map_err(|error| format!("the \"id\" is broken: {error}"))?,
        Some(b'0'..=b'9' | b'-') => json.to_owned(),
        _ => return Err(format!("the \"id\" must be a text or a number, not {json}")),
    };
    if id.is_empty() { Err("the \"id\" is empty".to_owned()) } else { Ok(id) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_lines_do_not_stop_the_rest() {
        let lines = "{\"id\": 1, \"text\": \"a\", \"meta\": {\"b\":  2}}\n\n{\"id\": \"x\"}\nnonsense\n\u{feff}\n{\"id\":\"y\",\"text\":\"\"}";
        let inputs: Vec<Input> = Documents::new(lines.as_bytes(), "d.jsonl").collect();
        let broken: Vec<String> = inputs
            .iter()
            .filter_map(|input| match input {
                Input::Broken(failure) => Some(failure.document.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(broken, ["d.jsonl:3", "d.jsonl:4", "d.jsonl:5"]);
        let Input::Document(first) = &inputs[0] else { panic!("{inputs:?}") };
        assert_eq!((first.id(), &**first.meta().unwrap()), ("1", "{\"b\":  2}"));
    }
}
