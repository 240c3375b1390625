//! What the core itself offers keeps the contracts.

#![allow(clippy::unwrap_used, reason = "what the registry always has")]

use std::sync::Arc;

use kawara_core::{
    CounterEntry, Grain, Options, ReaderEntry, Registry, Result, Segmenter, SegmenterEntry, Unicode,
};
use kawara_testkit::{counter_contract, reader_contract, segmenter_contract};

static UNICODE: SegmenterEntry =
    SegmenterEntry::new("unicode", &["und"], open).grains(&[Grain::Sentence, Grain::Clause, Grain::Word]);

fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
    Ok(Arc::new(Unicode))
}

fn counter(scheme: &str) -> &'static CounterEntry {
    Registry::collect(&[]).unwrap().counter(scheme).unwrap().entry().unwrap()
}

fn plain_text() -> &'static ReaderEntry {
    Registry::collect(&[]).unwrap().reader("text/plain").unwrap().1
}

segmenter_contract!(
    unicode,
    &UNICODE,
    [
        "It rained. She stayed; he, however, left! “Why?” Nobody knew.",
        "आज बारिश है। वह घर पर रहा। क्यों?",
        "ថ្ងៃនេះភ្លៀង។ គាត់នៅផ្ទះ។",
    ]
);

counter_contract!(chars, counter("chars"), "", ["Some text.", "一些文字。", "👨\u{200d}👩\u{200d}👧 ok"]);
counter_contract!(bytes, counter("bytes"), "", ["Some text.", "一些文字。"]);
counter_contract!(words, counter("words"), "", ["Some text, and more of it.", "一些文字。"]);
counter_contract!(
    graphemes,
    counter("graphemes"),
    "",
    ["Some text.", "Cafe\u{301}, 👨\u{200d}👩\u{200d}👧!"]
);

reader_contract!(
    plain,
    plain_text(),
    [
        "One paragraph.\n\nAnother one\nof two lines.\n\n\n  - an item\n  - another\n",
        "一段话。\n\n另一段，\n分成两行。\n",
    ]
);
