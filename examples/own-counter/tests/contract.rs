//! What every counter promises, tried on hostile texts and on our own.

#![allow(clippy::unwrap_used, reason = "a test")]

use kawara_testkit::counter_contract;
use own_counter::PACK;

counter_contract!(
    han_words,
    &PACK.counter_entries()[0],
    "",
    ["瓦片一片压着一片，雨水顺势而下。", "The eaves drip for an hour after the rain, 整整一个小时。"]
);

#[test]
fn it_is_there_without_being_named() {
    let registry = kawara::registry().unwrap();
    assert_eq!(registry.counter("han-words").unwrap().pack().unwrap().name(), PACK.name());
    let error = registry.counter("han-words:x").unwrap().open(&kawara::Options::new()).err().unwrap();
    assert!(error.to_string().contains("write `han-words`"), "{error}");
}
