//! The encodings keep the contract of every counter.

use kawara_pack_tiktoken::PACK;
use kawara_testkit::counter_contract;

counter_contract!(
    cl100k,
    &PACK.counter_entries()[0],
    "cl100k_base",
    [
        "The pump stopped at 3.14 a.m.; nobody noticed.",
        "水泵停了，没有人注意到。此外，阀门也关着。",
        "fn main() { println!(\"{}\", 1); }"
    ]
);
counter_contract!(
    o200k,
    &PACK.counter_entries()[0],
    "o200k_base",
    [
        "The pump stopped at 3.14 a.m.; nobody noticed.",
        "水泵停了，没有人注意到。此外，阀门也关着。",
        "fn main() { println!(\"{}\", 1); }"
    ]
);
