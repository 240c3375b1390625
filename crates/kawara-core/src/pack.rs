//! Packs: what a plug-in crate offers, described without opening it.

mod counter;
mod reader;
mod segmenter;

pub use counter::{CounterEntry, OpenCounter};
pub use reader::ReaderEntry;
pub use segmenter::{OpenSegmenter, SegmenterEntry};

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
    digest: Option<&'static str>,
    segmenters: &'static [SegmenterEntry],
    counters: &'static [CounterEntry],
    readers: &'static [ReaderEntry],
}

impl Pack {
    /// A pack that offers nothing yet. The name is unique among the packs of a program.
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version, notice: None, digest: None, segmenters: &[], counters: &[], readers: &[] }
    }

    /// Says what a program that carries the pack must show: the licence of data that is built in.
    pub const fn notice(mut self, notice: &'static str) -> Self {
        self.notice = Some(notice);
        self
    }

    /// Says which library it was loaded from: the SHA-256 of its bytes, in lower-case hexadecimal. A linked pack has none.
    pub const fn loaded_from(mut self, digest: &'static str) -> Self {
        self.digest = Some(digest);
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

    /// The SHA-256 of the library that it was loaded from; `None` for a pack that is linked.
    pub const fn digest(&self) -> Option<&'static str> {
        self.digest
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
