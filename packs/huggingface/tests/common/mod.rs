//! Tokenizers to test on: small ones of every kind in `data/`, and real ones where they are at hand.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "only tests call this")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kawara_core::Counter;
use tokenizers_stable::Tokenizer;

/// One of each kind; `data/make.py` makes them.
pub(crate) const SMALL: [&str; 9] =
    ["wordpiece", "cased", "unigram", "precompiled", "metaspace", "qwen", "gpt2", "llama", "wordlevel"];

/// Real ones, by the folders they lie in.
pub(crate) const REAL: [&str; 4] = ["all-MiniLM-L6-v2", "bert-chinese", "multilingual-e5-small", "qwen3"];

/// What stands before a chunk: contexts, separators, the prefixes of models.
pub(crate) const BEFORE: [&str; 14] = [
    "",
    "\n",
    "\n\n",
    " > ",
    ": ",
    "query: ",
    "passage: ",
    "search_document: ",
    "Guide > Refunds\n",
    "標題：",
    "don",
    "</s>",
    " ",
    "หน้า ",
];

pub(crate) fn small(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.json"))
}

/// A folder of `data/` of what is shared, if it is at hand: in `KAWARA_SHARED`, or beside the workspace.
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("KAWARA_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = shared.join("data").join(folder);
    if !folder.is_dir() {
        eprintln!("skipped: no {}; set KAWARA_SHARED to the folder that holds it", folder.display());
        return None;
    }
    Some(folder)
}

/// The real tokenizers that are at hand.
pub(crate) fn real() -> Vec<(&'static str, PathBuf)> {
    let folder = shared("tokenizers");
    let real =
        REAL.iter().filter_map(|name| Some((*name, folder.as_ref()?.join(name).join("tokenizer.json"))));
    real.filter(|(_, file)| file.is_file()).collect()
}

/// The texts of a corpus, if it is at hand.
pub(crate) fn corpus(name: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(shared("corpora")?.join(format!("{name}.jsonl"))).ok()?;
    let documents = text.lines().map(|line| {
        let document: serde_json::Value = serde_json::from_str(line).unwrap();
        document["text"].as_str().unwrap().to_owned()
    });
    Some(documents.collect())
}

pub(crate) const CORPORA: [&str; 6] = ["en", "zh", "ja", "th", "md", "code"];

pub(crate) fn open(file: &Path) -> Arc<dyn Counter> {
    kawara_pack_huggingface::open(file).unwrap()
}

/// The newest stable version of the library that wrote the files, with what this pack leaves aside switched off.
pub(crate) fn stable(file: &Path) -> Tokenizer {
    let mut tokenizer = Tokenizer::from_file(file).unwrap();
    tokenizer.with_truncation(None).unwrap();
    tokenizer.with_padding(None);
    tokenizer.set_encode_special_tokens(true);
    tokenizer
}

/// Its count.
pub(crate) fn expected(tokenizer: &Tokenizer, text: &str) -> u32 {
    tokenizer.encode_fast(text, false).unwrap().len() as u32
}

/// A generator of numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// A range of characters of `text`, of up to `most` bytes.
    pub(crate) fn range(&mut self, text: &str, most: usize) -> std::ops::Range<usize> {
        let start = text.floor_char_boundary(self.below(text.len() + 1));
        let end = text.floor_char_boundary((start + self.below(most)).min(text.len()));
        start..end.max(start)
    }
}

/// Cuts as an engine gives them: somewhere, at ends of sentences or lines more often than not.
pub(crate) fn cuts(random: &mut Random, text: &str) -> Vec<usize> {
    let mut cuts: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | '。' | '\n' | '！') || random.below(40) == 0)
        .map(|(at, c)| at + c.len_utf8())
        .collect();
    cuts.dedup();
    cuts
}

/// Compares `count` random ranges of a text, each behind something, with plain counts.
pub(crate) fn check_ranges(counter: &dyn Counter, text: &str, count: usize, random: &mut Random) {
    let cuts = cuts(random, text);
    let index = counter.index(text, &cuts).unwrap();
    for nth in 0..count {
        // Half of the ranges begin and end at cuts, as chunks do.
        let range = match (nth % 2, cuts.len()) {
            (0, many) if many > 0 => {
                let from = random.below(many);
                let to = (from + random.below(20)).min(many - 1);
                cuts[from]..cuts[to]
            }
            _ => random.range(text, 3000),
        };
        let before = BEFORE[random.below(BEFORE.len())];
        let whole = [before, &text[range.clone()]].concat();
        let (exact, plain) = (index.exact(before, range.clone()).unwrap(), counter.count(&whole).unwrap());
        assert_eq!(exact, plain, "{} {range:?} behind {before:?}: {whole:?}", counter.id());
    }
}
