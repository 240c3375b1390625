//! What an answer is remembered by.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use kawara_core::{Chunk, Document};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::digest::{Digest, is_hexadecimal};

/// What a context was asked by: a digest of the template and how much of a document is shown, one of the document, one of the chunk, its text and its
/// place. As long as none of them changes, nothing is asked again. Nor is it where a policy only counts or reads otherwise, though of a document that is
/// too long to be shown whole the prompt may then show more or less.
///
/// Written `template-document-chunk`, in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub(super) template: u64,
    pub(super) about: About,
}

/// The document and the chunk of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct About {
    pub(super) document: Digest,
    pub(super) chunk: u64,
}

impl About {
    /// Of a document, by its digest. A text may stand in it more than once.
    pub(super) fn new(document: Digest, chunk: Chunk<'_>) -> Self {
        let text = format!("{} {}", chunk.source_range().start, chunk.text());
        Self { document, chunk: Digest::of(text).short() }
    }
}

/// The digest of a document's text, and of the title that was declared with it.
pub(crate) fn document_digest(text: Digest, title: Option<&str>) -> Digest {
    Digest::of(format!("{text}\n{title:?}"))
}

/// The same of a document whose text is at hand.
pub(super) fn digest_of_document(document: &Document) -> Digest {
    document_digest(Digest::of(document.text().as_bytes()), document.title())
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}-{:016x}", self.template, self.about.document, self.about.chunk)
    }
}

/// No key looks like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKey;

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is no key of `kawara context requests`; copy it as it stands, or leave it out")
    }
}

impl std::error::Error for NoKey {}

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let mut parts = text.split('-');
        let (Some(template), Some(document), Some(chunk), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NoKey);
        };
        let short =
            |text: &str| u64::from_str_radix(text, 16).ok().filter(|_| is_hexadecimal(text, 16)).ok_or(NoKey);
        let document = Digest::parse(document).ok_or(NoKey)?;
        Ok(Self { template: short(template)?, about: About { document, chunk: short(chunk)? } })
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let document = digest_of_document(&Document::new("a", "One."));
        let key = Key { template: 7, about: About { document, chunk: 0xabc } };
        let text = key.to_string();
        assert_eq!((text.len(), text.parse()), (66, Ok(key)));
        for wrong in
            ["", "7", &text[1..], &format!("{text}-0"), &text.replace('-', "_"), &text.to_uppercase()]
        {
            assert_eq!(wrong.parse::<Key>(), Err(NoKey), "{wrong}");
        }
    }
}
