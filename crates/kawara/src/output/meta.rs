//! What is known of a chunk besides its text: the document's metadata, and what the reader noted.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use kawara_core::{Chunk, Note};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The metadata of a chunk, as a JSON value: the document's, verbatim, and behind it the fields of the records that it holds.
///
/// What all records of the chunk agree on stands beside the document's members, unless they have a member of that name; `records` has, for
/// each record in order, the members in which they differ. So the fields of a chunk with one record are flat. Of spoken text,
/// `start_seconds` and `end_seconds` say when it is said. A name that the document's metadata has stays the document's. `None` where nothing
/// is known.
///
/// ```
/// use kawara::{Document, output::meta, policy::Policy};
///
/// let policy = Policy::from_str("policy = 1\n[read.options]\ntext-fields = [\"say\"]\n", "kawara.toml", "")?;
/// let engine = kawara::engine(policy)?;
/// let lines = "{\"id\":7,\"lang\":\"en\",\"say\":\"One.\"}\n{\"id\":8,\"lang\":\"en\",\"say\":\"Two.\"}\n";
/// let document = Document::new("a", lines).with_content_type("application/jsonl").with_meta(r#"{"tenant":"x"}"#);
/// let chunks = engine.chunk(&document)?;
/// let all: Vec<String> = chunks.iter().filter_map(meta).map(|json| json.get().to_owned()).collect();
/// assert_eq!(all, [r#"{"tenant":"x","id":7,"lang":"en"}"#, r#"{"tenant":"x","id":8,"lang":"en"}"#]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn meta<'c>(chunk: Chunk<'c>) -> Option<Cow<'c, RawValue>> {
    let mut records = Vec::new();
    let mut time: Option<(u64, u64)> = None;
    for noted in chunk.notes() {
        match noted.note {
            Note::Fields(json) => records.extend(serde_json::from_str::<Members>(&json).ok()),
            Note::Time(at) => {
                time = Some(
                    time.map_or((at.start, at.end), |(start, end)| (start.min(at.start), end.max(at.end))),
                );
            }
            _ => {}
        }
    }
    // Metadata that is not JSON cannot come out verbatim inside JSON; documents are checked where they come in.
    if records.is_empty() && time.is_none() {
        return chunk.meta().and_then(|json| serde_json::from_str(json).ok()).map(Cow::Borrowed);
    }
    let mut all = chunk.meta().map_or_else(Members::default, document);
    if let Some((start, end)) = time {
        all.add("start_seconds", start as f64 / 1000.0);
        all.add("end_seconds", end as f64 / 1000.0);
    }
    all.join(records);
    to_raw_value(&all).ok().map(Cow::Owned)
}

/// The member under which the members stand in which records differ.
const RECORDS: &str = "records";

/// The members of the document's metadata; what is no object is a member of its own.
fn document(json: &str) -> Members {
    serde_json::from_str(json).unwrap_or_else(|_| {
        let mut members = Members::default();
        if let Ok(value) = serde_json::from_str::<Box<RawValue>>(json) {
            members.set("document".into(), value);
        }
        members
    })
}

/// The members of an object in their order, each value as it is written.
#[derive(Default)]
struct Members {
    list: Vec<(String, Box<RawValue>)>,
    /// Where a name stands in the list.
    places: HashMap<String, usize>,
}

impl Members {
    /// Of a name that comes twice, the last value counts, as for most readers of JSON.
    fn set(&mut self, name: String, value: Box<RawValue>) {
        match self.places.get(&name) {
            Some(at) => self.list[*at].1 = value,
            None => {
                self.places.insert(name.clone(), self.list.len());
                self.list.push((name, value));
            }
        }
    }

    /// Adds a member, unless there is one of that name: then it has no place.
    fn add(&mut self, name: &str, value: impl Serialize) {
        if self.get(name).is_none()
            && let Ok(value) = to_raw_value(&value)
        {
            self.set(name.to_owned(), value);
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.places.get(name).map(|at| self.list[*at].1.get())
    }

    /// Adds the fields of records: once where they agree, else record by record.
    fn join(&mut self, mut records: Vec<Self>) {
        let Some((first, others)) = records.split_first() else { return };
        let is_shared = |(name, value): &&(String, Box<RawValue>)| {
            self.get(name).is_none()
                && name != RECORDS
                && others.iter().all(|record| record.get(name) == Some(value.get()))
        };
        let shared: Vec<_> = first.list.iter().filter(is_shared).cloned().collect();
        for (name, value) in shared {
            self.set(name, value);
        }
        for record in &mut records {
            record.list.retain(|(name, value)| self.get(name) != Some(value.get()) || name == RECORDS);
        }
        if records.iter().any(|record| !record.list.is_empty()) {
            self.add(RECORDS, &records);
        }
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.list.len()))?;
        for (name, value) in &self.list {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Members::default();
                while let Some((name, value)) = map.next_entry()? {
                    members.set(name, value);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(meta: &str, records: &[&str]) -> String {
        let mut all = document(meta);
        all.join(records.iter().map(|json| serde_json::from_str(json).unwrap()).collect());
        serde_json::to_string(&all).unwrap()
    }

    #[test]
    fn records_tell_what_they_share_once() {
        assert_eq!(joined("{}", &[r#"{"a":1.0,"b":[1, 2]}"#]), r#"{"a":1.0,"b":[1, 2]}"#);
        assert_eq!(
            joined(r#"{"t":"x"}"#, &[r#"{"a":1,"b":2}"#, r#"{"a":1,"b":3}"#]),
            r#"{"t":"x","a":1,"records":[{"b":2},{"b":3}]}"#
        );
        assert_eq!(joined(r#"{"a":0}"#, &[r#"{"a":1}"#]), r#"{"a":0,"records":[{"a":1}]}"#);
        assert_eq!(
            joined(r#"{"a":1,"a":2}"#, &[r#"{"records":3,"b":4,"b":5}"#]),
            r#"{"a":2,"b":5,"records":[{"records":3}]}"#
        );
        assert_eq!(joined(r#"{"records":0}"#, &[r#"{"a":1}"#, r#"{"a":2}"#]), r#"{"records":0}"#);
        assert_eq!(joined("[1]", &[r#"{"a":1}"#, "{}"]), r#"{"document":[1],"records":[{"a":1},{}]}"#);
    }
}
