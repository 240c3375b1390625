//! Ids that depend on content: UUIDs of version 5 (RFC 9562, SHA-1), whose names are fields joined without ambiguity.

use std::collections::{HashMap, HashSet};

use sha1::{Digest, Sha1};
use uuid::{Builder, Uuid};

/// The namespace of all namespaces that are given as plain text.
const ROOT: Uuid = Uuid::from_u128(0x6b61_7761_7261_5000_8000_7469_6c65_6430);

/// Makes the ids of one document's chunks or sections: equal ids mean equal content, the nth equal one its own.
pub(crate) struct Ids {
    document: Sha1,
    /// The keys of contents that occurred. A key that two contents share only makes one of them a second one.
    seen: HashSet<u64>,
    /// How often those occurred again that did: a long document may have millions of others.
    again: HashMap<u64, u32>,
}

/// What is the same for equal content, and its id if it is the first such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    key: u64,
    pub(crate) first: Uuid,
}

impl Ids {
    /// Ids in a namespace, which is a UUID or any text.
    pub(crate) fn new(namespace: &str, document: &str) -> Self {
        let namespace =
            Uuid::parse_str(namespace).unwrap_or_else(|_| uuid(named(ROOT).chain_update(namespace)));
        let mut hash = named(namespace);
        field(&mut hash, document);
        Self { document: hash, seen: HashSet::new(), again: HashMap::new() }
    }

    /// What can be said of a thing with these fields without those before it.
    pub(crate) fn name(&self, fields: &[&str]) -> Named {
        let hash = self.hash(fields);
        let digest: [u8; 20] = hash.clone().finalize().into();
        let mut key = [0; 8];
        key.copy_from_slice(&digest[..8]);
        Named { key: u64::from_le_bytes(key), first: uuid(hash.chain_update(0u64.to_le_bytes())) }
    }

    /// The id of the next thing, which was named and has these fields.
    pub(crate) fn number<'f>(&mut self, named: Named, fields: impl FnOnce() -> [&'f str; 2]) -> Uuid {
        if self.seen.insert(named.key) {
            return named.first;
        }
        let nth = self.again.entry(named.key).or_default();
        *nth += 1;
        let nth = u64::from(*nth);
        uuid(self.hash(&fields()).chain_update(nth.to_le_bytes()))
    }

    /// The id of the next thing with these fields.
    pub(crate) fn next(&mut self, fields: [&str; 2]) -> Uuid {
        let named = self.name(&fields);
        self.number(named, || fields)
    }

    fn hash(&self, fields: &[&str]) -> Sha1 {
        let mut hash = self.document.clone();
        fields.iter().for_each(|text| field(&mut hash, text));
        hash
    }
}

fn named(namespace: Uuid) -> Sha1 {
    Sha1::new_with_prefix(namespace.as_bytes())
}

/// A field with its length in front: no two lists of fields give the same bytes.
fn field(hash: &mut Sha1, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

fn uuid(hash: Sha1) -> Uuid {
    let digest: [u8; 20] = hash.finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Builder::from_sha1_bytes(bytes).into_uuid()
}

/// Sixteen hexadecimal digits that stand for a text.
pub(crate) fn fingerprint(text: &str) -> String {
    let digest: [u8; 20] = Sha1::digest(text).into();
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_content_is_told_apart_by_its_order() {
        let mut ids = Ids::new("space", "a.txt");
        let (first, second) = (ids.next(["", "text"]), ids.next(["", "text"]));
        assert_ne!(first, second);
        let mut again = Ids::new("space", "a.txt");
        assert_ne!(again.next(["te", "xt"]), again.next(["t", "ext"]));
        assert_eq!(again.next(["", "text"]), first);
        assert_eq!(first.get_version_num(), 5);
    }
}
