//! What a manifest remembers of a document.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use kawara_core::{Document, Found};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::digest::{Digest, is_hexadecimal};

/// A document as it was chunked: a line of a shard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) id: String,
    /// Where it stands among the globs, if its id does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    pub(super) bytes: u64,
    /// The text and what was declared of it. `None` where it failed half-way, and the chunks are what was written until then.
    pub(super) source: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<Digest>,
    pub(super) recipe: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) models: Vec<String>,
    /// What there was of contexts from outside that may be for its chunks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) contexts: Option<Digest>,
    pub(super) content_type: String,
    pub(super) found: Remembered,
    /// Tokens of the document.
    pub(super) tokens: u64,
    /// Whether the index may lack some of the chunks: they could not be written when all were to be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) unsure: bool,
    pub(super) chunks: Vec<Row>,
}

impl Entry {
    /// The ids of its chunks.
    pub(super) fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.chunks.iter().map(|row| row.0)
    }

    /// The contexts of its chunks.
    pub(super) fn given(&self) -> impl Iterator<Item = Option<Payload>> {
        self.chunks.iter().map(|row| row.3)
    }
}

/// What reading found, by which the policy is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Remembered {
    language: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<String, Vec<String>>,
}

impl Remembered {
    pub(super) fn of(found: &Found) -> Self {
        Self { language: found.language.clone(), title: found.title.clone(), fields: found.fields.clone() }
    }

    pub(super) fn found(&self) -> Found {
        let mut found = Found::default();
        found.language.clone_from(&self.language);
        found.title.clone_from(&self.title);
        found.fields.clone_from(&self.fields);
        found
    }
}

/// A chunk: its id, the digest of its record without what is embedded, its tokens; and that of its context from outside, if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row(pub(super) Uuid, pub(super) Payload, pub(super) u32, pub(super) Option<Payload>);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(id, payload, tokens, context) = self;
        match context {
            None => (id, payload, tokens).serialize(serializer),
            Some(context) => (id, payload, tokens, context).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Row;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("three or four members of a chunk")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Row, A::Error> {
                let missing = |at| A::Error::invalid_length(at, &self);
                let id = seq.next_element()?.ok_or_else(|| missing(0))?;
                let payload = seq.next_element()?.ok_or_else(|| missing(1))?;
                let tokens = seq.next_element()?.ok_or_else(|| missing(2))?;
                Ok(Row(id, payload, tokens, seq.next_element()?))
            }
        }
        deserializer.deserialize_seq(Members)
    }
}

/// Half a [`Digest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payload(pub(super) u64);

impl Serialize for Payload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let number = u64::from_str_radix(&text, 16).ok().filter(|_| is_hexadecimal(&text, 16));
        number.map(Self).ok_or_else(|| D::Error::custom("a payload has 16 hexadecimal digits"))
    }
}

/// The id of a line, without the rest.
#[derive(Deserialize)]
pub(super) struct IdOnly<'l> {
    #[serde(borrow)]
    pub(super) id: Cow<'l, str>,
}

/// The digest of all that a document brings along but for its id, its path and its metadata.
pub(super) fn source_of(document: &Document, text: Digest) -> Digest {
    let declared = (document.content_type(), document.language(), document.title());
    Digest::of(format!("{text}\n{declared:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let mut found = Found::default();
        found.language.push_str("ja");
        found.fields.insert("tags".into(), vec!["a\"b".into()]);
        let entry = Entry {
            id: "faq/窯.md".into(),
            source: Some(Digest::of("text")),
            models: vec!["m".into()],
            found: Remembered::of(&found),
            chunks: vec![
                Row(Uuid::from_u128(7), Payload(0xabc), 12, None),
                Row(Uuid::from_u128(8), Payload(0xdef), 13, Some(Payload(1))),
            ],
            ..Entry::default()
        };
        let line = serde_json::to_string(&entry).unwrap();
        assert!(
            line.starts_with("{\"id\":\"faq/窯.md\"") && line.contains("\"0000000000000abc\",12],"),
            "{line}"
        );
        assert!(line.contains("\"0000000000000def\",13,\"0000000000000001\"]"), "{line}");
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry);
        assert_eq!(serde_json::from_str::<IdOnly<'_>>(&line).unwrap().id, entry.id);
        assert!(serde_json::from_str::<Payload>("\"+000000000000abc\"").is_err());
    }
}
