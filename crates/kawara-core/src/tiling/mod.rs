//! **4** Units become tiles: laid under a budget, with a carry.
//!
//! First every unit is made to [fit](oversize); then the units between two barriers, a *run*, are cut by the
//! [planner], which prices chunks and [cuts](cost) and wants so many units [carried](carry) over each.

mod carry;
mod context;
mod cost;
mod oversize;
mod planner;
mod tiler;

pub(crate) use context::{Context, Contexts};
pub(crate) use tiler::{Laid, LaidTile, Tiler};
