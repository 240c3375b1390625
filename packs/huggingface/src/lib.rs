//! Token counters from a model's own `tokenizer.json`, for the chunking engine kawara.
//!
//! `hf:PATH` names the file, or the directory that it lies in. WordPiece, Unigram, byte-pair and byte-level byte-pair encodings
//! are read, through the crate `tokenizers`. What a file says about truncation and padding is left aside; the special tokens that
//! its post-processor adds are counted as [`Counter::specials`]; special strings in a text, such as `[SEP]`, are plain text. The
//! model's limit is read from the files that lie beside it.
//!
//! Not read: patterns of words that the library has no name for, `ByteLevel` with `add_prefix_space`, dropout. Such a file is refused
//! when it is opened. A file of a kind that is not known to have borders is counted all the same, more slowly where ranges are
//! asked for.
//!
//! Where tokens stand in a text ([`Counter::token_spans`]) is told with the feature `spans`, which brings the stable version of the
//! library along: the one that counts gives no offsets. It reads the file when spans are first asked for.
//!
//! ```no_run
//! # fn main() -> kawara_core::Result<()> {
//! let counter = kawara_pack_huggingface::open("models/all-MiniLM-L6-v2")?;
//! assert_eq!(counter.count("Roof tiles overlap.")?, 4);
//! assert_eq!((counter.specials(), counter.limit()?), (2, Some(256)));
//! # Ok(())
//! # }
//! ```
//!
//! How it counts, in the order in which text meets it: `files` finds and reads what lies there; `tokenizer` runs the pipeline of
//! the file, with a use of its own of SentencePiece's `charsmap` and a Viterbi search of its own for `unigram` models; `borders` knows between which characters a text falls into
//! two whose counts add up; `index` counts ranges by them.

mod borders;
mod charsmap;
mod composed;
mod counter;
mod files;
mod index;
mod limit;
#[cfg(feature = "spans")]
mod spans;
mod tokenizer;
mod unigram;

use std::path::Path;
use std::sync::Arc;

use kawara_core::{Counter, CounterEntry, Options, Pack, Result};

use counter::HuggingFace;

/// The pack: one family of counters.
pub static PACK: Pack = Pack::new("huggingface", env!("CARGO_PKG_VERSION"))
    .counters(&[CounterEntry::new("hf", |name, _: &Options| open(name))]);
kawara_core::inventory::submit! { kawara_core::Submitted(&PACK) }

/// Opens the counter `hf:PATH`: a `tokenizer.json`, or a directory with one.
///
/// # Errors
/// When nothing lies there, or what lies there is no tokenizer that can be run; the message names the file and the remedy.
pub fn open(path: impl AsRef<Path>) -> Result<Arc<dyn Counter>> {
    Ok(Arc::new(HuggingFace::open(path.as_ref())?))
}
