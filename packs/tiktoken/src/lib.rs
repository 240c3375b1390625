//! Token counters for OpenAI's byte-pair encodings and their kin, for the chunking engine kawara.
//!
//! | counter | encodings | counted by |
//! |---|---|---|
//! | `tiktoken:NAME` | `cl100k_base`, `o200k_base`, `o200k_harmony`, `p50k_base`, `p50k_edit`, `r50k_base`, `gpt2` | this crate |
//! | `tiktoken:NAME` | `qwen2`, `mistral_v3` (feature `others`), `kimi_k2`, `kimi_k3`, `glm4`, `glm5`, `minimax_m2`, `llama3`, `deepseek_v3`, `deepseek_v4` (feature `restricted`) | the crate `tiktoken` |
//! | `tiktoken-rs:NAME` | OpenAI's, as a reference (feature `reference`) | the crate `tiktoken-rs` |
//!
//! All vocabularies are embedded; nothing is downloaded. Special strings such as `<|endoftext|>` are plain text.
//!
//! ```
//! # fn main() -> kawara_core::Result<()> {
//! let counter = kawara_pack_tiktoken::open("cl100k_base")?;
//! assert_eq!(counter.count("Roof tiles overlap.")?, 5);
//!
//! // A text that is measured once gives exact counts of its ranges at the cost of their edges.
//! let text = "Roof tiles overlap. So do chunks.";
//! let index = counter.index(text, &[20])?;
//! assert_eq!(index.exact("", 20..text.len())?, counter.count("So do chunks.")?);
//! # Ok(())
//! # }
//! ```
//!
//! How it counts, in the order in which text meets it: `scan` splits text into pieces, without a regular expression;
//! `encode` counts a piece, out of the `memo` if it is short, and in stretches that no token can join where letters run on
//! without spaces; `vocabulary` knows the merges; `index` does it for ranges.

mod encode;
mod encoding;
mod index;
mod memo;
mod names;
mod openai;
#[cfg(any(feature = "others", feature = "restricted"))]
mod others;
#[cfg(feature = "reference")]
mod reference;
mod scan;
mod vocabulary;

use std::sync::Arc;

use kawara_core::{Counter, CounterEntry, Options, Pack, Result};

use names::NAMES;

/// The pack: counters only.
pub static PACK: Pack = Pack::new("tiktoken", env!("CARGO_PKG_VERSION"))
    .notice(include_str!("../data/LICENSE-OPENAI"))
    .counters(&[
        CounterEntry::new("tiktoken", |name, _: &Options| open(name)).names(NAMES),
        #[cfg(feature = "reference")]
        CounterEntry::new("tiktoken-rs", |name, _: &Options| open_reference(name)).names(reference::NAMES),
    ]);
kawara_core::inventory::submit! { kawara_core::Submitted(&PACK) }

/// Opens the counter `tiktoken:NAME`. A vocabulary is loaded on first use, once for the whole program.
///
/// # Errors
/// [`kawara_core::ErrorKind::Open`] if there is no such encoding; the message says which there are.
///
/// ```
/// # fn main() -> kawara_core::Result<()> {
/// let counter = kawara_pack_tiktoken::open("o200k_base")?;
/// assert_eq!(counter.count("屋根の瓦は重ねて葺く。")?, 12);
/// assert_eq!(counter.id().name(), "tiktoken:o200k_base");
/// # Ok(())
/// # }
/// ```
pub fn open(name: &str) -> Result<Arc<dyn Counter>> {
    let opened = openai::open(name);
    #[cfg(any(feature = "others", feature = "restricted"))]
    let opened = opened.or_else(|| others::open(name));
    opened.unwrap_or_else(|| Err(names::unknown("tiktoken", name, NAMES)))
}

/// Opens the counter `tiktoken-rs:NAME`, the reference: slower, and its ranges are recounted.
///
/// # Errors
/// As [`open`].
#[cfg(feature = "reference")]
pub fn open_reference(name: &str) -> Result<Arc<dyn Counter>> {
    reference::open(name)
}
