use serde::Serialize;
use uuid::Uuid;

use super::{LateChunk, Window};

/// A window as a program reads it: one JSON object with these fields, in this order. `start` and `end` are half-open bytes of the source;
/// all other ranges are rows of the model's output.
///
/// ```
/// use kawara::late::{LateOptions, WindowRecord, windows_by};
/// use kawara::{Document, policy::Policy};
///
/// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 7\n", "kawara.toml", ".")?;
/// let engine = kawara::engine(policy)?;
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped."))?;
/// let windows = windows_by(&engine, &chunks, &LateOptions { limit: Some(512), ..LateOptions::default() })?;
/// let json = serde_json::to_string(&WindowRecord::of(&windows[0], 0))?;
/// assert!(json.starts_with(r#"{"doc_id":"pump","window":0,"start":0,"end":17,"#), "{json}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct WindowRecord<'w> {
    doc_id: &'w str,
    window: usize,
    start: usize,
    end: usize,
    prefix: &'w str,
    text: &'w str,
    tokens: usize,
    /// Before prefix and text, and behind.
    specials: [usize; 2],
    chunks: Vec<ChunkRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct ChunkRecord {
    id: Uuid,
    tokens: [usize; 2],
    own: [usize; 2],
    /// First row, row behind the last, weight.
    pool: Vec<(usize, usize, f64)>,
}

impl<'w> WindowRecord<'w> {
    /// The record of a window; `nth` is its place among those of the document.
    pub fn of(window: &'w Window<'_>, nth: usize) -> Self {
        let source = window.source_range();
        Self {
            doc_id: window.doc_id(),
            window: nth,
            start: source.start,
            end: source.end,
            prefix: &window.prefix,
            text: window.text(),
            tokens: window.tokens,
            specials: window.specials,
            chunks: window.chunks.iter().map(ChunkRecord::of).collect(),
        }
    }
}

impl ChunkRecord {
    fn of(chunk: &LateChunk) -> Self {
        Self {
            id: chunk.id,
            tokens: [chunk.tokens.start, chunk.tokens.end],
            own: [chunk.own.start, chunk.own.end],
            pool: chunk.pool.iter().map(|part| (part.tokens.start, part.tokens.end, part.weight)).collect(),
        }
    }
}
