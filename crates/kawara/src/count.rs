//! How many tokens texts have, by several counters at once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kawara_core::{Counted, Document, Result};

use crate::Gauge;
use crate::input::{Failure, Input};
use crate::parallel::in_order;
use crate::run::RunOptions;

/// The size of a text, or of many.
///
/// ```
/// use kawara::{Gauge, count::Tally};
///
/// let registry = kawara::registry()?;
/// let gauges = [Gauge::open(&registry, "tiktoken:cl100k_base")?, Gauge::open(&registry, "words")?];
/// let mut total = Tally::default();
/// for text in ["The pump stopped.", "水泵停了。"] {
///     total.add(&Tally::of(&gauges, text)?);
/// }
/// assert_eq!((total.bytes, total.chars), (32, 22));
/// assert_eq!((total.counts[0].tokens, total.counts[1].tokens), (10, 7));
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Bytes in UTF-8.
    pub bytes: u64,
    /// Characters: Unicode scalar values.
    pub chars: u64,
    /// What each counter finds, in the order of the counters.
    pub counts: Vec<Count>,
}

/// What one counter finds in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tokens, without the special tokens that a model adds to each input.
    pub tokens: u64,
    /// How many of them stand for text that the vocabulary does not know; `None` where the counter does not tell.
    pub unknown: Option<u64>,
}

impl Tally {
    /// Counts a text. Linear in it, for each counter.
    ///
    /// # Errors
    /// When a counter fails; never because of the text.
    pub fn of(gauges: &[Gauge], text: &str) -> Result<Self> {
        let count = |gauge: &Gauge| {
            let Counted { tokens, unknown } = gauge.counted(text)?;
            Ok(Count { tokens: tokens.into(), unknown: unknown.map(u64::from) })
        };
        let counts = gauges.iter().map(count).collect::<Result<_>>()?;
        Ok(Self { bytes: text.len() as u64, chars: text.chars().count() as u64, counts })
    }

    /// Adds what was counted of another text by the same counters.
    pub fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.chars += other.chars;
        self.counts.resize(self.counts.len().max(other.counts.len()), Count::default());
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            sum.tokens += count.tokens;
            sum.unknown = match (sum.unknown, count.unknown) {
                (None, None) => None,
                (one, two) => Some(one.unwrap_or(0) + two.unwrap_or(0)),
            };
        }
    }

    /// Characters for each token of the `nth` counter; `None` where there is no token.
    pub fn chars_per_token(&self, nth: usize) -> Option<f64> {
        let tokens = self.counts.get(nth)?.tokens;
        (tokens > 0).then(|| self.chars as f64 / tokens as f64)
    }
}

impl Count {
    /// Which part of the tokens stands for text that the vocabulary does not know, from 0 to 1; `None` where the counter does not
    /// tell.
    pub fn unknown_share(&self) -> Option<f64> {
        self.unknown.map(|unknown| if self.tokens == 0 { 0.0 } else { unknown as f64 / self.tokens as f64 })
    }
}

/// Counts every input on as many threads as the options say and hands the results to `sink` in the order of the inputs, on this
/// thread, each with the document's id. When the sink returns `false` the run stops early.
///
/// What is counted is the text of the file, decoded, and not what a reader makes of it.
pub fn count(
    gauges: &[Gauge],
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    sink: impl FnMut(Result<(String, Tally), Failure>) -> bool,
) {
    let step = |(): &mut (), input: Input| {
        let document = input.document(options.encoding)?;
        tally(gauges, &document).map(|tally| (document.id().to_owned(), tally))
    };
    in_order(&options.spread(), inputs, Input::weight, || (), step, sink);
}

/// Counts one document. A panic in a counter fails this document only.
fn tally(gauges: &[Gauge], document: &Document) -> Result<Tally, Failure> {
    match catch_unwind(AssertUnwindSafe(|| Tally::of(gauges, document.text()))) {
        Ok(Ok(tally)) => Ok(tally),
        Ok(Err(error)) => Err(Failure::of(document.id(), &error)),
        Err(_) => Err(Failure::new(
            document.id(),
            "a counter panicked on this text; please report it with the text",
        )),
    }
}
