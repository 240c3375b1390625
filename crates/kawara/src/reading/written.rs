use serde_json::{Value, json};

use super::{Passage, Stitched};

/// A passage as a program reads it: `{"doc_id", "start", "end", "text", "tokens", "rank", "score", "chunks", "short", "cut", "map"}`. Positions are
/// half-open bytes of the source; `map` is `[[text_start, text_end, source_start, source_end], …]`. `tokens` and `score` are null where
/// nobody said.
pub fn passage_json(passage: &Passage) -> Value {
    let map: Vec<[usize; 4]> = passage
        .spans
        .iter()
        .map(|span| [span.text, span.text + span.text_len, span.source, span.source + span.source_len])
        .collect();
    json!({
        "doc_id": passage.doc_id,
        "start": passage.source.start,
        "end": passage.source.end,
        "text": passage.text,
        "tokens": passage.tokens,
        "rank": passage.rank,
        "score": passage.score,
        "chunks": passage.chunks,
        "short": passage.is_short,
        "cut": passage.is_cut,
        "map": map,
    })
}

/// All that became of hits, as one object: `{"passages", "tokens", "duplicates": [{"chunks", "of", "share"}], "left_out", "unknown"}`.
pub fn stitched_json(stitched: &Stitched) -> Value {
    let duplicates: Vec<Value> = stitched
        .duplicates
        .iter()
        .map(|one| json!({ "chunks": one.chunks, "of": one.of, "share": one.share }))
        .collect();
    json!({
        "passages": stitched.passages.iter().map(passage_json).collect::<Vec<_>>(),
        "tokens": stitched.tokens,
        "duplicates": duplicates,
        "left_out": stitched.left_out,
        "unknown": stitched.unknown,
    })
}
