//! A pack that panics, called as C calls.

use std::ptr;
use std::sync::Arc;

use kawara::{
    Counter, CounterEntry, CounterId, Cuts, Grain, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry,
    Submitted,
};

use crate::border::kawara_last_error;
use crate::chunks::{kawara_chunks_free, kawara_chunks_len, kawara_engine_chunk};
use crate::document::Document;
use crate::engine::{Handle, Options, kawara_engine_count, kawara_engine_free, kawara_engine_new};
use crate::failure::{OK, PANIC};
use crate::text::Text;

static FRAGILE: Pack = Pack::new("fragile", "0")
    .segmenters(&[SegmenterEntry::new("fragile", &["qaa"], |_| {
        Ok(Arc::new(Fragile(CounterId::new("fragile", "0"))))
    })])
    .counters(&[CounterEntry::new("fragile", |name, _| {
        assert_ne!(name, "shard", "it came in pieces");
        Ok(Arc::new(Fragile(CounterId::new("fragile", "0"))))
    })]);
kawara::inventory::submit! { Submitted(&FRAGILE) }

/// Panics at `!`.
struct Fragile(CounterId);

impl Segmenter for Fragile {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker)
    }
}

struct Worker;

impl SegmentWorker for Worker {
    fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
        assert!(!text.contains('!'), "the tile broke");
        out.push(text.len())
    }
}

impl Counter for Fragile {
    fn id(&self) -> &CounterId {
        &self.0
    }

    fn count(&self, text: &str) -> Result<u32> {
        assert!(!text.contains('?'), "the scales broke");
        Ok(text.len() as u32)
    }
}

fn options(policy_text: &'static str) -> Options {
    let none = Text::default();
    Options {
        size: size_of::<Options>(),
        policy: none,
        policy_text: Text::of(policy_text),
        policy_name: none,
        directory: none,
        base_policy: none,
        tokenizers: ptr::null(),
        tokenizers_len: 0,
        packs: ptr::null(),
        packs_len: 0,
    }
}

fn document(text: &'static str) -> Document {
    let none = Text::default();
    Document {
        size: size_of::<Document>(),
        id: Text::of("a"),
        text: Text::of(text),
        path: none,
        content_type: none,
        language: Text::of("qaa"),
        title: none,
        meta: none,
    }
}

fn said() -> String {
    // SAFETY: nothing fails before it is copied.
    unsafe { kawara_last_error().read("the last error") }.unwrap().to_owned()
}

#[test]
fn a_pack_that_panics_fails_one_call() {
    let mut engine: *mut Handle = ptr::null_mut();
    let (broken, whole) = (
        options("policy = 1\nbudget.counter = \"fragile:shard\"\n"),
        options("policy = 1\nbudget.counter = \"fragile\"\n"),
    );
    // SAFETY: everything that is pointed to lives here, and is freed once.
    unsafe {
        assert_eq!(kawara_engine_new(&broken, &mut engine), PANIC);
        assert!(engine.is_null() && said().contains("it came in pieces"), "{}", said());

        assert_eq!(kawara_engine_new(&whole, &mut engine), OK, "{}", said());
        for _ in 0..2 {
            let mut chunks = ptr::dangling_mut();
            assert_eq!(kawara_engine_chunk(engine, &document("Stop! Now."), &mut chunks), PANIC);
            assert!(chunks.is_null() && said().contains("the tile broke"), "{}", said());
            assert_eq!(kawara_engine_count(engine, Text::of("?"), &mut 0, ptr::null_mut()), PANIC);
            assert!(said().contains("the scales broke"));

            assert_eq!(kawara_engine_chunk(engine, &document("Stop. Now."), &mut chunks), OK, "{}", said());
            assert_eq!(kawara_chunks_len(chunks), 1);
            kawara_chunks_free(chunks);
        }
        kawara_engine_free(engine);
    }
}
