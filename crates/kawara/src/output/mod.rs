//! Chunks out: as JSON, as comma-separated values, as columns, and for a person to read.
//!
//! [`Sink`] writes whole documents in any [`Format`], into an [`AtomicFile`] or any other writer; [`Record`] is one chunk for hosts that write by
//! themselves.

mod atomic;
#[cfg(feature = "arrow")]
mod columns;
mod csv;
mod format;
mod human;
mod markdown;
mod meta;
mod own;
mod parent;
mod record;
mod sink;

pub use atomic::AtomicFile;
pub(crate) use atomic::{is_unfinished, sync_directory};
#[cfg(feature = "arrow")]
pub use columns::ChunkBatches;
pub use format::{Format, UnknownFormat};
pub use human::{Paint, write_human};
pub use meta::meta;
pub use own::is_output;
pub use parent::{ParentRecord, write_parent};
pub use record::{Record, write_record};
pub use sink::{ParentSink, Sink};
