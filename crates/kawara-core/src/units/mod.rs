//! **3** Blocks become units: sentences, rows, lines of code.
//!
//! A [`Segmenter`] knows one language. It is asked for one block at a time, and for finer grains only where a unit does not
//! fit the budget. Every cut, from whatever pack, passes the [gate](Cuts).

mod brackets;
mod clusters;
mod collect;
mod cuts;
mod fallback;
mod faults;
mod inline;
mod route;
mod unit;
mod workers;

pub use brackets::Brackets;
pub use cuts::Cuts;
pub use fallback::Unicode;
pub use faults::PackFault;
pub use unit::Grain;

pub(crate) use clusters::{Clusters, trim};
pub use clusters::{is_blank, settle};
pub(crate) use collect::{Collector, Language, Units};
pub(crate) use faults::Faults;
pub(crate) use route::{Router, is_latin};
pub(crate) use unit::{Rank, Unit, measured_end};
pub(crate) use workers::{Slot, Workers};

use crate::Result;

/// Cuts text of one language into sentences, clauses and words.
pub trait Segmenter: Send + Sync {
    /// A worker for one thread: lattices and scratch space live there.
    fn worker(&self) -> Box<dyn SegmentWorker + '_>;
}

/// What one thread needs to cut text.
pub trait SegmentWorker {
    /// Pushes every end of a piece of `grain` in `text`, in order, the end of the text last. White space belongs to the piece
    /// before it. The text is one block, such as a paragraph: its line breaks are white space.
    ///
    /// # Errors
    /// What [`Cuts::push`] returns, unchanged; or the pack's own failure, whose byte counts from the start of `text`.
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) before anything is pushed hands the grain to the Unicode rules.
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()>;

    /// Whether a sentence goes on behind a line break that may or may not mean something: `line` ends at it, `next` begins there.
    /// Asked only where the layout does not show it; a break means something unless the pack knows better.
    ///
    /// # Errors
    /// The pack's own failure.
    fn goes_on(&mut self, line: &str, next: &str) -> Result<bool> {
        let _ = (line, next);
        Ok(false)
    }

    /// Whether `unit` cannot be understood without what stands before it: a pronoun, a dropped subject, a connective.
    ///
    /// # Errors
    /// The pack's own failure.
    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        let _ = unit;
        Ok(false)
    }
}
