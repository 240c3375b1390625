//! **1** What comes in: a text with what is known about it.

mod profile;

use std::sync::Arc;

pub use profile::{Found, Profile};

/// A document to chunk.
///
/// The text is kept byte for byte: byte order mark, line ends and all. Offsets in the results refer to it.
///
/// ```
/// use kawara_core::Document;
///
/// let document = Document::new("guide/refunds.md", "# Refunds\n\nWithin thirty days.\n").with_content_type("text/markdown");
/// assert_eq!(document.id(), "guide/refunds.md");
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    id: String,
    text: Arc<str>,
    path: Option<String>,
    content_type: Option<String>,
    language: Option<String>,
    title: Option<String>,
    meta: Option<Arc<str>>,
}

impl Document {
    /// A document known by `id`; the ids of its chunks are derived from it.
    pub fn new(id: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self {
            id: id.into(),
            text: text.into(),
            path: None,
            content_type: None,
            language: None,
            title: None,
            meta: None,
        }
    }

    /// Where the document lies; policies match it, and its extension tells the content type.
    /// Forward slashes, relative to the policy where there is one.
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// The media type, such as `text/markdown`; it wins over the extension of the path.
    pub fn with_content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// The language as a BCP 47 tag; it wins over what the script tells.
    pub fn with_language(mut self, language: impl Into<String>) -> Self {
        self.language = Some(language.into());
        self
    }

    /// The title; it wins over the one that the reader finds in the text.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Metadata as JSON text. It comes out with each chunk verbatim, and is in neither the embedded text nor the id.
    pub fn with_meta(mut self, json: impl Into<Arc<str>>) -> Self {
        self.meta = Some(json.into());
        self
    }

    /// The same without its text: what is known about it.
    pub(crate) fn without_text(&self) -> Self {
        self.clone().with_text("")
    }

    /// The same with another text.
    pub fn with_text(mut self, text: impl Into<Arc<str>>) -> Self {
        self.text = text.into();
        self
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text as given.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The path, if one was given.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The media type, if one was given.
    pub fn content_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// The language, if one was given.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// The title, if one was given.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The metadata, if any was given: JSON text.
    pub fn meta(&self) -> Option<&Arc<str>> {
        self.meta.as_ref()
    }
}
