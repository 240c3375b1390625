//! A team's own language as a pack: Korean.
//!
//! [`PACK`] offers [`Korean`] for the language `ko`. A program that links this crate chunks Korean with it (`program` is one); built
//! by `cargo xtask pack own-pack-rust`, the same crate is a library that any kawara loads.
//!
//! # Sentences
//!
//! A sentence ends at `. ! ?` and `…`, as far as they end one: not in numbers, dates, abbreviations and addresses, nor inside a short
//! quotation, nor where a particle takes a quotation up. An ending such as 다 without a mark is none.
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use own_pack_rust::Korean;
//!
//! let text = "“어디 가세요?”라고 물었다. 2024. 3. 5. 개정된 규정입니다.";
//! let mut cuts = Cuts::new(text);
//! Korean.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! let ends = cuts.finish()?;
//! assert_eq!(&text[..ends[0]], "“어디 가세요?”라고 물었다. ");
//! assert_eq!(ends.len(), 2);
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! # Clauses and words
//!
//! A sentence that does not fit a budget is cut behind commas and behind the endings that join clauses (-고, -지만, -는데 …); a clause
//! that does not fit, at spaces, so that particles stay with their nouns.

mod clauses;
mod endings;
mod leaning;
mod lines;
mod marks;
mod pairs;
mod quotations;
mod sentences;
mod stops;
mod text;
mod words;

use std::sync::Arc;

use kawara_core::{Cuts, Grain, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry};

/// The pack: the segmenter `ko` for Korean. It takes no options.
///
/// ```
/// assert_eq!(own_pack_rust::PACK.segmenter_entries()[0].languages(), ["ko"]);
/// ```
pub static PACK: Pack =
    Pack::new("ko", env!("CARGO_PKG_VERSION")).segmenters(&[
        SegmenterEntry::new("ko", &["ko"], open).grains(&[Grain::Sentence, Grain::Clause, Grain::Word])
    ]);
kawara_abi::kawara_pack!(PACK);

fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
    Ok(Arc::new(Korean))
}

/// Cuts Korean text into sentences, clauses and words, in time linear in its length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Korean;

impl Segmenter for Korean {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::<Worker>::default()
    }
}

/// Scratch space of one thread.
#[derive(Default)]
struct Worker {
    marks: Vec<marks::Mark>,
    open: pairs::Open,
    ends: Vec<usize>,
}

impl SegmentWorker for Worker {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        self.ends.clear();
        marks::scan(text, &mut self.marks);
        pairs::pair(&mut self.marks, &mut self.open);
        sentences::ends(text, &self.marks, &mut self.ends);
        // Every end of a sentence is one of a clause, and so on.
        if grain <= Grain::Clause {
            clauses::ends(text, &self.marks, &mut self.ends);
        }
        if grain == Grain::Word {
            words::ends(text, &mut self.ends);
        }
        for end in &self.ends {
            out.push(*end)?;
        }
        if out.last() < text.len() { out.push(text.len()) } else { Ok(()) }
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        Ok(leaning::leans_back(unit))
    }

    fn goes_on(&mut self, line: &str, _next: &str) -> Result<bool> {
        Ok(lines::goes_on(line))
    }
}
