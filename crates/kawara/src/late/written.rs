use serde_json::{Value, json};

use super::{LateChunk, Window};

/// A window as a program reads it: `{"doc_id", "window", "start", "end", "prefix", "text", "tokens", "specials": [before, behind], "chunks": [{"id",
/// "tokens": [a, b], "own": [a, b], "pool": [[a, b, weight], …]}]}`. `nth` is its place among the windows of the document; `start` and `end` are half-open bytes of the
/// source; all other ranges are rows of the model's output.
pub fn window_json(window: &Window<'_>, nth: usize) -> Value {
    let source = window.source_range();
    json!({
        "doc_id": window.doc_id(),
        "window": nth,
        "start": source.start,
        "end": source.end,
        "prefix": &*window.prefix,
        "text": window.text(),
        "tokens": window.tokens,
        "specials": window.specials,
        "chunks": window.chunks.iter().map(chunk_json).collect::<Vec<_>>(),
    })
}

fn chunk_json(chunk: &LateChunk) -> Value {
    let pool: Vec<Value> =
        chunk.pool.iter().map(|part| json!([part.tokens.start, part.tokens.end, part.weight])).collect();
    json!({
        "id": chunk.id,
        "tokens": [chunk.tokens.start, chunk.tokens.end],
        "own": [chunk.own.start, chunk.own.end],
        "pool": pool,
    })
}
