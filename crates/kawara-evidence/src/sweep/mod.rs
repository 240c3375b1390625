//! Many settings tried on the same documents and questions.
//!
//! A [`Point`] is a policy and what is changed in it; [`product`] and [`one_at_a_time`] make them of [`Axes`]. A [`Sweep`] lays the corpus at
//! each, with the questions the same for all, and [`pareto`] marks those that no other beats.
//!
//! # What is compared with what
//!
//! Straddling questions are those whose evidence the *baseline* of a point cuts in two, newly broken ones those that the baseline keeps whole
//! and the point does not. The baseline has the same policy, strategy and size, repeats nothing, and is not read wider.
//!
//! # Modes
//!
//! How chunks are found is the retriever's matter, unless points name a [`Mode`]: then an embedding model makes their [`Vectors`], each mode its
//! own of the same chunks, and those nearest to a question are served. Only [`Mode::Semantic`] and [`Mode::Parent`] cut another way. Straddling
//! questions are those of the plain plan in every mode, so their figures can be compared.
//!
//! # What is remembered
//!
//! With a [`Store`] a sweep that was stopped goes on where it was. Chunks are remembered by document: one that changed, or whose recipe did, is
//! cut anew, the others are not. What a point came to hangs on all documents, for a retriever chooses among all of them: if one changes, or
//! a question, the retriever is asked again at every point. A retriever is known by its name.

mod advice;
mod axes;
mod choice;
mod cut;
mod figures;
mod group;
mod mode;
mod pareto;
mod point;
mod reach;
mod report;
mod run;
mod store;
mod vectors;
mod written;

pub use advice::{Advice, Kept, ReadWider, advise};
pub use axes::{Amount, Axes, Carry, Parameter, Strategy};
pub use choice::overall;
pub use figures::{Cost, Figures, ServedFigures};
pub use group::Group;
pub use mode::Mode;
pub use pareto::pareto;
pub use point::{Point, one_at_a_time, product};
pub use report::Report;
pub use run::{GroupOutcome, Outcome, Progress, Sweep, ways};
pub use store::Store;
pub use vectors::Vectors;
pub use written::Written;
