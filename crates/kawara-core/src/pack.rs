//! Packs: what a plug-in crate offers, described without opening it.

use std::sync::Arc;

use crate::{Counter, Grain, OptionSpec, Options, Reader, Result, Segmenter};

/// A plug-in crate: a language, a tokenizer or a content type.
///
/// A pack is a `static` that the crate submits and the host names, so that no linker drops it:
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Grain, Options, Pack, Result, Segmenter, SegmenterEntry, Submitted};
///
/// pub static PACK: Pack = Pack::new("xx", "0.1.0").segmenters(&[SegmenterEntry::new("xx", &["xx"], open).grains(&[Grain::Sentence])]);
/// kawara_core::inventory::submit! { Submitted(&PACK) }
///
/// fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
///     Ok(Arc::new(kawara_core::Unicode))
/// }
/// assert_eq!(PACK.name(), "xx");
/// ```
#[derive(Debug)]
pub struct Pack {
    name: &'static str,
    version: &'static str,
    notice: Option<&'static str>,
    segmenters: &'static [SegmenterEntry],
    counters: &'static [CounterEntry],
    readers: &'static [ReaderEntry],
}

impl Pack {
    /// A pack that offers nothing yet. The name is unique among the packs of a program.
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version, notice: None, segmenters: &[], counters: &[], readers: &[] }
    }

    /// Says what a program that carries the pack must show: the licence of data that is built in.
    pub const fn notice(mut self, notice: &'static str) -> Self {
        self.notice = Some(notice);
        self
    }

    /// Offers languages.
    pub const fn segmenters(mut self, entries: &'static [SegmenterEntry]) -> Self {
        self.segmenters = entries;
        self
    }

    /// Offers tokenizers.
    pub const fn counters(mut self, entries: &'static [CounterEntry]) -> Self {
        self.counters = entries;
        self
    }

    /// Offers content types.
    pub const fn readers(mut self, entries: &'static [ReaderEntry]) -> Self {
        self.readers = entries;
        self
    }

    /// The name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The version of the crate.
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// What a program that carries the pack must show.
    pub const fn known_notice(&self) -> Option<&'static str> {
        self.notice
    }

    /// The languages offered.
    pub const fn segmenter_entries(&self) -> &'static [SegmenterEntry] {
        self.segmenters
    }

    /// The tokenizers offered.
    pub const fn counter_entries(&self) -> &'static [CounterEntry] {
        self.counters
    }

    /// The content types offered.
    pub const fn reader_entries(&self) -> &'static [ReaderEntry] {
        self.readers
    }
}

/// A pack given to [`inventory::submit!`], collected before `main`.
#[derive(Debug)]
pub struct Submitted(pub &'static Pack);
inventory::collect!(Submitted);

/// Opens a segmenter; called on first use.
pub type OpenSegmenter = fn(&Options) -> Result<Arc<dyn Segmenter>>;
/// Says in a line what options come to, without opening anything; called once for options in use.
pub type IdentifyOptions = fn(&Options) -> Result<String>;
/// Opens a counter by the part of its name behind the colon; called when settings that name it are made ready.
pub type OpenCounter = fn(&str, &Options) -> Result<Arc<dyn Counter>>;
/// Opens a reader; called on first use.
pub type OpenReader = fn(&Options) -> Result<Arc<dyn Reader>>;

/// A language that a pack offers: routing and listing look here and open nothing.
#[derive(Debug)]
pub struct SegmenterEntry {
    pub(crate) id: &'static str,
    pub(crate) languages: &'static [&'static str],
    pub(crate) grains: &'static [Grain],
    pub(crate) options: &'static [OptionSpec],
    pub(crate) note: Option<&'static str>,
    pub(crate) identity: IdentifyOptions,
    pub(crate) open: OpenSegmenter,
}

