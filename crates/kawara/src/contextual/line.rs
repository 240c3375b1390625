//! One context, as it is read.

use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::key::Key;
use crate::digest::Digest;
use crate::guard::Record;

/// A context and what it is for.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) context: String,
    /// File and line.
    pub(super) place: String,
    pub(super) key: Option<Key>,
    /// The digest of the document's id.
    pub(super) doc_id: Option<Digest>,
    pub(super) meant: Meant,
}

/// Which chunk is meant, besides by the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Key,
    Id(Uuid),
    /// Half-open bytes of the source.
    Span(usize, usize),
}

#[derive(Deserialize)]
struct Members {
    key: Option<Value>,
    doc_id: Option<Value>,
    id: Option<Value>,
    start: Option<Value>,
    end: Option<Value>,
    context: Option<Value>,
    prompt: Option<Value>,
    ordinal: Option<Value>,
    text: Option<Value>,
}

const REMEDY: &str =
    "a context is {\"id\", \"context\"}, or \"key\", or \"doc_id\", \"start\" and \"end\" instead of \"id\"";

impl Line {
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(record: &Record) -> Result<Self, String> {
        let members: Members = serde_json::from_slice(&record.json)
            .map_err(|error| format!("no JSON object: {error}; {REMEDY}"))?;
        if members.ordinal.is_some() && members.text.is_some() {
            return Err(format!("it is the record of a chunk, whose context is kawara's own; {REMEDY}"));
        }
        let context = match members.context {
            Some(Value::String(context)) if context.trim().is_empty() => {
                return Err("its context is empty; leave the line out".into());
            }
            Some(Value::String(context)) => context,
            None if members.prompt.is_some() => {
                return Err(
                    "it has a prompt and no context: a request, which `kawara context ask` answers".into()
                );
            }
            other => return Err(format!("its context is {}; {REMEDY}", told(other.as_ref()))),
        };
        let text = |name: &str, value: Option<Value>| match value {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(format!("its {name} is {}; {REMEDY}", told(Some(&other)))),
        };
        let key = text("key", members.key)?.map(|key| key.parse::<Key>());
        let key = key.transpose().map_err(|error| format!("its key: {error}"))?;
        let id = text("id", members.id)?.map(|id| id.parse::<Uuid>());
        let id = id
            .transpose()
            .map_err(|_| "its id is none of a chunk; copy it as it stands in the chunk's record")?;
        let doc_id = text("doc_id", members.doc_id)?.map(Digest::of);
        let meant = match (id, members.start, members.end) {
            (Some(id), _, _) => Meant::Id(id),
            (None, None, None) => Meant::Key,
            (None, start, end) => span(start, end, doc_id)?,
        };
        if meant == Meant::Key && key.is_none() {
            return Err(format!("it does not tell which chunk it is for; {REMEDY}"));
        }
        Ok(Self { context, place: record.place(), key, doc_id, meant })
    }

    /// The span that it is for: the digest of the document's id, and half-open bytes of the source.
    pub(super) fn span(&self) -> Option<(Digest, usize, usize)> {
        match (self.meant, self.doc_id) {
            (Meant::Span(start, end), Some(doc_id)) => Some((doc_id, start, end)),
            _ => None,
        }
    }

    /// # Errors
    /// When another line about the same chunk says something else. Of two answers with different keys, one is of an earlier version of the document, or by
    /// another template.
    pub(super) fn agrees_with(&self, before: &Self) -> Result<(), String> {
        let is_later = self.key.is_some() && before.key.is_some() && self.key != before.key;
        if is_later || self.context.trim() == before.context.trim() {
            return Ok(());
        }
        Err(format!("{} gives the same chunk another context; keep one of them", before.place))
    }

    /// The digest of all that it says.
    pub(super) fn digest(&self) -> Digest {
        let (key, doc_id) = (self.key.map(|key| key.to_string()), self.doc_id.map(|id| id.to_string()));
        Digest::of(format!("{key:?}\n{doc_id:?}\n{:?}\n{}", self.meant, self.context.trim()))
    }
}

fn span(start: Option<Value>, end: Option<Value>, doc_id: Option<Digest>) -> Result<Meant, String> {
    if doc_id.is_none() {
        return Err(format!("it has start or end, and no doc_id; {REMEDY}"));
    }
    let byte = |name: &str, value: Option<Value>| {
        let number = value.as_ref().and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| {
            format!(
                "its {name} is {}; it is a byte of the source, as in the chunk's record",
                told(value.as_ref())
            )
        })
    };
    let (start, end) = (byte("start", start)?, byte("end", end)?);
    if start >= end {
        return Err(format!("it ends at byte {end}, before it begins at {start}"));
    }
    Ok(Meant::Span(start, end))
}

/// What kind of value stands there.
fn told(value: Option<&Value>) -> &'static str {
    match value {
        None => "missing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "true or false",
        Some(Value::Number(_)) => "no such number",
        Some(Value::String(_)) => "a text",
        Some(Value::Array(_)) => "a list",
        Some(Value::Object(_)) => "an object",
    }
}
