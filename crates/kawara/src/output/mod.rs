//! Chunks out: records as JSON lines, and chunks for a person to read.

mod human;
mod meta;
mod parent;
mod record;

pub use human::{Paint, write_human};
pub use meta::meta;
pub use parent::{ParentRecord, write_parent};
pub use record::{Record, write_record};
