//! The counters of the cases' own, `test:NAME`, as a pack.

use std::sync::Arc;

use kawara::{Counter, CounterEntry, CounterId, Error, ErrorKind, Options, Pack, Result};

/// `test:chars_plus2`, and two that are files: what they guard against lies in tokenizers' files.
pub(crate) static PACK: Pack = Pack::new("test", env!("CARGO_PKG_VERSION"))
    .counters(&[CounterEntry::new("test", open).names(&["chars_plus2", "truncating128", "no_limit"])]);

fn open(name: &str, _: &Options) -> Result<Arc<dyn Counter>> {
    match name {
        "chars_plus2" => {
            Ok(Arc::new(CharsPlusTwo { id: CounterId::new("test:chars_plus2", env!("CARGO_PKG_VERSION")) }))
        }
        "truncating128" | "no_limit" => {
            let file = format!("hf:{}/tokenizers/{name}", env!("CARGO_MANIFEST_DIR"));
            kawara::registry()?.counter(&file)?.open(&Options::new())
        }
        _ => Err(Error::new(ErrorKind::Open, format!("no counter is called `test:{name}`"))),
    }
}

/// Characters, and two special tokens for each input, like `[CLS]` and `[SEP]`.
struct CharsPlusTwo {
    id: CounterId,
}

impl Counter for CharsPlusTwo {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn specials(&self) -> u32 {
        2
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(u32::try_from(text.chars().count()).unwrap_or(u32::MAX))
    }
}
