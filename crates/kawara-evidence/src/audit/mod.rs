//! Anybody's chunks, looked at with the same eyes: held against their sources, whichever splitter made them.
//!
//! [`Given::read`] reads what a file says of each, [`align`] finds where they stand, [`audit`] tells what is wrong with them.

mod characters;
mod checks;
mod examine;
mod finding;
mod given;
mod look;
mod lost;
mod overlap;
mod parallel;
mod place;
mod policy;
mod report;
mod sentences;
mod tiles;

pub use finding::{Example, Finding, Kind};
pub use given::{Fields, Given, Offsets};
pub use look::{Options, audit};
pub use place::{Aligned, Alignment, Near, Place, Placed, Told, Unit, Way, align};
pub use report::{Audit, Borders, Fix, Lost, OffsetFigures, Overlaps, Sentences, Sizes, Stored};
