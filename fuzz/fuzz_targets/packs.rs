//! Every language, at every grain, over any text.
#![no_main]

use std::sync::LazyLock;

use kawara::{Options, Registry};
use kawara_testkit::{SegmenterSubject, check_texts};
use libfuzzer_sys::fuzz_target;

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| kawara::registry().unwrap());

fuzz_target!(|data: &[u8]| {
    let text = kawara_fuzz::text(data);
    for pack in REGISTRY.packs() {
        for entry in pack.segmenter_entries() {
            let subject = SegmenterSubject::open(entry, &Options::new()).unwrap().with_only(&*text);
            if let Err(fault) = check_texts(&subject) {
                panic!("{}: {fault}", entry.id());
            }
        }
    }
});
