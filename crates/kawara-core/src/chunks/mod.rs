//! **5** Tiles become chunks: slices with context, spans, ids and flags.

mod assemble;
mod chunk;
mod expanded;
mod flags;
mod ids;
mod in_force;
mod join;
mod parent;
pub mod reading;

pub use chunk::{Chunk, Chunks};
pub use flags::{Flag, Flags};
pub use in_force::InForce;
pub use join::{Joiner, Part};
pub use parent::{Parent, ParentKind};

pub(crate) use assemble::{Assembly, assemble};
pub(crate) use ids::fingerprint;
pub(crate) use join::merge;
