//! Built as a library and loaded, the tokenizer counts what it counts when it is linked.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::OnceLock;

use kawara::{CounterEntry, Options, Pack};
use kawara_testkit::{CounterSubject, check_counter, library};

const TEXT: &str =
    "瓦片一片压着一片，雨水顺势而下。The eaves drip for an hour after the rain, 整整一个小时。";

/// Built once, since tests run side by side.
fn loaded() -> &'static CounterEntry {
    static LOADED: OnceLock<&Pack> = OnceLock::new();
    let pack = LOADED.get_or_init(|| {
        let library = library("own-counter", env!("CARGO_TARGET_TMPDIR"), "loaded").unwrap();
        kawara_native::load(&library, None).unwrap()
    });
    &pack.counter_entries()[0]
}

#[test]
fn it_counts_as_the_linked_one() {
    let (linked, loaded) = (&own_counter::PACK.counter_entries()[0], loaded());
    assert_eq!(loaded.scheme(), linked.scheme());
    let open = |entry: &CounterEntry| entry.open("", &Options::new()).unwrap();
    let (linked, loaded) = (open(linked), open(loaded));
    assert_eq!(loaded.id(), linked.id());
    assert_eq!((loaded.specials(), loaded.limit().unwrap()), (2, Some(512)));
    let (one, other) = (linked.index(TEXT, &[]).unwrap(), loaded.index(TEXT, &[]).unwrap());
    for (start, c) in TEXT.char_indices() {
        let end = start + c.len_utf8();
        assert_eq!(loaded.count(&TEXT[start..]).unwrap(), linked.count(&TEXT[start..]).unwrap());
        assert_eq!(
            other.exact("瓦 of", end..TEXT.len()).unwrap(),
            one.exact("瓦 of", end..TEXT.len()).unwrap()
        );
        assert_eq!(other.before(end), one.before(end));
    }
}

#[test]
fn loaded_it_keeps_the_contract_and_refuses_names() {
    let entry = loaded();
    check_counter(&CounterSubject::open(entry, "", &Options::new()).unwrap().with_texts(&[TEXT])).unwrap();
    let error = entry.open("x", &Options::new()).err().unwrap();
    assert!(error.to_string().contains("write `han-words`"), "{error}");
}
