//! What a corpus is like, how policies fit it, and a first policy for it.
//!
//! - [`fit`] chunks a corpus by its policies and says where the two do not fit: `kawara policy check --corpus`.
//! - [`Watch`] remembers which documents got which settings: `kawara policy explain`.
//! - [`Survey`] looks at a corpus and measures it, and [`Survey::policy`] writes a policy with the reasons: `kawara policy init`.
//! - [`langchain`] turns the settings of another splitter into those of a policy.

mod fit;
mod kind;
pub mod langchain;
mod look;
mod places;
mod watch;
mod write;

pub use crate::spread::Spread;
pub use fit::{Fit, Fitted, REDUCED, fit};
pub use kind::Kind;
pub use look::{Language, Measured, Survey};
pub use watch::{Group, ReadAs, Watch};
pub use write::Wishes;
