//! The command line.

use std::path::{Path, PathBuf};

use kawara_benches::{corpora, shared};

const USAGE: &str = "usage: corpora [CORPORA [TOKENIZERS]] [--rounds N] [--counter NAME]… [--instructions]";

pub struct Arguments {
    pub corpora: PathBuf,
    pub tokenizers: PathBuf,
    /// Processes a measurement, of which the least counts.
    pub rounds: usize,
    /// Instructions instead of seconds: the same on a busy machine, but slow, so peers are left out.
    pub instructions: bool,
    counters: Vec<String>,
}

impl Arguments {
    pub fn parse(words: Vec<String>) -> Self {
        let (mut places, mut counters, mut rounds, mut instructions) = (Vec::new(), Vec::new(), 5, false);
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match &*word {
                "--rounds" => rounds = words.next().and_then(|word| word.parse().ok()).expect(USAGE),
                "--counter" => counters.push(words.next().expect(USAGE)),
                "--instructions" => instructions = true,
                flag if flag.starts_with('-') => panic!("{USAGE}"),
                _ => places.push(word),
            }
        }
        let tokenizers = places.get(1).map_or_else(|| shared().join("data/tokenizers"), PathBuf::from);
        // They do not vary.
        let rounds = if instructions { 1 } else { rounds };
        Self {
            corpora: corpora(places.first().map(String::as_str)),
            tokenizers,
            rounds,
            instructions,
            counters,
        }
    }

    /// Whether a counter was asked for.
    pub fn wants(&self, name: &str) -> bool {
        self.counters.is_empty() || self.counters.iter().any(|wanted| wanted == name)
    }

    pub fn corpus(&self, name: &str) -> PathBuf {
        self.corpora.join(name).with_extension("jsonl")
    }

    pub fn tokenizer(&self, name: &str) -> PathBuf {
        self.tokenizers.join(name).join("tokenizer.json")
    }
}

/// The file of a counter `hf:PATH`.
pub fn file(counter: &str) -> Option<&Path> {
    counter.strip_prefix("hf:").map(Path::new)
}
