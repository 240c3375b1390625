//! `tiktoken-rs`, kept as the reference.

use std::ops::Range;
use std::sync::Arc;

use kawara_core::{Counter, CounterId, Result};
use tiktoken_rs::CoreBPE;

use crate::encoding::{measurable, spans};
use crate::scan::classes::{WHITE, class_at};
use crate::{names, openai};

/// The names.
pub(crate) static NAMES: &[&str] =
    &["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base"];

/// Its regular expression gives up, and with it the program, when it has to go back over a run of about a million characters
/// of one kind. Texts with longer runs than this, in bytes, are counted by this crate's own encoder.
const LONGEST_RUN: usize = 100_000;

/// Opens an encoding.
pub(crate) fn open(name: &str) -> Result<Arc<dyn Counter>> {
    let bpe = match name {
        "cl100k_base" => tiktoken_rs::cl100k_base_singleton(),
        "o200k_base" => tiktoken_rs::o200k_base_singleton(),
        "o200k_harmony" => tiktoken_rs::o200k_harmony_singleton(),
        "p50k_base" => tiktoken_rs::p50k_base_singleton(),
        "p50k_edit" => tiktoken_rs::p50k_edit_singleton(),
        "r50k_base" => tiktoken_rs::r50k_base_singleton(),
        _ => return Err(names::unknown("tiktoken-rs", name, NAMES)),
    };
    let own = openai::open(name).unwrap_or_else(|| Err(names::unknown("tiktoken-rs", name, NAMES)))?;
    let mut id = CounterId::new(format!("tiktoken-rs:{name}"), env!("CARGO_PKG_VERSION"));
    if let Some(hash) = openai::hash(name) {
        id = id.with_vocabulary(hash);
    }
    Ok(Arc::new(Reference { id, bpe, own }))
}

struct Reference {
    id: CounterId,
    bpe: &'static CoreBPE,
    own: Arc<dyn Counter>,
}

impl Counter for Reference {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        measurable(text)?;
        if has_long_run(text.as_bytes()) {
            return self.own.count(text);
        }
        Ok(self.bpe.encode_ordinary(text).len() as u32)
    }

    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        measurable(text)?;
        if has_long_run(text.as_bytes()) {
            return self.own.token_spans(text);
        }
        let tokens = self.bpe.encode_ordinary(text);
        Ok(spans(
            text,
            tokens.iter().map(|token| self.bpe.decode_bytes(&[*token]).ok().map(|bytes| bytes.len())),
        ))
    }
}

/// Whether the text has a run of [`LONGEST_RUN`] bytes of white space, or without it.
fn has_long_run(text: &[u8]) -> bool {
    let (mut at, mut start, mut white) = (0, 0, false);
    while at < text.len() && at - start < LONGEST_RUN {
        let (class, len) = class_at(text, at);
        if white != (class & WHITE != 0) {
            (start, white) = (at, !white);
        }
        at += len;
    }
    at - start >= LONGEST_RUN
}
