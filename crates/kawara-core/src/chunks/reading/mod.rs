//! Reading wider: what is laid before a person or a model who asks, made of the chunks that were found.
//!
//! Overlap that is stored is paid for by every chunk; a hit that is widened when it is read costs nothing until then. A [`Shelf`] holds
//! what is at hand at that time: whole documents as [`Chunks`](crate::Chunks), or no more than the [`Stored`] records of some chunks.
//! [`expand`] widens one hit; [`stitch`] makes passages of many, in which no text stands twice.
//!
//! All offsets are half-open bytes.

mod alike;
mod expand;
mod fit;
mod passage;
mod segment;
mod shelf;
mod stitch;
mod stored;

pub use expand::{Widen, expand};
pub use passage::Passage;
pub use shelf::Shelf;
pub use stitch::{Duplicate, Hit, Order, StitchOptions, Stitched, stitch};
pub use stored::{Stored, StoredParent};
