//! How much to carry, by the evidence: the smallest carry that does what is asked of it, and only as far as it is proven.

mod bootstrap;
mod rule;
mod words;

pub use bootstrap::{DRAWS, Gain, Interval, bootstrap};
pub use rule::{
    Asked, Bite, Counts, FEWEST_DOCUMENTS, FEWEST_STRADDLING, Goal, Outcome, Reach, Recommendation, Step,
    Tried, Verdict, recommend,
};
pub(crate) use words::percent;
