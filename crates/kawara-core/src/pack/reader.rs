use std::sync::Arc;

use crate::{OptionSpec, Options, Reader, Result};

/// A content type that a pack offers.
#[derive(Debug)]
pub struct ReaderEntry {
    pub(crate) id: &'static str,
    pub(crate) media_types: &'static [&'static str],
    pub(crate) extensions: &'static [&'static str],
    pub(crate) options: &'static [OptionSpec],
    open: fn(&Options) -> Result<Arc<dyn Reader>>,
}

impl ReaderEntry {
    /// A reader of these media types; the first is the one reported.
    pub const fn new(
        id: &'static str,
        media_types: &'static [&'static str],
        open: fn(&Options) -> Result<Arc<dyn Reader>>,
    ) -> Self {
        Self { id, media_types, extensions: &[], options: &[], open }
    }

    /// The file extensions, lower case, without the dot.
    pub const fn extensions(mut self, extensions: &'static [&'static str]) -> Self {
        self.extensions = extensions;
        self
    }

    /// The options it takes besides those of every reader.
    pub const fn options(mut self, options: &'static [OptionSpec]) -> Self {
        self.options = options;
        self
    }

    /// The id, unique among readers; it may stand for the media type.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The media types.
    pub const fn media_types(&self) -> &'static [&'static str] {
        self.media_types
    }

    /// The file extensions.
    pub const fn known_extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// The options it takes.
    pub const fn option_specs(&self) -> &'static [OptionSpec] {
        self.options
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn open(&self, options: &Options) -> Result<Arc<dyn Reader>> {
        (self.open)(options)
    }
}
