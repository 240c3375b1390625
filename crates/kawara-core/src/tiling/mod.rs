//! **4** Units become tiles: laid under a budget, with a carry.
//!
//! First every unit is made to [fit](oversize), and its likeness to its neighbours asked for where settings want [semantic] boundaries; then the units between two barriers, a *run*, are cut by the
//! [planner], which prices chunks and [cuts](cost) and wants so many units [carried](carry) over each; into passages first, where settings want
//! a [hierarchy]. The other
//! [strategies] lay windows instead.

mod carry;
mod context;
mod cost;
mod hierarchy;
mod oversize;
mod planner;
mod semantic;
pub(crate) mod strategies;
mod tiler;

pub(crate) use context::{Context, Contexts};
pub(crate) use hierarchy::LaidPassage;
pub(crate) use tiler::{Laid, LaidTile, Tiler};
