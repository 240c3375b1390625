//! The C ABI of kawara's packs: a library that exports one function, [`kawara_pack_v1`](ENTRY), is a pack, whichever language it is
//! written in.
//!
//! `include/kawara_pack.h` says what every field and function means; the types of this crate are its twins, and a test holds
//! each size and offset of theirs against it. A pack in Rust writes none of it:
//!
//! ```
//! use std::sync::Arc;
//! use kawara_core::{Options, Pack, Result, Segmenter, SegmenterEntry, Unicode};
//!
//! pub static PACK: Pack = Pack::new("xx", "0.1.0").segmenters(&[SegmenterEntry::new("xx", &["xx"], open)]);
//! kawara_abi::kawara_pack!(PACK);
//!
//! fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
//!     Ok(Arc::new(Unicode))
//! }
//! # fn main() {}
//! ```
//!
//! The same crate can be linked, when [`inventory`](kawara_core::inventory) finds it, and built as a library to be loaded at run
//! time, with no feature that two such packs in one program would fight over:
//!
//! ```sh
//! cargo rustc --release --crate-type cdylib -- --cfg kawara_dylib
//! ```
//!
//! What loads such a library is `kawara-native`.

mod guest;
#[cfg(test)]
mod header;
mod macros;
mod types;

pub use guest::{Exported, export};
#[doc(hidden)]
pub use kawara_core;
pub use types::*;

/// The major version: the number in the name of the entry. Libraries of another one are refused.
pub const MAJOR: u16 = 1;
/// The minor version: it rises when fields are added at the ends of structs.
pub const MINOR: u16 = 0;
/// What a pack begins with.
pub const MAGIC: [u8; 4] = *b"KWRA";
/// The name of the function that a pack exports: an [`Entry`].
pub const ENTRY: &str = "kawara_pack_v1";
