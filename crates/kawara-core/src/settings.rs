//! Settings: everything a document's chunks depend on besides its text, and the trait that decides them.

mod parents;
mod required;
mod semantic;
mod strategy;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use required::{RequiredPack, Unmet, is_version, sha256_of};
pub use semantic::{Breaks, SemanticSettings, Threshold};
pub use strategy::{Strategy, WindowOverlap};

use crate::{Options, Profile, Result};

/// Decides which settings a document gets.
pub trait Policy: Send + Sync {
    /// The settings for a document. Asked twice, as [`Profile`] explains. Equal settings are best returned as the same `Arc`:
    /// the engine prepares each only once.
    ///
    /// # Errors
    /// When the policy has no valid settings for such a document.
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>>;
}

/// A policy with the same settings for every document.
impl Policy for Arc<Settings> {
    fn settings(&self, _: &Profile<'_>) -> Result<Arc<Settings>> {
        Ok(Arc::clone(self))
    }
}

/// A policy that others have too, such as whoever made the engine:
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Policy, Profile, Registry, Result, Settings};
///
/// struct Words(Arc<Settings>);
///
/// impl Policy for Words {
///     fn settings(&self, _: &Profile<'_>) -> Result<Arc<Settings>> {
///         Ok(Arc::clone(&self.0))
///     }
/// }
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// let policy: Arc<dyn Policy> = Arc::new(Words(Arc::new(settings)));
/// let engine = Engine::new(Registry::collect(&[])?, Arc::clone(&policy));
/// let asked = policy.settings(&Profile::default())?;
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped."))?;
/// assert!(Arc::ptr_eq(&asked, chunks.in_force()[0].settings()));
/// # Ok::<(), kawara_core::Error>(())
/// ```
impl<P: Policy + ?Sized> Policy for Arc<P> {
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>> {
        (**self).settings(about)
    }
}

/// How a document is cut. Made by a policy, or by hand:
///
/// ```
/// use kawara_core::{Carry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "chars".into();
/// settings.budget.max_tokens = 200;
/// settings.units.overlap.by_language.insert("ja".into(), Carry::Units(2));
/// ```
#[non_exhaustive]
#[derive(Clone, Default, PartialEq)]
pub struct Settings {
    /// How the document is read.
    pub read: ReadSettings,
    /// How large a chunk may be, in what unit.
    pub budget: Budget,
    /// What must not be cut, and what is repeated.
    pub units: UnitSettings,
    /// What is put before a chunk's text.
    pub context: ContextSettings,
    /// How evenly chunks are filled against how little an edit changes.
    pub tiling: TilingSettings,
    /// Where the text turns to something else, as an embedder sees it; of [`Strategy::Units`] alone. `None` asks no embedder.
    pub semantic: Option<SemanticSettings>,
    /// The language of all text; `None` decides by script, paragraph by paragraph.
    pub language: Option<String>,
    /// Where the ids of chunks live: a UUID, or any text; `None` stands for the counter's vocabulary.
    pub namespace: Option<String>,
    /// Which rules text is cut by; the newest by default.
    pub edition: Edition,
    /// Options by pack.
    pub packs: BTreeMap<String, Options>,
    /// Packs that have to be loaded, whether a document uses them or not. They are in no fingerprint: those that are used tell themselves.
    pub required_packs: BTreeMap<String, RequiredPack>,
}

/// Fingerprints are made of this, so what was there before there were semantic boundaries must read as it did; and what is required
/// is in none.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            read,
            budget,
            units,
            context,
            tiling,
            semantic,
            language,
            namespace,
            edition,
            packs,
            required_packs,
        } = self;
        let mut it = f.debug_struct("Settings");
        it.field("read", read).field("budget", budget).field("units", units).field("context", context);
        it.field("tiling", tiling).field("language", language).field("namespace", namespace);
        it.field("edition", edition).field("packs", packs);
        if let Some(semantic) = semantic {
            it.field("semantic", semantic);
        }
        if !required_packs.is_empty() {
            it.field("required_packs", required_packs);
        }
        it.finish()
    }
}

/// A generation of the rules that text is cut by.
///
/// What an edition cuts, it cuts the same in every later release: the same document with the same settings, packs and counter gives
/// the same chunks and ids. A better cut that would change chunks waits for a new edition. There is one so far, and every rule
/// belongs to it.
///
/// ```
/// use kawara_core::Edition;
///
/// assert_eq!(Edition::default().as_str(), "2026");
/// assert_eq!(Edition::ALL.last(), Some(&Edition::default()), "the newest is the default");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// The first.
    #[default]
    E2026,
}

impl Edition {
    /// Every edition that this version knows, the oldest first.
    pub const ALL: &'static [Self] = &[Self::E2026];

    /// The year, as policies write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::E2026 => "2026",
        }
    }
}

/// How the document is read.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadSettings {
    /// The reader: its id or media type. `None` goes by what is declared, then by the file extension, then plain text.
    pub content_type: Option<String>,
    /// Whether a reader may leave out what a person would not read.
    pub text: TextMode,
    /// What a single line break means.
    pub newline: Newline,
    /// Options of the reader itself.
    pub options: Options,
}

