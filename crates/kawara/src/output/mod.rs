//! Chunks out: records as JSON lines, and chunks for a person to read.

mod human;
mod record;

pub use human::{Paint, write_human};
pub use record::{Record, write_record};
