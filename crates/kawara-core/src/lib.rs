//! The chunking engine of kawara: it cuts documents into chunks whose size is counted in the embedding model's own tokens
//! and whose overlap is counted in linguistic units.
//!
//! The folders of this crate are the pipeline, in order:
//!
//! 1. [`Document`]: what comes in;
//! 2. [`Reader`]: document to text and [`Blocks`];
//! 3. [`Segmenter`]: blocks to units, every cut checked by [`Cuts`];
//! 4. tiling: units to tiles, under a [`Budget`] with a [`Carry`];
//! 5. [`Chunks`]: tiles to chunks with context, spans, ids and flags.
//!
//! An [`Engine`] runs it for a [`Registry`] of packs and a [`Policy`]. Nothing here knows a language, a tokenizer, a file format
//! or TOML; there is no input or output.

pub mod blocks;
pub mod chunks;
pub mod counter;
pub mod document;
pub mod embed;
pub mod engine;
pub mod error;
pub mod options;
pub mod pack;
mod printable;
pub mod registry;
pub mod settings;
mod tiling;
pub mod units;

pub use blocks::*;
pub use chunks::*;
pub use counter::*;
pub use document::*;
pub use embed::{Embedder, Pooling, Weighted, pooled_of, similarity, vectors_of};
pub use engine::*;
pub use error::*;
pub use inventory;
pub use options::*;
pub use pack::*;
pub use printable::printable;
pub use registry::*;
pub use settings::*;
pub use units::*;
