//! Encodings of other makers, counted by the crate `tiktoken`.

use std::ops::Range;
use std::sync::Arc;

use kawara_core::{Counter, CounterId, Result};
use tiktoken::CoreBpe;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::encoding::{measurable, spans};
use crate::names::NAMES;

/// Opens an encoding; `None` if it is not in this build.
pub(crate) fn open(name: &str) -> Option<Result<Arc<dyn Counter>>> {
    let bpe = tiktoken::get_encoding(name).filter(|_| NAMES.contains(&name))?;
    let id = CounterId::new(format!("tiktoken:{name}"), env!("CARGO_PKG_VERSION"));
    Some(Ok(Arc::new(Other { id, bpe, composes: name == "qwen2" })))
}

struct Other {
    id: CounterId,
    bpe: &'static CoreBpe,
    /// Whether the model's tokenizer composes text (NFC) before it encodes it.
    composes: bool,
}

impl Counter for Other {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        measurable(text)?;
        if self.composes && is_nfc_quick(text.chars()) != IsNormalized::Yes {
            return Ok(self.bpe.count(&text.nfc().collect::<String>()) as u32);
        }
        Ok(self.bpe.count(text) as u32)
    }

    /// `None` of a text that the tokenizer composes first: its tokens are those of another text.
    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        measurable(text)?;
        if self.composes && is_nfc_quick(text.chars()) != IsNormalized::Yes && !text.nfc().eq(text.chars()) {
            return Ok(None);
        }
        let tokens = self.bpe.encode(text);
        Ok(spans(text, tokens.iter().map(|token| Some(self.bpe.decode(&[*token]).len()))))
    }
}
