//! kawara cuts documents into chunks for retrieval: **sized in the embedding model's own tokens**, exactly, and
//! **overlapped in linguistic units**, whole sentences or records, never in characters or per cent.
//!
//! This crate is the facade: the engine with the built-in packs, files and directories in, records out.
//!
//! # An engine from a policy
//!
//! ```
//! use kawara::{Document, policy::Policy};
//!
//! let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 20\n", "kawara.toml", ".")?;
//! let engine = kawara::engine(policy)?;
//! let document = Document::new("gate", "The gate opens at six. The first bus leaves at half past. Tickets are sold on board.");
//! for chunk in engine.chunk(&document)?.iter() {
//!     assert!(chunk.tokens() <= 20);
//!     println!("{} {:?}", chunk.tokens(), chunk.text());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The embedding model
//!
//! `budget.model` in a policy names the model; what counts its tokens, its limit and its prefix come from a table, see
//! [`policy::models`]. Models whose tokenizer is a file find it beside the policy, or where [`tokenizers::from_environment`] says.
//!
//! # A corpus
//!
//! | | |
//! |---|---|
//! | [`input`], [`PolicyTree`] | files, directories, standard input and JSON lines; the nearest `kawara.toml` of each file |
//! | [`run`] | many documents on many threads, results in the order of input |
//! | [`output`] | chunks and their parents in every format; files that take their place as a whole |
//! | [`plan`] | what a change does to an index before it is embedded, and the operations for it |
//! | `bundle` | a policy with all files that it needs, in one; with the feature of this name |
//! | [`packs`] | packs that are loaded at run time; which of them were at fault |
//! | `embed`, `http` | embedding models that are programs or services, for semantic boundaries |
//! | [`report`], [`stats`] | what a run did; what finished chunks are like |
//! | [`late`] | which token vectors of a longer text each chunk is pooled from |
//! | [`reading`] | hits widened and stitched to passages when they are read |
//! | [`group`] | a document's chunks in groups, for models that embed them together |
//! | [`contextual`] | what a language model says of each chunk, asked for and put before it |
//! | [`count`], [`guard`] | tokens of texts; whether anybody's chunks fit a model |
//! | [`survey`] | what a folder holds, and a first policy for it |

mod additions;
mod builtin;
#[cfg(feature = "bundle")]
pub mod bundle;
mod check;
pub mod command;
pub mod contextual;
pub mod count;
mod digest;
#[cfg(feature = "embed")]
pub mod embed;
mod gauge;
pub mod group;
pub mod guard;
#[cfg(feature = "http")]
pub mod http;
pub mod input;
pub mod late;
pub mod output;
pub mod packs;
mod parallel;
pub mod plan;
pub mod reading;
pub mod report;
pub mod run;
mod spread;
pub mod stats;
pub mod survey;
pub mod tokenizers;
mod tree;
pub mod unknown;

pub use additions::Additions;
pub use builtin::{builtin, engine, known, registry};
pub use check::{check, unusable};
pub use gauge::Gauge;
pub use kawara_core::*;
#[cfg(feature = "native")]
pub use kawara_native as native;
pub use kawara_policy::{self as policy, Mistakes};
pub use tree::PolicyTree;
