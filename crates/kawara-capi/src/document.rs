//! Documents come in.

use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::text::{Growing, Text};

/// `kawara_document`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Document {
    /// Its size in bytes.
    pub size: usize,
    /// What the ids of chunks are made from.
    pub id: Text,
    /// The text.
    pub text: Text,
    /// What policies match.
    pub path: Text,
    /// A media type, or the name of a reader.
    pub content_type: Text,
    /// A BCP 47 tag.
    pub language: Text,
    /// The title.
    pub title: Text,
    /// JSON.
    pub meta: Text,
}

// SAFETY: `repr(C)`, and its size comes first.
unsafe impl Growing for Document {
    const NAME: &'static str = "kawara_document";
}

impl Document {
    /// A copy in the engine's own form.
    ///
    /// # Safety
    /// Every string is as [`Text::read`] demands.
    pub(crate) unsafe fn copied(&self) -> Result<kawara::Document, Failure> {
        // SAFETY: the caller promises it of every string.
        let (id, text, path, content_type, language, title, meta) = unsafe {
            (
                self.id.optional("kawara_document.id")?,
                self.text.read("kawara_document.text")?,
                self.path.optional("kawara_document.path")?,
                self.content_type.optional("kawara_document.content_type")?,
                self.language.optional("kawara_document.language")?,
                self.title.optional("kawara_document.title")?,
                self.meta.optional("kawara_document.meta")?,
            )
        };
        let id = id.ok_or_else(|| {
            Failure::argument("kawara_document.id is empty; the ids of the chunks are made from it")
        })?;
        let mut document = kawara::Document::new(id, text);
        if let Some(path) = path {
            document = document.with_path(path);
        }
        if let Some(content_type) = content_type {
            document = document.with_content_type(content_type);
        }
        if let Some(language) = language {
            document = document.with_language(language);
        }
        if let Some(title) = title {
            document = document.with_title(title);
        }
        if let Some(meta) = meta {
            let json: &RawValue = serde_json::from_str(meta)
                .map_err(|error| Failure::argument(format!("kawara_document.meta is not JSON: {error}")))?;
            document = document.with_meta(json.get());
        }
        Ok(document)
    }
}
