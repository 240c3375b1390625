//! Counting tokens as the model sees them.

#[doc(hidden)]
pub mod believed;
mod builtin;
mod counted;
mod host;
mod id;
mod range;
mod seam;
mod strictest;

use std::ops::Range;

pub use counted::Counted;
pub use host::{CounterSource, HostCounter};
pub use id::CounterId;
pub use range::slice;
pub use seam::SeamIndex;

pub(crate) use builtin::BUILTIN;
pub(crate) use host::Maker;
pub(crate) use strictest::Strictest;

use crate::Result;

/// Counts the tokens of a text as a model's tokenizer does.
///
/// Special strings in the text (`<|endoftext|>`, `[CLS]`) are plain text. Nothing is truncated or padded.
pub trait Counter: Send + Sync {
    /// Name, version and vocabulary.
    fn id(&self) -> &CounterId;

    /// The most tokens the model accepts, special tokens included; `None` where it is not known.
    ///
    /// # Errors
    /// When what is said of it is no limit, such as the 1e30 of some tokenizers' files. The message names the file; the engine
    /// asks only where the settings give no hard limit themselves.
    fn limit(&self) -> Result<Option<u32>> {
        Ok(None)
    }

    /// The special tokens that the model adds once per input.
    fn specials(&self) -> u32 {
        0
    }

    /// How many of the [`specials`](Self::specials) stand before the text, such as `[CLS]`; the others stand behind it.
    fn specials_before(&self) -> u32 {
        0
    }

    /// The exact number of tokens of `text`, without special tokens. Never panics, whatever the text.
    ///
    /// # Errors
    /// When the counter itself fails, such as a program that died; never because of the text.
    fn count(&self, text: &str) -> Result<u32>;

    /// How many of these tokens stand for text that the vocabulary does not know (`[UNK]`); `None` where there is no such token.
    ///
    /// # Errors
    /// As [`Counter::count`].
    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        let _ = text;
        Ok(None)
    }

    /// Where in `text` each token stands, without special tokens, in the order in which the model sees them: half-open bytes, as many
    /// spans as [`Counter::count`] counts tokens. A span may cut a character, be empty, or share bytes with others, where the tokenizer
    /// says so. `None` where the counter cannot tell.
    ///
    /// ```
    /// use kawara_core::{Counter, Options, Registry};
    ///
    /// let words = Registry::collect(&[])?.counter("words")?.open(&Options::new())?;
    /// assert_eq!(words.token_spans("The pump stopped.")?, Some(vec![0..3, 4..8, 9..16]));
    /// # Ok::<(), kawara_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Counter::count`]; and where what tells the spans finds another number of tokens.
    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        let _ = text;
        Ok(None)
    }

    /// Counts many texts at once: one [`Counted`] a text, in their order. [`SeamIndex`] asks for all it needs in one call, so a counter
    /// that is far away, such as a program behind a pipe, overrides this and answers in one round trip.
    ///
    /// # Errors
    /// As [`Counter::count`].
    fn count_all(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        texts.iter().map(|text| self.count(text).map(Counted::of)).collect()
    }

    /// Measures `text` once so that ranges of it can be counted cheaply. `cuts` are the bytes at which ranges will begin and
    /// end, ascending and on character boundaries: a hint that makes estimates good.
    ///
    /// The default suits any counter: it counts between the cuts, corrects each seam, and recounts for an exact answer.
    ///
    /// # Errors
    /// As [`Counter::count`].
    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        Ok(Box::new(SeamIndex::new(self, text, cuts)?))
    }
}

/// Counts ranges of a text that was measured once; half-open bytes on character boundaries.
pub trait RangeCount: Send + Sync {
    /// About how many tokens the text before byte `at` has. The estimate of a range is the difference of two.
    /// Inside a word it may fall by as much as the slack. O(log n).
    fn before(&self, at: usize) -> u32;

    /// About how many tokens a range has; O(log n).
    fn estimate(&self, range: Range<usize>) -> u32 {
        self.before(range.end).saturating_sub(self.before(range.start))
    }

    /// By how much the estimate of a range between two cuts usually differs from the exact count.
    fn slack(&self) -> u32;

    /// Exactly `count(before + text[range])`; `before` is the context.
    ///
    /// # Errors
    /// As [`Counter::count`].
    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32>;

    /// How many tokens of the whole text the vocabulary does not know, where that was seen while measuring.
    fn unknown(&self) -> Option<u32> {
        None
    }
}
