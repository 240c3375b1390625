use std::fmt;
use std::sync::Arc;

use crate::{Grain, OptionSpec, Options, Result, Segmenter};

/// Opens segmenters that no function of a linked pack opens: those of a library that was loaded at run time.
pub trait OpenSegmenter: Send + Sync {
    /// Opens one; called on first use.
    ///
    /// # Errors
    /// What keeps it from opening.
    fn open(&self, options: &Options) -> Result<Arc<dyn Segmenter>>;

    /// What options come to in the fingerprint of the settings; see [`SegmenterEntry::identity`]. Opens nothing.
    ///
    /// # Errors
    /// Such as for a path at which nothing lies.
    fn identity(&self, options: &Options) -> Result<String> {
        as_given(options)
    }
}

fn as_given(options: &Options) -> Result<String> {
    Ok(format!("{options:?}"))
}

/// Who opens a segmenter.
#[derive(Clone, Copy)]
enum Opener {
    Function {
        open: fn(&Options) -> Result<Arc<dyn Segmenter>>,
        identity: Option<fn(&Options) -> Result<String>>,
    },
    Host(&'static dyn OpenSegmenter),
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function { .. } => "Function",
            Self::Host(_) => "Host",
        })
    }
}

/// A language that a pack offers: routing and listing look here and open nothing.
#[derive(Debug)]
pub struct SegmenterEntry {
    pub(crate) id: &'static str,
    pub(crate) languages: &'static [&'static str],
    pub(crate) grains: &'static [Grain],
    pub(crate) options: &'static [OptionSpec],
    pub(crate) note: Option<&'static str>,
    opener: Opener,
}

impl SegmenterEntry {
    /// A segmenter for these primary language subtags (BCP 47), at sentence grain.
    pub const fn new(
        id: &'static str,
        languages: &'static [&'static str],
        open: fn(&Options) -> Result<Arc<dyn Segmenter>>,
    ) -> Self {
        Self::of(id, languages, Opener::Function { open, identity: None })
    }

    /// The same, opened by what was made at run time.
    pub const fn hosted(
        id: &'static str,
        languages: &'static [&'static str],
        host: &'static dyn OpenSegmenter,
    ) -> Self {
        Self::of(id, languages, Opener::Host(host))
    }

    const fn of(id: &'static str, languages: &'static [&'static str], opener: Opener) -> Self {
        Self { id, languages, grains: &[Grain::Sentence], options: &[], note: None, opener }
    }

    /// Says what cuts depend on besides the version of the pack, for the fingerprint of the settings: by default the options as
    /// they were given. An option that is a path stands for what lies there, and so for a hash of it. A
    /// [hosted](SegmenterEntry::hosted) entry is asked through its host.
    pub const fn identity(mut self, said: fn(&Options) -> Result<String>) -> Self {
        if let Opener::Function { open, .. } = self.opener {
            self.opener = Opener::Function { open, identity: Some(said) };
        }
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

    /// Whether it says itself what options come to; else they count as they were given.
    pub const fn has_identity(&self) -> bool {
        !matches!(self.opener, Opener::Function { identity: None, .. })
    }

    /// What options come to; opens nothing.
    ///
    /// # Errors
    /// What the pack returns, such as for a path at which nothing lies.
    pub fn identify(&self, options: &Options) -> Result<String> {
        match self.opener {
            Opener::Function { identity: Some(identity), .. } => identity(options),
            Opener::Function { identity: None, .. } => as_given(options),
            Opener::Host(host) => host.identity(options),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn open(&self, options: &Options) -> Result<Arc<dyn Segmenter>> {
        match self.opener {
            Opener::Function { open, .. } => open(options),
            Opener::Host(host) => host.open(options),
        }
    }
}