impl SegmenterEntry {
    /// A segmenter for these primary language subtags (BCP 47), at sentence grain.
    pub const fn new(id: &'static str, languages: &'static [&'static str], open: OpenSegmenter) -> Self {
        Self {
            id,
            languages,
            grains: &[Grain::Sentence],
            options: &[],
            note: None,
            identity: |options| Ok(format!("{options:?}")),
            open,
        }
    }

    /// Says what cuts depend on besides the version of the pack, for the fingerprint of the settings: by default the options as
    /// they were given. An option that is a path stands for what lies there, and so for a hash of it.
    pub const fn identity(mut self, identity: IdentifyOptions) -> Self {
        self.identity = identity;
        self
    }

    /// Says what a user of this build should know, such as a dictionary that it was built without.
    pub const fn note(mut self, note: &'static str) -> Self {
        self.note = Some(note);
        self
    }

    /// The grains it knows; for the others the Unicode rules step in.
    pub const fn grains(mut self, grains: &'static [Grain]) -> Self {
        self.grains = grains;
        self
    }

    /// The options it takes.
    pub const fn options(mut self, options: &'static [OptionSpec]) -> Self {
        self.options = options;
        self
    }

    /// The id, unique among segmenters.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The languages.
    pub const fn languages(&self) -> &'static [&'static str] {
        self.languages
    }

    /// The grains it knows.
    pub const fn known_grains(&self) -> &'static [Grain] {
        self.grains
    }

    /// The options it takes.
    pub const fn option_specs(&self) -> &'static [OptionSpec] {
        self.options
    }

    /// What a user of this build should know.
    pub const fn known_note(&self) -> Option<&'static str> {
        self.note
    }

    /// What options come to; opens nothing.
    ///
    /// # Errors
    /// What the pack returns, such as for a path at which nothing lies.
    pub fn identify(&self, options: &Options) -> Result<String> {
        (self.identity)(options)
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn open(&self, options: &Options) -> Result<Arc<dyn Segmenter>> {
        (self.open)(options)
    }
}

/// A tokenizer, or a family of them, that a pack offers under a scheme: `tiktoken:cl100k_base`.
#[derive(Debug)]
pub struct CounterEntry {
    pub(crate) scheme: &'static str,
    pub(crate) names: &'static [&'static str],
    pub(crate) options: &'static [OptionSpec],
    pub(crate) open: OpenCounter,
}

impl CounterEntry {
    /// Counters called `scheme:NAME`, or `scheme` alone.
    pub const fn new(scheme: &'static str, open: OpenCounter) -> Self {
        Self { scheme, names: &[], options: &[], open }
    }

    /// The names known beforehand; empty where any name may be asked for, such as a path.
    pub const fn names(mut self, names: &'static [&'static str]) -> Self {
        self.names = names;
        self
    }

    /// The options it takes.
    pub const fn options(mut self, options: &'static [OptionSpec]) -> Self {
        self.options = options;
        self
    }

    /// The scheme, unique among counters.
    pub const fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// The names known beforehand.
    pub const fn known_names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The options it takes.
    pub const fn option_specs(&self) -> &'static [OptionSpec] {
        self.options
    }

    /// The names as a policy writes them.
    pub(crate) fn full_names(&self) -> Vec<String> {
        match self.names {
            [] => vec![self.scheme.to_owned()],
            names => names.iter().map(|name| format!("{}:{name}", self.scheme)).collect(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn open(&self, name: &str, options: &Options) -> Result<Arc<dyn Counter>> {
        (self.open)(name, options)
    }
}

/// A content type that a pack offers.
#[derive(Debug)]
pub struct ReaderEntry {
    pub(crate) id: &'static str,
    pub(crate) media_types: &'static [&'static str],
    pub(crate) extensions: &'static [&'static str],
    pub(crate) options: &'static [OptionSpec],
    pub(crate) open: OpenReader,
}

impl ReaderEntry {
    /// A reader of these media types; the first is the one reported.
    pub const fn new(id: &'static str, media_types: &'static [&'static str], open: OpenReader) -> Self {
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
