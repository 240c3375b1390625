//! Japanese for kawara: sentences, clauses and bunsetsu, where lines go on, and which sentences lean on what stands before.
//!
//! [`PACK`] offers [`Japanese`] for the language `ja`.
//!
//! # Sentences
//!
//! A sentence ends at `。！？` with the closing marks and the white space that follow. It does not end inside a quotation, an aside or a
//! code span, nor where a particle takes it up again, nor at the dots of numbers, names and addresses:
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use kawara_pack_ja::Japanese;
//!
//! let text = "「水が出ない。弁を見て。」と係員が言った。本当か？という声もある。v2.10.3で直った。";
//! let japanese = Japanese::default();
//! let mut cuts = Cuts::new(text);
//! japanese.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! let ends = cuts.finish()?;
//! assert_eq!(&text[..ends[0]], "「水が出ない。弁を見て。」と係員が言った。");
//! assert_eq!(&text[ends[0]..ends[1]], "本当か？という声もある。");
//! assert_eq!(&text[ends[1]..ends[2]], "v2.10.3で直った。");
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! Code points, brackets and word lists decide; a dictionary is asked only where they leave a doubt, and opened when that first
//! happens. Without the feature `dictionary` there is none: the lists decide alone, and the entry says so.
//!
//! # Clauses and bunsetsu
//!
//! A sentence that does not fit a budget is cut at the commas behind a conjunctive particle, a verb that goes on, or a noun like ため;
//! a clause that does not fit, between bunsetsu.
//!
//! # Lines
//!
//! ```
//! use kawara_core::Segmenter;
//!
//! let japanese = kawara_pack_ja::Japanese::default();
//! let mut worker = japanese.worker();
//! assert!(worker.goes_on("この装置は屋内で使うことを前提に", "設計されています。")?);
//! assert!(!worker.goes_on("東京本社", "大阪支社")?);
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! # Sentences that lean back
//!
//! ```
//! use kawara_core::Segmenter;
//!
//! let japanese = kawara_pack_ja::Japanese::default();
//! let mut worker = japanese.worker();
//! assert!(worker.leans_back("同社の株価は上昇した。")?);
//! assert!(!worker.leans_back("料金表は別紙のとおりです。")?);
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod bunsetsu;
mod chars;
mod clause;
mod dots;
mod follow;
mod leaning;
mod lines;
mod marks;
mod moods;
mod morphology;
mod pairs;
mod sentence;
mod web;
mod words;

use std::path::Path;
use std::sync::Arc;

use kawara_core::{
    Cuts, Grain, OptionKind, OptionSpec, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry,
    Submitted,
};

use morphology::{Morphology, Source};
use sentence::Quotes;

/// The pack: the segmenter `ja`, with the options `dictionary` and `quotes`.
///
/// ```
/// let entry = &kawara_pack_ja::PACK.segmenter_entries()[0];
/// assert_eq!(entry.languages(), ["ja"]);
/// ```
pub static PACK: Pack = {
    let pack = Pack::new("ja", VERSION).segmenters(&[ENTRY]);
    #[cfg(feature = "dictionary")]
    let pack = pack.notice(kawara_ja_dictionary::LICENCE);
    pack
};
kawara_core::inventory::submit! { Submitted(&PACK) }

/// Units cut with and without a dictionary differ, so the builds have versions of their own: it is part of the fingerprint.
const VERSION: &str = if cfg!(feature = "dictionary") {
    env!("CARGO_PKG_VERSION")
} else {
    concat!(env!("CARGO_PKG_VERSION"), "+rules")
};

const ENTRY: SegmenterEntry = {
    let entry = SegmenterEntry::new("ja", &["ja"], open)
        .grains(&[Grain::Sentence, Grain::Clause, Grain::Word])
        .identity(identity)
        .options(&[
            OptionSpec::new(
                "dictionary",
                OptionKind::Path,
                "A folder that lindera built from IPADIC or UniDic, to be asked instead of the built-in dictionary.",
            ),
            OptionSpec::new(
                "quotes",
                OptionKind::Choice(&["whole", "split"]),
                "Whether a quotation stays whole, or is cut at the ends of its sentences; `whole` if not given.",
            ),
        ]);
    if cfg!(feature = "dictionary") { entry } else { entry.note("rules only: built without the dictionary") }
};

/// Cuts depend on what the dictionary says, not on where it lies.
fn identity(options: &Options) -> Result<String> {
    let dictionary = options.path("dictionary").map(|folder| Source::digest(&folder)).transpose()?;
    Ok(format!("{:?} {dictionary:?}", options.str("quotes")))
}

