//! What chunks are parts of, and what they are sent in.

use std::ops::Range;

use kawara::group::{GroupLimits, groups as lay};
use kawara::output::ParentRecord;
use kawara::{Chunks, Result};

/// Chunks, and which of them are in which group.
///
/// # Errors
/// When a limit is 0, or a chunk is over it.
pub(crate) fn groups(
    chunks: Chunks,
    max_tokens: u32,
    max_chunks: Option<u32>,
) -> Result<(Chunks, Vec<Range<usize>>)> {
    let mut limits = GroupLimits::tokens(max_tokens);
    limits.max_chunks = max_chunks;
    let parts = [chunks];
    let groups = lay(&parts, limits)?.into_iter().map(|group| group.chunks).collect();
    let [chunks] = parts;
    Ok((chunks, groups))
}

/// The records of parents, as JSON.
pub(crate) fn parents(chunks: &Chunks) -> String {
    let records: Vec<ParentRecord<'_>> = chunks.parents().map(ParentRecord::of).collect();
    serde_json::to_string(&records).unwrap_or_else(|_| "[]".into())
}
