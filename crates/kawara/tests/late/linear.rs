use std::time::Duration;

use cpu_time::ThreadTime;
use kawara::late::{LateOptions, windows};
use kawara::{Chunks, Counter, Document};
use kawara_testkit::prose;

use crate::{counter, engine, settings};

fn time(chunks: &Chunks, counter: &dyn Counter, limit: u32) -> Duration {
    let options =
        LateOptions { limit: Some(limit), soft_units: 2, soft_weight: 0.5, ..LateOptions::default() };
    let tries = (0..3).map(|_| {
        let start = ThreadTime::now();
        assert!(!windows(chunks, counter, &options).unwrap().is_empty());
        start.elapsed()
    });
    tries.min().unwrap()
}

#[test]
fn time_grows_with_the_text_and_not_faster() {
    for name in ["tiktoken:cl100k_base", "words", "chars"] {
        let engine = engine(&settings(name, 32, 1));
        let at = |bytes: usize, limit: u32| {
            let text = prose(3, "en", bytes);
            let chunks = engine.chunk(&Document::new("d", text)).unwrap();
            time(&chunks, &*counter(&engine, &chunks), limit)
        };
        // One window, and many.
        for limit in [1 << 24, 1 << 10] {
            let (short, long) = (at(20_000, limit), at(640_000, limit));
            assert!(long < short * 32 * 5, "{name} {limit}: {short:?} and {long:?}");
        }
    }
}
