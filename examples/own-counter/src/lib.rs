//! A team's own tokenizer as a pack: every Han character is a token, every other word is one, and so is every mark.
//!
//! A pack depends on `kawara-core` and `kawara-abi` alone. `examples/linked.rs` is a program that links it; built by
//! `cargo xtask pack own-counter`, it is a library that any kawara loads. `tok.py` is much the same tokenizer for those who would rather
//! not write Rust.

mod index;
mod token;

use std::sync::Arc;

use kawara_core::{Counter, CounterEntry, CounterId, Error, ErrorKind, Options, Pack, RangeCount, Result};

/// What this crate offers: the counter `han-words`.
pub static PACK: Pack = Pack::new("own-counter", env!("CARGO_PKG_VERSION"))
    .counters(&[CounterEntry::new("han-words", |name, _: &Options| open(name))]);
// Whoever links this crate has the pack; a linker may still drop what nobody names, so programs name it too.
kawara_abi::kawara_pack!(PACK);

fn open(name: &str) -> Result<Arc<dyn Counter>> {
    if !name.is_empty() {
        let message = format!("there is one such tokenizer: write `han-words`, not `han-words:{name}`");
        return Err(Error::new(ErrorKind::Open, message));
    }
    // The version is part of every fingerprint: a new one says that counts may have changed.
    Ok(Arc::new(HanWords { id: CounterId::new("han-words", "1") }))
}

struct HanWords {
    id: CounterId,
}

impl Counter for HanWords {
    fn id(&self) -> &CounterId {
        &self.id
    }

    /// What the model takes: a larger budget is refused.
    fn limit(&self) -> Result<Option<u32>> {
        Ok(Some(512))
    }

    /// One token before each text and one behind it, which the engine leaves room for.
    fn specials(&self) -> u32 {
        2
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(token::starts(text, false).count() as u32)
    }

    /// May be left out: the default counts between units and recounts each chunk. This one looks at every text once.
    fn index<'t>(&'t self, text: &'t str, _: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        Ok(Box::new(index::Index::new(text)))
    }
}
