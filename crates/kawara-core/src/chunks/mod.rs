//! **5** Tiles become chunks: slices with context, spans, ids and flags.

mod assemble;
mod chunk;
mod flags;
mod ids;

pub use chunk::{Chunk, Chunks};
pub use flags::{Flag, Flags};

pub(crate) use assemble::{Assembly, assemble};
pub(crate) use ids::fingerprint;
