use std::fmt;

use kawara::Chunks;
use serde::{Deserialize, Serialize};

/// Documents of one content type and language: what a `[[match]]` entry of a policy tells apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Group {
    /// The media type that they were read as.
    pub content_type: String,
    /// Their main language.
    pub language: String,
}

impl Group {
    pub(super) fn of(chunks: &Chunks) -> Self {
        Self { content_type: chunks.content_type().to_owned(), language: chunks.found().language.clone() }
    }
}

/// `ja, text/markdown`
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { content_type, language } = self;
        if language.is_empty() { f.write_str(content_type) } else { write!(f, "{language}, {content_type}") }
    }
}