/// What a chunk's text is a slice of.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextMode {
    /// Readable text: front matter and comments are left out. Where nothing has to be taken away, it is the source.
    #[default]
    Plain,
    /// The source, every byte of it.
    Source,
}

impl TextMode {
    /// The word that policies and readers use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Source => "source",
        }
    }
}

/// What a single line break means in plain text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Newline {
    /// Judged paragraph by paragraph: lines that look wrapped are joined.
    #[default]
    Auto,
    /// A line is never joined with the next.
    Hard,
    /// A line break is white space; only blank lines separate.
    Soft,
}

impl Newline {
    /// The word that policies and readers use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Hard => "hard",
            Self::Soft => "soft",
        }
    }
}

/// How large a chunk may be, in what unit.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// What counts: `tiktoken:cl100k_base`, `chars`, …
    pub counter: String,
    /// Counters of further models that are to embed the same chunks: each chunk fits all of them.
    pub also: Vec<String>,
    /// The most tokens of a chunk: context, text and special tokens.
    pub max_tokens: u32,
    /// A chunk with fewer tokens than this may go on across a section; never across a record. Over `max_tokens` it has no
    /// further effect: chunks are then filled across sections.
    pub min_tokens: u32,
    /// Tokens of the budget that stay free, for what somebody else will add to each chunk.
    pub reserve_tokens: u32,
    /// The most tokens that the model accepts, special tokens included; a larger budget is refused. `None` goes by what the
    /// counter knows. No chunk depends on it.
    pub hard_limit: Option<u32>,
    /// The embedding models that the chunks are for, where they were named. They change no chunk: equal chunks of two models have one id, and
    /// yet have to be embedded anew.
    pub models: Vec<String>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            counter: "tiktoken:cl100k_base".into(),
            also: Vec::new(),
            max_tokens: 400,
            min_tokens: 0,
            reserve_tokens: 0,
            hard_limit: None,
            models: Vec::new(),
        }
    }
}

/// What must not be cut, and what is repeated.
#[non_exhaustive]
#[derive(Clone, Default, PartialEq)]
pub struct UnitSettings {
    /// What a unit is.
    pub kind: UnitKind,
    /// What is carried from the tail of a chunk to the head of the next.
    pub overlap: Overlap,
    /// The most records in one chunk; `None` fills the budget. With a number, one record that is inserted shifts the borders of all chunks
    /// behind it.
    pub records_per_chunk: Option<u32>,
    /// What happens to a unit that does not fit the budget.
    pub split: Split,
    /// What happens where a pack is at fault.
    pub on_fault: OnFault,
}

/// Fingerprints are made of this, so what was there before there were faults must read as it did.
impl fmt::Debug for UnitSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, overlap, records_per_chunk, split, on_fault } = self;
        let mut it = f.debug_struct("UnitSettings");
        it.field("kind", kind).field("overlap", overlap);
        it.field("records_per_chunk", records_per_chunk).field("split", split);
        if *on_fault != OnFault::default() {
            it.field("on_fault", on_fault);
        }
        it.finish()
    }
}

/// What happens where a pack is at fault: where the gate refuses a cut of it, or it fails itself when it is asked to cut, whether a
/// sentence goes on, or whether a unit leans back. A pack that cannot be opened fails the document in any case.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFault {
    /// The document fails, with an error that names the pack and the place.
    #[default]
    Fail,
    /// The [Unicode rules](crate::Unicode) cut the stretch, chunks that touch it have [`Flag::PackFault`](crate::Flag::PackFault), and
    /// [`Chunks::pack_faults`](crate::Chunks::pack_faults) tells what went wrong.
    Fallback,
}

impl OnFault {
    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Fallback => "fallback",
        }
    }
}

/// What happens to a unit, a record for example, that does not fit the budget.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// It is cut inside, each part with the head of its record as context, and flagged.
    #[default]
    Allow,
    /// The document fails.
    Never,
}

impl Split {
    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Never => "never",
        }
    }
}

/// What a unit is.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnitKind {
    /// A sentence.
    #[default]
    Sentence,
    /// A clause.
    Clause,
    /// A record: a question with its answer, a log entry; where the reader knows no records, a section.
    Record,
    /// A paragraph.
    Paragraph,
}

impl UnitKind {
    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Clause => "clause",
            Self::Record => "record",
            Self::Paragraph => "paragraph",
        }
    }
}

/// How much is carried, by the language of the last unit before the cut.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlap {
    /// For languages without a word of their own.
    pub default: Carry,
    /// By primary language subtag.
    pub by_language: BTreeMap<String, Carry>,
}

impl Overlap {
    /// The same for every language.
    pub fn all(carry: Carry) -> Self {
        Self { default: carry, by_language: BTreeMap::new() }
    }

