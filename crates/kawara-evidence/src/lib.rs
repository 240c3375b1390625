//! Evidence instead of folklore: what a corpus is like, what a setting costs, and which questions still find their evidence whole in one
//! chunk.
//!
//! A [`Corpus`] is documents at hand. [`Laid`] is how one way of chunking lays them: by a policy, or by anybody's splitter. A
//! [`Question`] names the passages of a document that together answer it. Everything else compares the three.
//!
//! # Offsets
//!
//! All ranges are half-open, of **characters** (Unicode scalar values) of a document's source unless said otherwise, as sets of questions have
//! them; [`Chars`] turns them into bytes and back. Ranges that touch do not overlap.

pub mod audit;
mod back;
pub mod certificate;
mod chars;
pub mod check;
mod corpus;
pub mod cost;
mod error;
mod laid;
pub mod measure;
pub mod metrics;
pub mod page;
pub mod propose;
mod question;
mod questions;
pub mod recommend;
pub mod retrieve;
pub mod span;
pub mod sweep;
mod text;
pub mod view;
pub mod windows;

pub use chars::Chars;
pub use corpus::{Corpus, Source};
pub use error::{Error, ErrorKind, Result};
pub use laid::{Laid, LaidDocument, Piece};
pub use question::{Passage, Question};
pub use questions::{
    Difference, Missing, MissingQuote, Offsets, QuestionOptions, Questions, Remark, Unread, read_questions,
};
