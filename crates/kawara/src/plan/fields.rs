//! The members of a record as they are written.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::entry::Payload;
use crate::digest::Digester;

/// What is embedded: as long as a chunk's id is the same, so are these.
pub(super) const EMBEDDED: [&str; 2] = ["context", "text"];

/// The members of an object, in their order, each value as it is written.
pub(super) struct Fields<'l>(pub(super) Vec<(Cow<'l, str>, &'l RawValue)>);

impl<'l> Fields<'l> {
    /// # Errors
    /// When it is no JSON object.
    pub(super) fn parse(line: &'l [u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(line)
    }

    pub(super) fn get(&self, name: &str) -> Option<&'l str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.get())
    }

    /// The members that may change while the id stays.
    pub(super) fn payload(&self) -> impl Iterator<Item = (&str, &'l str)> {
        let all = self.0.iter().map(|(name, value)| (&**name, value.get()));
        all.filter(|(name, _)| *name != "id" && !EMBEDDED.contains(name))
    }

    /// The digest of the payload.
    pub(super) fn digest(&self) -> Payload {
        let mut digester = Digester::new();
        for (name, value) in self.payload() {
            for part in [name, value] {
                digester.update((part.len() as u64).to_le_bytes());
                digester.update(part);
            }
        }
        Payload(digester.finish().short())
    }
}

impl<'de: 'l, 'l> Deserialize<'de> for Fields<'l> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(Name(name)) = map.next_key()? {
                    fields.push((name, map.next_value()?));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A name, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'l>(#[serde(borrow)] Cow<'l, str>);
