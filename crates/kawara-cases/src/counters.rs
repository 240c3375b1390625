//! The counters of the cases' own, `test:NAME`, as a pack.

use std::sync::Arc;

use kawara::{Counter, CounterEntry, CounterId, Error, ErrorKind, Options, Pack, Result};

/// `test:chars_plus2`.
pub(crate) static PACK: Pack = Pack::new("test", env!("CARGO_PKG_VERSION"))
    .counters(&[CounterEntry::new("test", open).names(&["chars_plus2"])]);

fn open(name: &str, _: &Options) -> Result<Arc<dyn Counter>> {
    match name {
        "chars_plus2" => {
            Ok(Arc::new(CharsPlusTwo { id: CounterId::new("test:chars_plus2", env!("CARGO_PKG_VERSION")) }))
        }
        // What these two guard against lies in tokenizer files: a counter made up here would prove nothing.
        "truncating128" | "no_limit" => {
            let message =
                format!("`test:{name}` needs a counter that opens tokenizer files, and none is loaded");
            Err(Error::new(ErrorKind::Open, message))
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
