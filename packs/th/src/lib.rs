//! Thai for kawara: sentences, clauses and words.
//!
//! [`PACK`] offers [`Thai`] for the language `th`.
//!
//! # Sentences
//!
//! Thai has no full stop: a sentence ends at a space, but most spaces end none. Rules decide where they can (numbers and what they
//! count, titles and names, quotations, list items, ! and ?, ครับ and ค่ะ); the other spaces are asked of a small linear model of the
//! words on both sides:
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use kawara_pack_th::Thai;
//!
//! let text = "ระบบหยุดทำงานแล้วครับ กรุณารอ 30 วินาที";
//! let mut cuts = Cuts::new(text);
//! Thai.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! let ends = cuts.finish()?;
//! assert_eq!(&text[..ends[0]], "ระบบหยุดทำงานแล้วครับ ");
//! assert_eq!(&text[ends[0]..ends[1]], "กรุณารอ 30 วินาที");
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! The model is in the feature `model`, which is on by default, and comes under a licence of its own (see `data/README.md`). Without
//! it rules alone decide: fewer sentences are found.
//!
//! # Clauses and words
//!
//! A sentence that does not fit a budget is cut at spaces and before connectives (เพราะ, แต่), never before relative ที่ nor before
//! ว่า; no sentence begins with those either, but behind ! or ? and emoji. A clause that does not fit is cut between the words of a
//! dictionary; ๆ and ฯ stay with their word.
//!
//! # Sentences that lean back
//!
//! ```
//! use kawara_core::Segmenter;
//!
//! let mut worker = kawara_pack_th::Thai.worker();
//! assert!(worker.leans_back("อัลบั้มนี้ออกวางจำหน่ายในวันที่ 25 มีนาคม")?);
//! assert!(!worker.leans_back("ชุมตาบง เป็นอำเภอหนึ่งของจังหวัดนครสวรรค์")?);
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod attached;
mod chars;
mod clause;
mod features;
mod gaps;
mod leaning;
mod lexicon;
mod lines;
mod model;
mod open;
mod pairs;
mod sentence;
mod spelling;
mod stretches;
#[cfg(feature = "train")]
#[doc(hidden)]
pub mod train;
mod word;
mod words;

use std::sync::Arc;

use kawara_core::{Cuts, Grain, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry, Submitted};

/// The pack: the segmenter `th` for Thai. It takes no options.
///
/// ```
/// let entry = &kawara_pack_th::PACK.segmenter_entries()[0];
/// assert_eq!(entry.languages(), ["th"]);
/// ```
pub static PACK: Pack = {
    let pack = Pack::new("th", env!("CARGO_PKG_VERSION")).segmenters(&[ENTRY]);
    #[cfg(feature = "model")]
    let pack = pack.notice(include_str!("../data/NOTICE"));
    pack
};
kawara_core::inventory::submit! { Submitted(&PACK) }

const ENTRY: SegmenterEntry = noted(
    SegmenterEntry::new("th", &["th"], open)
        .grains(&[Grain::Sentence, Grain::Clause, Grain::Word])
        .identity(|_| Ok(MODEL.to_owned())),
);

/// Cuts depend on whether the model is there.
const MODEL: &str = if cfg!(feature = "model") { "model" } else { "rules" };

const fn noted(entry: SegmenterEntry) -> SegmenterEntry {
    if cfg!(feature = "model") {
        return entry;
    }
    entry.note("built without the sentence model: rules alone decide where a sentence ends")
}

fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
    Ok(Arc::new(Thai))
}

/// Cuts Thai text into sentences, clauses and words, in time linear in its length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thai;

impl Segmenter for Thai {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::<Worker>::default()
    }
}

/// Scratch space of one thread.
#[derive(Default)]
struct Worker {
    gaps: gaps::Gaps,
    ends: Vec<usize>,
    breaks: Vec<clause::Break>,
    head: stretches::Stretches,
}

impl SegmentWorker for Worker {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        self.gaps.read(text);
        sentence::ends(text, &self.gaps, &mut self.ends);
        if grain < Grain::Sentence {
            clause::ends(text, &self.gaps, &mut self.ends, &mut self.breaks);
        }
        if grain < Grain::Clause {
            word::ends(text, &mut self.ends);
        }
        for end in &self.ends {
            out.push(*end)?;
        }
        if text.is_empty() { Ok(()) } else { out.push(text.len()) }
    }

    fn goes_on(&mut self, line: &str, next: &str) -> Result<bool> {
        Ok(lines::goes_on(line, next))
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        Ok(leaning::leans_back(unit, &mut self.head))
    }
}
