//! Counters that need no vocabulary. They count characters, not what a model sees.

use std::ops::Range;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::{Counter, CounterId, RangeCount};
use crate::{CounterEntry, Error, ErrorKind, Options, Pack, Result};

/// The counters of the core: `chars`, `bytes`, `words` and `graphemes`.
pub(crate) static BUILTIN: Pack = Pack::new("core", env!("CARGO_PKG_VERSION")).counters(&[
    CounterEntry::new("chars", |name, _: &Options| open("chars", name, |text| text.chars().count())),
    CounterEntry::new("bytes", |name, _: &Options| open("bytes", name, str::len)),
    CounterEntry::new("words", |name, _: &Options| open("words", name, |text| text.unicode_words().count())),
    CounterEntry::new("graphemes", |name, _: &Options| {
        open("graphemes", name, |text| text.graphemes(true).count())
    }),
]);

fn open(scheme: &str, name: &str, measure: fn(&str) -> usize) -> Result<Arc<dyn Counter>> {
    if !name.is_empty() {
        let message =
            format!("the counter `{scheme}` takes no name; write `{scheme}`, not `{scheme}:{name}`");
        return Err(Error::new(ErrorKind::Open, message));
    }
    let id = CounterId::new(scheme, env!("CARGO_PKG_VERSION"));
    Ok(Arc::new(Plain { additive: matches!(scheme, "chars" | "bytes"), id, measure }))
}

struct Plain {
    id: CounterId,
    measure: fn(&str) -> usize,
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