    /// How much is carried of a language: a BCP 47 tag, else its primary subtag, else the default.
    ///
    /// ```
    /// use kawara_core::{Carry, Overlap};
    ///
    /// let mut overlap = Overlap::all(Carry::Units(1));
    /// overlap.by_language.insert("zh".into(), Carry::Units(2));
    /// assert_eq!((overlap.of("zh-Hant"), overlap.of("en")), (Carry::Units(2), Carry::Units(1)));
    /// ```
    pub fn of(&self, language: &str) -> Carry {
        let primary = crate::registry::primary_subtag(language);
        let named = self.by_language.get(language).or_else(|| self.by_language.get(primary));
        named.copied().unwrap_or(self.default)
    }
}

/// How much is carried from one chunk to the next: always whole units.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Carry {
    /// This many units; more than [`Carry::MOST`] are never carried.
    Units(u32),
    /// One unit; a second if it, or the unit behind the cut, leans back on what stands before; and one more while the first carried one leans back, up
    /// to `max`.
    Auto {
        /// The most units.
        max: u32,
    },
    /// This share of the budget (0 to 1), rounded to whole units, at least one.
    Share(f64),
    /// This many tokens, rounded to whole units, at least one.
    Tokens(u32),
}

impl Carry {
    /// The most units that are ever carried.
    pub const MOST: u32 = 64;
}

impl Default for Carry {
    /// One unit: it keeps an answer together with the sentence before it in 92 to 100 % of measured cases.
    fn default() -> Self {
        Self::Units(1)
    }
}

/// What is put before a chunk's text for embedding; counted in the budget.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct ContextSettings {
    /// What is prepended: the title, the heading path, the lead, in this order whatever the list's. A table's header and a
    /// record's head belong to [`ContextPart::Lead`].
    pub prepend: Vec<ContextPart>,
    /// What every chunk begins with, because the model was trained so (`passage: `). It is counted, and stands before all else.
    pub prefix: String,
    /// What stands between the headings of a path.
    pub separator: String,
    /// The most tokens of title and heading path. With the lead, half the budget is never exceeded; the prefix comes on top.
    pub max_tokens: u32,
}

impl Default for ContextSettings {
    fn default() -> Self {
        Self {
            prepend: vec![ContextPart::Title, ContextPart::HeadingPath, ContextPart::Lead],
            prefix: String::new(),
            separator: " > ".into(),
            max_tokens: 64,
        }
    }
}

/// A part of the context.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextPart {
    /// The document's title.
    Title,
    /// The headings that the text stands under, the outermost first.
    HeadingPath,
    /// What a block brings along: a table's header, a question, a speaker.
    Lead,
}

impl ContextPart {
    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::HeadingPath => "heading-path",
            Self::Lead => "lead",
        }
    }
}

/// How chunks are laid.
#[non_exhaustive]
#[derive(Clone, PartialEq)]
pub struct TilingSettings {
    /// Size against stability; of [`Strategy::Units`] alone.
    pub stability: Stability,
    /// What lays chunks: units under a budget, or what people come from.
    pub strategy: Strategy,
    /// How long a window is, in what the strategy counts; `None` fills the budget. [`Strategy::Units`] has no windows.
    pub window: Option<u32>,
    /// How much of a window its successor repeats.
    pub window_overlap: WindowOverlap,
    /// What [`Strategy::Recursive`] splits at, the coarsest first; the empty text stands for every character.
    pub separators: Vec<String>,
    /// The sizes of the [passages](crate::ParentKind::Passage) that chunks are laid in, the largest first, each above the budget; of
    /// [`Strategy::Units`] alone. Empty lays none.
    ///
    /// The text is first cut into passages of the largest size, each of them into passages of the next, and the smallest into chunks:
    /// so what stands below a passage begins where it begins, ends where it ends, and nothing is carried over its edges. Cuts are made
    /// as those between chunks are: at whole units, and of these where the text is best cut.
    ///
    /// A size is the most tokens of the passage's text alone, as the counter of the budget counts it. A passage is read and not
    /// embedded, so that neither a context nor the special tokens of the embedding model are put before it.
    pub parents: Vec<u32>,
}

/// How few chunks against how few of them an edit changes.
///
/// An edit changes the chunks that contain it, and more wherever the cuts behind it move. They move no further than to the next
/// cut that the text itself makes cheap, so steadiness is bought with chunks that are not quite full. What is new is what has to
/// be embedded: chunks whose [id](crate::Chunk::id) was not there before. `benches/README.md` has the figures in each language.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stability {
    /// The fewest chunks: for what is written once. An edit reaches about seven chunks in one case of twenty, sometimes thirty.
    Size,
    /// 3 to 10 % more chunks, fewer of them cut inside a paragraph: an edit reaches four chunks or fewer in 19 cases of 20.
    #[default]
    Balanced,
    /// About 1 % more again, and a little steadier: for what is edited all day, and markup that is read as plain text.
    Anchored,
    /// A price per chunk in the planner's own units, for measurements: `Balanced` is 10, `Anchored` 0.
    Price(u32),
}

impl Stability {
    /// The word that policies use, where there is one.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Balanced => "balanced",
            Self::Anchored => "anchored",
            Self::Price(_) => "price",
        }
    }
}
