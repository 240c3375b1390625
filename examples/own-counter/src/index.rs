use std::ops::Range;

use kawara_core::{RangeCount, Result};

use crate::token;

/// Where the tokens of a text begin: all that this tokenizer needs to count a range, since what it does depends on one character
/// before.
pub(crate) struct Index<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Index<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, starts: token::starts(text, false).collect() }
    }
}

impl RangeCount for Index<'_> {
    fn before(&self, at: usize) -> u32 {
        self.starts.partition_point(|&start| start < at) as u32
    }

    fn slack(&self) -> u32 {
        0
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        let context = token::starts(before, false).count() as u32;
        // The first character is judged by what now stands before it, the rest by what always did.
        let Some(first) = self.text.get(range.clone()).and_then(|text| text.chars().next()) else {
            return Ok(context);
        };
        let rest = range.start + first.len_utf8();
        let is_start =
            token::starts(first.encode_utf8(&mut [0; 4]), token::ends_within(before)).count() as u32;
        Ok(context + is_start + self.before(range.end) - self.before(rest))
    }
}
