//! What is measured.

use std::hint::black_box;
use std::path::Path;

use kawara::output::write_record;
use kawara::{Document, Options, Stability};
use kawara_benches::{Text, engine};
use text_splitter::{ChunkConfig, ChunkSizer, TextSplitter};

use crate::arguments::file;
use crate::{BUDGET, OVERLAP, counters};

/// One plain pass of the library that has the vocabulary: bpe-openai, or tokenizers 1.0.0-rc.3.
pub const LIBRARY: &str = "library";
/// One plain pass of tokenizers 0.23.
pub const STABLE: &str = "stable";
/// One plain pass of kawara's counter.
pub const COUNT: &str = "count";
/// Chunking, and writing the records.
pub const KAWARA: &str = "kawara";
pub const CHUNKEDRS: &str = "chunkedrs";
pub const TEXT_SPLITTER: &str = "text-splitter";

/// Work on one document.
pub type Work = Box<dyn FnMut(&Text)>;

/// Everything that is there before the first document comes.
pub fn open(contender: &str, counter: &str) -> Work {
    match contender {
        LIBRARY => library(counter),
        STABLE => {
            let tokenizer = counters::stable(path(counter));
            Box::new(move |text| {
                drop(black_box(tokenizer.encode_fast(text.text.as_str(), false).expect("tokens")))
            })
        }
        COUNT => count(counter),
        KAWARA => kawara(counter),
        CHUNKEDRS => Box::new(|text| {
            let chunker = chunkedrs::chunk(&text.text).max_tokens(BUDGET).overlap(OVERLAP);
            drop(black_box(chunker.encoding("cl100k_base").split()));
        }),
        TEXT_SPLITTER => match file(counter) {
            Some(file) => {
                let tokenizer = counters::stable(file);
                let specials = tokenizer.encode_fast("", true).expect("tokens").len();
                text_splitter(tokenizer, BUDGET - specials)
            }
            None => text_splitter(counters::tiktoken_rs(counter), BUDGET),
        },
        other => panic!("no contender is called {other}"),
    }
}

fn library(counter: &str) -> Work {
    if let Some(file) = file(counter) {
        let (tokenizer, options) = counters::pinned(file);
        let mut tokens = Vec::new();
        return Box::new(move |text| {
            tokens.clear();
            tokenizer.encode_into(&text.text, &options, &mut tokens).expect("tokens");
            black_box(tokens.len());
        });
    }
    let bpe = counters::bpe_openai(counter);
    Box::new(move |text| {
        black_box(bpe.count(&*text.text));
    })
}

fn count(counter: &str) -> Work {
    let registry = kawara::registry().expect("packs");
    let counter = registry.counter(counter).and_then(|source| source.open(&Options::new())).expect("a counter");
    Box::new(move |text| {
        black_box(counter.count(&text.text).expect("a count"));
    })
}

fn kawara(counter: &str) -> Work {
    // It lives as long as the process.
    let engine = Box::leak(Box::new(engine(counter, BUDGET as u32, 0, Stability::default())));
    let mut worker = engine.worker();
    Box::new(move |text| {
        let chunks = worker.chunk(&Document::new(&*text.id, &*text.text)).expect("chunks");
        for chunk in chunks.iter() {
            write_record(chunk, std::io::sink()).expect("a sink");
        }
    })
}

fn text_splitter(sizer: impl ChunkSizer + 'static, budget: usize) -> Work {
    let config = ChunkConfig::new(budget).with_sizer(sizer).with_overlap(OVERLAP).expect("an overlap");
    let splitter = TextSplitter::new(config);
    Box::new(move |text| {
        black_box(splitter.chunks(&text.text).count());
    })
}

fn path(counter: &str) -> &Path {
    file(counter).expect("a counter from a file")
}
