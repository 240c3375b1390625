use std::fmt;
#[cfg(feature = "spans")]
use std::ops::Range;
use std::path::{Path, PathBuf};

use kawara_core::{Counted, Counter, CounterId, RangeCount, Result, SeamIndex};
use sha2::{Digest, Sha256};

use crate::borders::Borders;
use crate::index::Index;
use crate::tokenizer::{Tally, Tokenizer};
use crate::{files, limit};

/// Bytes that are tokenised at once where a text can be parted: what the library needs for them stays small.
const STRETCH: usize = 1 << 14;

/// A tokenizer's file as a counter.
pub(crate) struct HuggingFace {
    file: PathBuf,
    id: CounterId,
    tokenizer: Tokenizer,
    /// Where texts can be parted, if that is known of this kind of tokenizer.
    borders: Option<Borders>,
    #[cfg(feature = "spans")]
    spans: crate::spans::Spans,
}

impl HuggingFace {
    /// # Errors
    /// As [`crate::open`].
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = files::find(path)?;
        let json = files::read(&file)?;
        let hash = hash(&json);
        let tokenizer = Tokenizer::from_json(json, &file)?;
        // Not the path: what is counted does not depend on where the file lies.
        let id = CounterId::new(format!("hf:{}", tokenizer.family()), env!("CARGO_PKG_VERSION"))
            .with_vocabulary(hash);
        let borders = Borders::of(&tokenizer);
        Ok(Self {
            file,
            id,
            tokenizer,
            borders,
            #[cfg(feature = "spans")]
            spans: Default::default(),
        })
    }

    /// Tokens of a text, parted where it can be so that no more than a stretch is worked on at once.
    pub(crate) fn tally(&self, text: &str) -> Result<Tally> {
        let mut sum = Tally::default();
        let mut at = 0;
        while let Some(borders) = self.borders.as_ref().filter(|_| text.len() - at > STRETCH) {
            let Some(end) = borders.next(text, at + STRETCH) else { break };
            sum += self.tokenizer.tally(&text[at..end])?;
            at = end;
        }
        sum += self.tokenizer.tally(&text[at..])?;
        Ok(sum)
    }

    pub(crate) fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }
}

/// What a vocabulary is known by.
pub(crate) fn hash(json: &str) -> String {
    Sha256::digest(json.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

impl Counter for HuggingFace {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        limit::beside(&self.file)
    }

    fn specials(&self) -> u32 {
        self.tokenizer.specials()
    }

    fn specials_before(&self) -> u32 {
        self.tokenizer.specials_before()
    }

    #[cfg(feature = "spans")]
    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        if text.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let counted = self.count(text)?;
        self.spans.of(text, counted, &self.file, &self.id).map(Some)
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(self.tally(text)?.tokens)
    }

    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        if !self.tokenizer.has_unknown() {
            return Ok(None);
        }
        Ok(Some(self.tally(text)?.unknown))
    }

    fn count_all(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        let counted = |tally: Tally| Counted {
            tokens: tally.tokens,
            unknown: self.tokenizer.has_unknown().then_some(tally.unknown),
        };
        texts.iter().map(|text| self.tally(text).map(counted)).collect()
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        match &self.borders {
            Some(borders) => Ok(Box::new(Index::new(self, borders, text, cuts)?)),
            None => Ok(Box::new(SeamIndex::new(self, text, cuts)?)),
        }
    }
}

impl fmt::Debug for HuggingFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HuggingFace").field("file", &self.file).field("id", &self.id).finish_non_exhaustive()
    }
}
