//! Reading wider: passages for a person or a model who asks, made of the chunks that were found, and the records that tell of them.
//!
//! [`expand`] and [`stitch`] work on a [`Shelf`], which is filled from documents at hand or from what [`read_rows`] reads: the hits of a
//! retriever, and the chunks around them where they are at hand too.

mod rows;
mod written;

pub use kawara_core::reading::*;
pub use rows::{Row, read_rows};
pub use written::{passage_json, stitched_json};
