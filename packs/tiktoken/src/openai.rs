//! OpenAI's encodings, counted by this crate's own encoder.

use std::sync::{Arc, OnceLock};

use kawara_core::{Counter, CounterId, Error, ErrorKind, Result};

use crate::encoding::Encoding;
use crate::scan::{Cl100k, O200k, R50k};
use crate::vocabulary::Vocabulary;

static CL100K: Embedded = Embedded::new(&[include_bytes!("../data/cl100k_base.merges")], "223921b76ee99bde");
static O200K: Embedded = Embedded::new(&[include_bytes!("../data/o200k_base.merges")], "446a9538cb6c348e");
static R50K: Embedded = Embedded::new(&[include_bytes!("../data/r50k_base.merges")], "306cd27f03c1a714");
static P50K: Embedded = Embedded::new(
    &[include_bytes!("../data/r50k_base.merges"), include_bytes!("../data/p50k_base.merges")],
    "94b5ca7dff4d0076",
);

/// A vocabulary in this crate.
struct Embedded {
    files: &'static [&'static [u8]],
    /// The beginning of the SHA-256 of the file in which OpenAI publishes it.
    hash: &'static str,
    loaded: OnceLock<Option<Vocabulary>>,
}

impl Embedded {
    const fn new(files: &'static [&'static [u8]], hash: &'static str) -> Self {
        Self { files, hash, loaded: OnceLock::new() }
    }

    fn load(&'static self) -> Result<&'static Vocabulary> {
        let loaded = self.loaded.get_or_init(|| Vocabulary::load(self.files));
        loaded.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::Open, "the vocabulary in this program is damaged; build it again")
        })
    }
}

/// The hash of the vocabulary of an encoding.
#[cfg(feature = "reference")]
pub(crate) fn hash(name: &str) -> Option<&'static str> {
    embedded(name).map(|embedded| embedded.hash)
}

fn embedded(name: &str) -> Option<&'static Embedded> {
    match name {
        "cl100k_base" => Some(&CL100K),
        "o200k_base" | "o200k_harmony" => Some(&O200K),
        "p50k_base" | "p50k_edit" => Some(&P50K),
        "r50k_base" | "gpt2" => Some(&R50K),
        _ => None,
    }
}

/// Opens an encoding; `None` if it is not one of these.
pub(crate) fn open(name: &str) -> Option<Result<Arc<dyn Counter>>> {
    let embedded = embedded(name)?;
    let id =
        CounterId::new(format!("tiktoken:{name}"), env!("CARGO_PKG_VERSION")).with_vocabulary(embedded.hash);
    Some(embedded.load().map(|vocabulary| -> Arc<dyn Counter> {
        match name {
            "cl100k_base" => Arc::new(Encoding::<Cl100k>::new(id, vocabulary)),
            "o200k_base" | "o200k_harmony" => Arc::new(Encoding::<O200k>::new(id, vocabulary)),
            _ => Arc::new(Encoding::<R50k>::new(id, vocabulary)),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::tests::published_hash;

    #[test]
    fn the_vocabularies_are_those_that_openai_publishes() {
        for (embedded, hash) in [
            (&CL100K, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
            (&O200K, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
            (&R50K, "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"),
            (&P50K, "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"),
        ] {
            // Rank 50256 of p50k_base is that of a special token.
            let rank = |token| if embedded.files.len() > 1 && token >= 50_256 { token + 1 } else { token };
            assert_eq!(published_hash(embedded.files, rank), hash);
            assert!(hash.starts_with(embedded.hash));
        }
    }
}
