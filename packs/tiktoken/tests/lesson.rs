//! Four strings for which a public lesson on chunking prints 38, 33, 34 and 16 tokens. Under cl100k_base they have 34, 29, 32 and
//! 15: they stand here so that nobody who meets the lesson's figures has to wonder who is right.

use kawara_pack_tiktoken::open;

const COUNTS: [(&str, u32); 4] = [
    (
        "The HNSW algorithm builds a multi-layer graph for approximate nearest neighbor search. Higher values of m improve recall \
         at the cost of increased memory usage and slower index construction.",
        34,
    ),
    (
        r#"index = vf.create_index(name="products", metric="cosine", algorithm="hnsw", m=16, ef_construction=200)"#,
        29,
    ),
    (r#"{"index_type": "hnsw", "parameters": {"m": 16, "ef_construction": 200, "ef_search": 50}}"#, 32),
    ("HNSW-Indexkonfiguration mit mehrschichtigen Graphen", 15),
];

#[test]
fn the_strings_of_a_lesson_are_counted_right() {
    let counter = open("cl100k_base").unwrap();
    for (text, tokens) in COUNTS {
        assert_eq!(counter.count(text).unwrap(), tokens, "{text}");
    }
}

#[cfg(feature = "reference")]
#[test]
fn the_reference_agrees() {
    let counter = kawara_pack_tiktoken::open_reference("cl100k_base").unwrap();
    for (text, tokens) in COUNTS {
        assert_eq!(counter.count(text).unwrap(), tokens, "{text}");
    }
}
