//! Counters that need no vocabulary. They count characters, not what a model sees.

use std::ops::Range;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::{Counter, CounterId, RangeCount};
use crate::{CounterEntry, Error, ErrorKind, Options, Pack, Result};

/// The counters of the core: `chars`, `bytes`, `words` and `graphemes`.
pub(crate) static BUILTIN: Pack = Pack::new("core", env!("CARGO_PKG_VERSION")).counters(&[
    CounterEntry::new("chars", |name, _: &Options| {
        let tell = |text: &str| text.char_indices().map(|(at, c)| at..at + c.len_utf8()).collect();
        open("chars", name, |text| text.chars().count(), tell)
    }),
    CounterEntry::new("bytes", |name, _: &Options| {
        open("bytes", name, str::len, |text| (0..text.len()).map(|at| at..at + 1).collect())
    }),
    CounterEntry::new("words", |name, _: &Options| {
        let tell = |text: &str| text.unicode_word_indices().map(|(at, word)| at..at + word.len()).collect();
        open("words", name, |text| text.unicode_words().count(), tell)
    }),
    CounterEntry::new("graphemes", |name, _: &Options| {
        let tell =
            |text: &str| text.grapheme_indices(true).map(|(at, cluster)| at..at + cluster.len()).collect();
        open("graphemes", name, |text| text.graphemes(true).count(), tell)
    }),
]);

fn open(scheme: &str, name: &str, measure: Measure, tell: Tell) -> Result<Arc<dyn Counter>> {
    if !name.is_empty() {
        let message =
            format!("the counter `{scheme}` takes no name; write `{scheme}`, not `{scheme}:{name}`");
        return Err(Error::new(ErrorKind::Open, message));
    }
    let id = CounterId::new(scheme, env!("CARGO_PKG_VERSION"));
    Ok(Arc::new(Plain { additive: matches!(scheme, "chars" | "bytes"), id, measure, tell }))
}

type Measure = fn(&str) -> usize;
type Tell = fn(&str) -> Vec<Range<usize>>;

struct Plain {
    id: CounterId,
    measure: Measure,
    /// Where the pieces that are measured stand.
    tell: Tell,
    /// Whether the count of a joined text is always the sum of the counts of its parts.
    additive: bool,
}

impl Counter for Plain {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok((self.measure)(text) as u32)
    }

    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        Ok(Some((self.tell)(text)))
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        if !self.additive {
            return Ok(Box::new(super::SeamIndex::new(self, text, cuts)?));
        }
        let mut marks = vec![0];
        for block in text.as_bytes().chunks(STRIDE) {
            let count = if self.id.name() == "bytes" {
                block.len()
            } else {
                block.iter().filter(|b| starts_char(**b)).count()
            };
            marks.push(marks[marks.len() - 1] + count as u32);
        }
        Ok(Box::new(Strides { counter: self, text, marks }))
    }
}

/// Bytes between two marks of an additive index.
const STRIDE: usize = 256;

fn starts_char(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// Sums at every 256th byte; the rest is counted.
struct Strides<'t> {
    counter: &'t Plain,
    text: &'t str,
    marks: Vec<u32>,
}

impl RangeCount for Strides<'_> {
    fn before(&self, at: usize) -> u32 {
        let from = at / STRIDE * STRIDE;
        let rest = &self.text.as_bytes()[from..at];
        let rest = if self.counter.id.name() == "bytes" {
            rest.len()
        } else {
            rest.iter().filter(|b| starts_char(**b)).count()
        };
        self.marks[at / STRIDE] + rest as u32
    }

    fn slack(&self) -> u32 {
        0
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        super::slice(self.text, range.clone())?;
        Ok(self.counter.count(before)? + self.before(range.end) - self.before(range.start))
    }
}
