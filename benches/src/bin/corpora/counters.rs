//! Counters, and the same vocabularies in the hands of others.

use std::path::Path;

use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

use crate::arguments::file;

pub const OPENAI: [&str; 2] = ["cl100k_base", "o200k_base"];
pub const HUGGINGFACE: [&str; 4] = ["all-MiniLM-L6-v2", "bert-chinese", "multilingual-e5-small", "qwen3"];

/// A vocabulary of OpenAI's in bpe-openai.
pub fn bpe_openai(counter: &str) -> &'static bpe_openai::Tokenizer {
    match counter {
        "tiktoken:cl100k_base" => bpe_openai::cl100k_base(),
        "tiktoken:o200k_base" => bpe_openai::o200k_base(),
        other => panic!("bpe-openai has no {other}"),
    }
}

/// A vocabulary of OpenAI's in tiktoken-rs.
pub fn tiktoken_rs(counter: &str) -> tiktoken_rs::CoreBPE {
    let bpe = match counter {
        "tiktoken:cl100k_base" => tiktoken_rs::cl100k_base(),
        "tiktoken:o200k_base" => tiktoken_rs::o200k_base(),
        other => panic!("tiktoken-rs has no {other}"),
    };
    bpe.expect("a vocabulary")
}

/// A file in the newest stable version of its library, without what the file says about truncation and padding, special
/// strings being plain text.
pub fn stable(file: &Path) -> tokenizers_stable::Tokenizer {
    let mut tokenizer = tokenizers_stable::Tokenizer::from_file(file).expect("a tokenizer");
    tokenizer.with_truncation(None).expect("no truncation");
    tokenizer.with_padding(None);
    tokenizer.set_encode_special_tokens(true);
    tokenizer
}

/// A file in the version that kawara is built on, as that comes.
pub fn pinned(file: &Path) -> (PipelineTokenizer, EncodeOptions) {
    let canonical = tokenizers::canonicalize_file(file).expect("a tokenizer");
    let options = EncodeOptions {
        add_special_tokens: false,
        encode_special_tokens: true,
        padding: Override::Off,
        truncation: Override::Off,
    };
    (tokenizers::from_json(&canonical).expect("a tokenizer"), options)
}

/// Counts that owe nothing to kawara.
pub enum Independent {
    OpenAi(tiktoken_rs::CoreBPE),
    Stable { tokenizer: Box<tokenizers_stable::Tokenizer>, unknown: Option<u32> },
}

impl Independent {
    pub fn of(counter: &str) -> Self {
        let Some(file) = file(counter) else { return Self::OpenAi(tiktoken_rs(counter)) };
        let tokenizer = stable(file);
        let unknown = ["[UNK]", "<unk>"].iter().find_map(|name| tokenizer.token_to_id(name));
        Self::Stable { tokenizer: Box::new(tokenizer), unknown }
    }

    /// Tokens of what is embedded, the model's special tokens included.
    pub fn count(&self, text: &str) -> usize {
        match self {
            Self::OpenAi(bpe) => bpe.encode_ordinary(text).len(),
            Self::Stable { tokenizer, .. } => tokenizer.encode_fast(text, true).expect("tokens").len(),
        }
    }

    /// The share of tokens that the vocabulary does not know; nothing where it has no such token.
    pub fn unknown<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<f64> {
        let Self::Stable { tokenizer, unknown: Some(unknown) } = self else { return None };
        let (mut all, mut lost) = (0, 0);
        for text in texts {
            let tokens = tokenizer.encode_fast(text, false).expect("tokens");
            all += tokens.len();
            lost += tokens.get_ids().iter().filter(|id| *id == unknown).count();
        }
        Some(lost as f64 / all.max(1) as f64)
    }
}
