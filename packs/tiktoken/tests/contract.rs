//! The contract that every counter keeps.
#![allow(clippy::unwrap_used, reason = "only tests call this")]

use kawara_core::CounterEntry;
use kawara_pack_tiktoken::PACK;
use kawara_testkit::counter_contract;

fn entry(scheme: &str) -> &'static CounterEntry {
    PACK.counter_entries().iter().find(|entry| entry.scheme() == scheme).unwrap()
}

counter_contract!(
    cl100k_base,
    entry("tiktoken"),
    "cl100k_base",
    [
        "The roof was laid in rows; it didn't leak.",
        "屋顶的瓦片一片压着一片，雨水顺势而下。",
        "瓦は一枚ずつ重ねて葺く。"
    ]
);
counter_contract!(
    o200k_base,
    entry("tiktoken"),
    "o200k_base",
    [
        "The roof was laid in rows; it didn't leak.",
        "กระเบื้องหลังคาวางซ้อนกัน น้ำฝนจึงไหลลงไปได้",
        "fn main() {\n    roof();\n}\n"
    ]
);
counter_contract!(p50k_base, entry("tiktoken"), "p50k_base", ["def roof(tiles):\n    return tiles[::-1]\n"]);
#[cfg(feature = "others")]
counter_contract!(qwen2, entry("tiktoken"), "qwen2", ["屋顶的瓦片一片压着一片，雨水顺势而下。"]);
#[cfg(feature = "reference")]
counter_contract!(
    reference,
    entry("tiktoken-rs"),
    "cl100k_base",
    ["The roof was laid in rows; it didn't leak."]
);
