//! Contract tests that every pack of kawara must pass, and hostile text to try it on.
//!
//! A language pack is tested by one line; each promise becomes a `#[test]` of its own:
//!
//! ```
//! use std::sync::Arc;
//! use kawara_core::{Grain, Options, Pack, Result, Segmenter, SegmenterEntry, Unicode};
//!
//! static PACK: Pack = Pack::new("xx", "0.1.0").segmenters(&[SegmenterEntry::new("xx", &["xx"], open).grains(&[Grain::Word])]);
//!
//! fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
//!     Ok(Arc::new(Unicode))
//! }
//!
//! kawara_testkit::segmenter_contract!(contract, &PACK.segmenter_entries()[0], ["Some text. Of its language!"]);
//! # fn main() {}
//! ```
//!
//! [`counter_contract!`] does the same for a tokenizer and [`reader_contract!`] for a content type. A failure says what is wrong,
//! on which input, made as short as it can be, at which byte, and what to do:
//!
//! ```text
//! Error: sentence cut 6 lies inside the grapheme cluster "。\u{3099}" of bytes 3..9
//!   input  a mark after a stop, shortened, 12 bytes: "是。\u{3099}次"
//!   place  byte 6: "是。" | "\u{3099}次"
//!   to do  let a cut wait for the end of its cluster: …
//!   check  keeps_clusters_whole
//! ```
//!
//! [`check_invariants`] holds the chunks of a whole engine to what must be true of them, and [`header`] a C header to the Rust behind it.
//!
//! The macros are thin: [`check_segmenter`], [`check_counter`] and [`check_reader`] do the work, and the lists of checks
//! ([`SEGMENTER_CHECKS`], [`COUNTER_CHECKS`], [`READER_CHECKS`]) can be run one by one, for a report. The texts are those of
//! [`hostile`], text [made by rule](mixed_text), and what the pack's author gives, whole and with hostile fragments put in.
//! Everything is the same on every run.

mod check;
mod counter;
mod fault;
mod generate;
pub mod header;
pub mod hostile;
mod invariants;
mod library;
mod macros;
mod options;
mod passages;
mod reader;
mod sample;
mod segmenter;
mod threads;
mod timing;

pub use check::Check;
#[doc(hidden)]
pub use check::run_check;
pub use counter::{COUNTER_CHECKS, CounterSubject, check_counter};
pub use fault::Fault;
pub use generate::{LANGUAGES, mixed_text, prose, soup};
pub use invariants::check_invariants;
#[doc(hidden)]
pub use kawara_core;
pub use library::library;
pub use reader::{READER_CHECKS, ReaderSubject, check_reader};
pub use sample::Sample;
pub use segmenter::{SEGMENTER_CHECKS, SegmenterSubject, check_segmenter, check_texts};
