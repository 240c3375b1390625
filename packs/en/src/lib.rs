//! English for kawara: sentences, clauses and words, and whether a sentence leans on the one before.
//!
//! The segmenter is a scanner with rules and word lists; it needs no data files and no regular expressions. It also serves as the
//! default for other languages in Latin script: the marks are theirs too, and common abbreviations of theirs are known.
//!
//! # Cutting text
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use kawara_pack_en::English;
//!
//! let english = English::default();
//! let text = "Dr. Okoye paid $3.50 in the U.S. Nobody asked why.";
//! let mut cuts = Cuts::new(text);
//! english.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! assert_eq!(cuts.finish()?, [33, text.len()]);
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! # Through the registry
//!
//! ```
//! use kawara_core::Registry;
//!
//! let registry = Registry::collect(&[&kawara_pack_en::PACK])?;
//! assert!(registry.segmenter("en-GB").is_some());
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod abbreviations;
mod clauses;
mod clusters;
mod leaning;
mod marks;
mod pairs;
mod sentences;
mod text;
mod vocabulary;
mod words;

use std::sync::Arc;

use kawara_core::{
    Cuts, Grain, OptionKind, OptionSpec, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry,
};

use abbreviations::Abbreviations;
use sentences::KeptWhole;

/// The pack: one segmenter, `en`.
pub static PACK: Pack =
    Pack::new("en", env!("CARGO_PKG_VERSION")).segmenters(&[SegmenterEntry::new("en", &["en"], open)
        .grains(&[Grain::Sentence, Grain::Clause, Grain::Word])
        .options(OPTIONS)]);
kawara_core::inventory::submit! { kawara_core::Submitted(&PACK) }

const OPTIONS: &[OptionSpec] = &[OptionSpec::new(
    "abbreviations",
    OptionKind::Str,
    "More abbreviations, separated by commas: words whose full stop never ends a sentence, such as `Fa., Kap.`.",
)];

fn open(options: &Options) -> Result<Arc<dyn Segmenter>> {
    options.check(OPTIONS)?;
    Ok(Arc::new(English::with_abbreviations(options.str("abbreviations").unwrap_or_default())))
}

/// The English segmenter.
#[derive(Debug)]
pub struct English {
    abbreviations: Abbreviations,
}

impl English {
    /// A segmenter that also knows the abbreviations in `own`, separated by commas, with or without their full stop. A full stop
    /// behind one of them never ends a sentence.
    ///
    /// ```
    /// use kawara_core::{Cuts, Grain, Segmenter};
    /// use kawara_pack_en::English;
    ///
    /// let text = "Ask Fa. Huber.";
    /// let mut cuts = Cuts::new(text);
    /// English::with_abbreviations("Fa., Kap.").worker().cuts(text, Grain::Sentence, &mut cuts)?;
    /// assert_eq!(cuts.finish()?, [text.len()]);
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    pub fn with_abbreviations(own: &str) -> Self {
        Self { abbreviations: Abbreviations::new(own) }
    }
}

impl Default for English {
    fn default() -> Self {
        Self::with_abbreviations("")
    }
}

impl Segmenter for English {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker { english: self, ends: Vec::new() })
    }
}

struct Worker<'s> {
    english: &'s English,
    /// Cuts before they are pushed: some are taken back.
    ends: Vec<usize>,
}

impl SegmentWorker for Worker<'_> {
    /// A coarser cut is always a finer one too.
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        let (known, ends) = (&self.english.abbreviations, &mut self.ends);
        ends.clear();
        match grain {
            Grain::Sentence => sentences::sentences(text, known, KeptWhole::SENTENCE, ends),
            Grain::Clause => clauses::clauses(text, known, ends),
            Grain::Word => {
                clauses::clauses(text, known, ends);
                words::words(text, ends);
                ends.sort();
                ends.dedup();
            }
        }
        ends.iter().try_for_each(|at| out.push(*at))
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        Ok(leaning::leans_back(unit))
    }
}
