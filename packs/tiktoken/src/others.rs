//! Encodings of other makers, counted by the crate `tiktoken`.

use std::sync::Arc;

use kawara_core::{Counter, CounterId, Result};
use tiktoken::CoreBpe;

use crate::encoding::measurable;
use crate::names::NAMES;

/// Opens an encoding; `None` if it is not in this build.
pub(crate) fn open(name: &str) -> Option<Result<Arc<dyn Counter>>> {
    let bpe = tiktoken::get_encoding(name).filter(|_| NAMES.contains(&name))?;
    let id = CounterId::new(format!("tiktoken:{name}"), env!("CARGO_PKG_VERSION"));
    Some(Ok(Arc::new(Other { id, bpe })))
}

struct Other {
    id: CounterId,
    bpe: &'static CoreBpe,
}

impl Counter for Other {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        measurable(text)?;
        Ok(self.bpe.count(text) as u32)
    }
}