fn open(options: &Options) -> Result<Arc<dyn Segmenter>> {
    let japanese = match options.path("dictionary") {
        Some(folder) => Japanese::with_dictionary(&folder)?,
        None => Japanese::default(),
    };
    Ok(Arc::new(if options.str("quotes") == Some("split") { japanese.splitting_quotes() } else { japanese }))
}

/// Cuts Japanese text into sentences, clauses and bunsetsu, in time linear in its length.
///
/// It is made at no cost: a dictionary is opened when a word is first looked up. The built-in one is shared by all.
#[derive(Clone, Debug, Default)]
pub struct Japanese {
    source: Arc<Source>,
    quotes: Quotes,
}

impl Japanese {
    /// Asks the dictionary in `folder`, which lindera built from IPADIC or UniDic, instead of the built-in one.
    ///
    /// # Errors
    /// [`ErrorKind::Open`](kawara_core::ErrorKind::Open) when the folder holds no dictionary; whether a dictionary is whole shows when
    /// a word is first looked up. [`ErrorKind::Unsupported`](kawara_core::ErrorKind::Unsupported) without the feature `dictionary`.
    pub fn with_dictionary(folder: &Path) -> Result<Self> {
        Ok(Self { source: Arc::new(Source::at(folder)?), ..Self::default() })
    }

    /// Cuts quotations at the ends of their sentences.
    ///
    /// ```
    /// use kawara_core::{Cuts, Grain, Segmenter};
    ///
    /// let text = "「水が出ない。弁を見て。」と言った。";
    /// let japanese = kawara_pack_ja::Japanese::default().splitting_quotes();
    /// let mut cuts = Cuts::new(text);
    /// japanese.worker().cuts(text, Grain::Sentence, &mut cuts)?;
    /// assert_eq!(cuts.finish()?, ["「水が出ない。".len(), text.len()]);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    #[must_use]
    pub fn splitting_quotes(self) -> Self {
        Self { quotes: Quotes::Split, ..self }
    }
}

impl Segmenter for Japanese {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker {
            quotes: self.quotes,
            morphology: Morphology::new(&self.source),
            marks: Vec::new(),
            open: pairs::Open::default(),
            ends: Vec::new(),
            inner: Vec::new(),
        })
    }
}

/// Scratch space of one thread.
struct Worker<'a> {
    quotes: Quotes,
    morphology: Morphology<'a>,
    marks: Vec<marks::Mark>,
    open: pairs::Open,
    ends: Vec<usize>,
    /// Where sentences end when those in quotations count too.
    inner: Vec<usize>,
}

impl SegmentWorker for Worker<'_> {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        match grain {
            Grain::Sentence => self.sentences(text)?,
            Grain::Clause => self.clauses(text)?,
            Grain::Word => {
                self.clauses(text)?;
                bunsetsu::ends(text, &mut self.morphology, &mut self.ends)?;
            }
        }
        for end in &self.ends {
            out.push(*end)?;
        }
        if text.is_empty() { Ok(()) } else { out.push(text.len()) }
    }

    fn goes_on(&mut self, line: &str, next: &str) -> Result<bool> {
        lines::goes_on(line, next, &mut self.morphology)
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        leaning::leans_back(unit, &mut self.morphology)
    }
}

impl Worker<'_> {
    fn sentences(&mut self, text: &str) -> Result<()> {
        self.mark(text, false);
        sentence::ends(text, &self.marks, self.quotes, &mut self.morphology, &mut self.ends)
    }

    fn clauses(&mut self, text: &str) -> Result<()> {
        self.mark(text, true);
        sentence::ends(text, &self.marks, Quotes::Split, &mut self.morphology, &mut self.inner)?;
        sentence::ends(text, &self.marks, self.quotes, &mut self.morphology, &mut self.ends)?;
        clause::ends(text, &self.marks, &self.inner, &mut self.morphology, &mut self.ends)
    }

    /// `fine`: clauses are asked for, so commas count as marks.
    fn mark(&mut self, text: &str, fine: bool) {
        marks::scan(text, fine, &mut self.marks);
        pairs::pair(text, &mut self.marks, &mut self.open);
    }
}

/// How many dictionaries this process has opened; for tests that none is opened needlessly.
#[doc(hidden)]
pub fn dictionary_opens() -> usize {
    morphology::opens()
}
