//! What is right is taken.

use kawara_core::Options;
use kawara_testkit::{CounterSubject, SegmenterSubject, check_counter, check_segmenter};

use crate::build::{Built, can_build};

#[test]
fn a_pack_in_c_keeps_the_contracts() {
    if !can_build() {
        return;
    }
    let pack = Built::new(&[]).load().unwrap();
    assert_eq!((pack.name(), pack.version()), ("hostile", "1.0"));
    let segmenter = SegmenterSubject::open(&pack.segmenter_entries()[0], &Options::new()).unwrap();
    check_segmenter(&segmenter.with_texts(&["It rains. It pours.  The old man is snoring."])).unwrap();
    let counter = CounterSubject::open(&pack.counter_entries()[0], "", &Options::new()).unwrap();
    check_counter(&counter).unwrap();
}
