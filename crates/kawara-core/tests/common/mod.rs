//! What documents of tests are made of, and what counts them.

use std::sync::Arc;

use kawara_core::{Counter, Options, Registry};
use proptest::prelude::*;

/// Pieces that documents are made of: four scripts, emoji, joiners, marks, every kind of blank, no punctuation at all.
pub(crate) const PIECES: &[&str] = &[
    "The pump stopped. ",
    "Nobody noticed it, ",
    "because it was night; ",
    "\"Why?\" ",
    "Dr. Who",
    "水泵停了。",
    "没有人注意到，",
    "因为是夜里；",
    "“为什么？”",
    "《谁动了灯塔？》",
    "ポンプが止まった。",
    "「なぜ？」と聞いた。",
    "ปั๊มหยุดทำงาน ",
    "ไม่มีใครสังเกตเห็น",
    "น้ำผึ้งป่า",
    "👨‍👩‍👧‍👦",
    "🇯🇵🇹🇭",
    "👍🏽",
    "e\u{301}\u{302}",
    " \u{301}",
    "한국어 문장이다. ",
    "\u{1100}\u{1161}\u{11a8}",
    "हिन्दी वाक्य है। ",
    "\r\n",
    "\n",
    "\n\n",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "\u{200f}שלום\u{200f} ",
    "مرحبا؟ ",
    "\u{3000}",
    "\t",
    "- item one\n",
    "3.14 ",
    "10\u{a0}km ",
    "…… ",
    "?!",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "的的的的的的的的的的的的的的的的的的的的",
    "\u{2060}",
    "\u{1f1ef}",
    "\u{fffd}",
    "x\u{0}y",
    "                                                                                                    ",
];

/// Documents made of these, and of anything else.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z]{1,12} ",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A counter of the core.
pub(crate) fn counter(name: &str) -> Arc<dyn Counter> {
    Registry::collect(&[]).unwrap().counter(name).unwrap().open(&Options::new()).unwrap()
}
