//! The contract that every counter keeps, for each kind of tokenizer.
#![allow(clippy::unwrap_used, reason = "only tests call this")]

use kawara_core::CounterEntry;
use kawara_pack_huggingface::PACK;
use kawara_testkit::counter_contract;

fn entry() -> &'static CounterEntry {
    PACK.counter_entries().first().unwrap()
}

const ENGLISH: &str = "The roof was laid in rows; it didn't leak.";
const CHINESE: &str = "屋顶的瓦片一片压着一片，雨水顺势而下。";
const THAI: &str = "กระเบื้องหลังคาวางซ้อนกัน น้ำฝนจึงไหลลงไปได้";

counter_contract!(
    wordpiece,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wordpiece.json"),
    [ENGLISH, CHINESE]
);
counter_contract!(cased, entry(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cased.json"), [ENGLISH]);
counter_contract!(
    unigram,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/unigram.json"),
    [CHINESE, THAI]
);
counter_contract!(
    precompiled,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/precompiled.json"),
    [CHINESE, "ﾎﾟﾝﾌﾟ①号機，停止"]
);
counter_contract!(
    metaspace,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/metaspace.json"),
    [ENGLISH, CHINESE]
);
counter_contract!(
    qwen,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/qwen.json"),
    [ENGLISH, THAI]
);
counter_contract!(
    gpt2,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gpt2.json"),
    ["def roof(tiles):\n    return tiles[::-1]\n"]
);
counter_contract!(
    llama,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/llama.json"),
    [ENGLISH, CHINESE]
);
counter_contract!(
    wordlevel,
    entry(),
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wordlevel.json"),
    [ENGLISH]
);
