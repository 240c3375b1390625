//! Every format says the same of the same chunks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

mod broken;
mod formats;
mod report;
#[cfg(feature = "parquet")]
mod tables;

use kawara::output::{Format, ParentSink, Sink};
use kawara::policy::Policy;
use kawara::{Chunks, Document};
use serde_json::Value;

/// Documents that have everything but for contexts from outside, which one is given: context, carries, flags, metadata, fields of records, times, a map, pages, sections.
fn documents() -> Vec<Document> {
    let guide = "# Gate\n\nThe gate opens at six, \"sharp\". The first bus leaves at half past.\r\nTickets, too, are sold on board.\n\n\
                 ## Dogs\n\nDogs travel free. Cats do not.\n\n```\n````\ncode\n````\n```\n";
    let page = "<html><body><h1>Halle</h1><p>Um 6&nbsp;Uhr öffnet sie. Der erste Bus fährt um halb sieben ab.</p></body></html>";
    let subtitles =
        "WEBVTT\n\n00:01.000 --> 00:02.500\nThe pump\n\n00:02.500 --> 00:04.000\nstopped. Nobody noticed.\n";
    let lines = "{\"say\":\"One, two.\",\"n\":1}\n{\"say\":\"Three.\",\"n\":2}\n";
    vec![
        Document::new("guide, \"new\".md", guide)
            .with_content_type("text/markdown")
            .with_meta("{\"t\":  [1, null]}"),
        Document::new("halle.html", page).with_content_type("text/html"),
        Document::new("pump.vtt", subtitles).with_content_type("text/vtt"),
        Document::new("say.jsonl", lines).with_content_type("application/jsonl"),
        Document::new("empty", ""),
        Document::new("水泵.txt", "水泵停了。没有人注意到。水箱空了。"),
    ]
}

fn all() -> Vec<Chunks> {
    let policy = "policy = 1\n[budget]\nmax-tokens = 24\n[units]\noverlap = 2\n[read.options]\ntext-fields = [\"say\"]\n";
    let engine = kawara::engine(Policy::from_str(policy, "kawara.toml", "").unwrap()).unwrap();
    let chunks = documents().into_iter().map(|document| engine.chunk(&document).unwrap());
    let about = |chunk: kawara::Chunk<'_>| (chunk.doc_id() == "水泵.txt").then(|| "夜班。".to_owned());
    chunks.map(|chunks| engine.add_contexts(chunks, about).unwrap()).collect()
}

/// The same, and a document in passages, which have a level and tokens.
fn with_passages() -> Vec<Chunks> {
    let policy = "policy = 1\n[budget]\nmax-tokens = 24\n[tiling]\nparents = [80, 40]\n";
    let engine = kawara::engine(Policy::from_str(policy, "kawara.toml", "").unwrap()).unwrap();
    let text =
        "The gate opens at six. The first bus leaves at half past. Tickets are sold on board.\n\n".repeat(8);
    let chunks = engine.chunk(&Document::new("passages.txt", text)).unwrap();
    assert!(chunks.parents().filter_map(|parent| parent.level()).any(|level| level == 2));
    all().into_iter().chain([chunks]).collect()
}

fn written(format: Format, all: &[Chunks]) -> Vec<u8> {
    let mut sink = Sink::open(format, Vec::new()).unwrap();
    all.iter().for_each(|chunks| sink.write(chunks).unwrap());
    sink.finish().unwrap()
}

fn written_parents(format: Format, all: &[Chunks]) -> Vec<u8> {
    let mut sink = ParentSink::open(format, Vec::new()).unwrap();
    all.iter().for_each(|chunks| sink.write(chunks).unwrap());
    sink.finish().unwrap()
}

/// The rows of JSON lines, with what they leave out said to be null.
fn rows(lines: &[u8], columns: &[&str]) -> Vec<Value> {
    let lines = std::str::from_utf8(lines).unwrap().lines();
    lines
        .map(|line| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            let fields = row.as_object_mut().unwrap();
            for column in columns {
                fields.entry(*column).or_insert(Value::Null);
            }
            assert_eq!(fields.len(), columns.len(), "{line}");
            row
        })
        .collect()
}

/// The columns of chunks and of parents, by name.
const CHUNKS: [&str; 25] = [
    "id",
    "doc_id",
    "ordinal",
    "start",
    "end",
    "own_start",
    "char_start",
    "char_end",
    "context",
    "text",
    "tokens",
    "language",
    "content_type",
    "units",
    "carried",
    "asked",
    "parent",
    "prev",
    "next",
    "flags",
    "settings",
    "pages",
    "meta",
    "map",
    "outside",
];
const PARENTS: [&str; 12] = [
    "id",
    "doc_id",
    "kind",
    "title",
    "parent",
    "start",
    "end",
    "char_start",
    "char_end",
    "meta",
    "level",
    "tokens",
];
