//! Texts that break segmenters, counters and readers, each with a name.
//!
//! ```
//! use kawara_testkit::hostile;
//!
//! for sample in hostile::texts() {
//!     let words = sample.text.split_whitespace().count();
//!     assert!(words <= sample.text.len(), "{}", sample.name);
//! }
//! ```
//!
//! [`FRAGMENTS`] are the same dangers in small, for a property test that shrinks:
//!
//! ```
//! use kawara_testkit::hostile::FRAGMENTS;
//! use proptest::prelude::*;
//!
//! fn text() -> impl Strategy<Value = String> {
//!     prop::collection::vec(prop::sample::select(FRAGMENTS), 0..40).prop_map(|fragments| fragments.concat())
//! }
//!
//! proptest!(|(text in text())| prop_assert!(text.chars().count() <= text.len()));
//! ```

mod fragments;
mod named;

pub use fragments::{FRAGMENTS, JOINERS};
pub use named::TEXTS;

use crate::Sample;

/// Short patterns that are hard when they go on for long, by name: where a quadratic path or a full stack shows.
pub const PATTERNS: &[(&str, &str)] = &[
    ("one letter", "a"),
    ("one Han character", "是"),
    ("Thai without a space", "กรุงเทพ"),
    ("spaces", " "),
    ("newlines", "\n"),
    ("CRLF", "\r\n"),
    ("full stops", "."),
    ("Chinese full stops", "。"),
    ("commas", "，"),
    ("opening brackets", "("),
    ("opening corner brackets", "「"),
    ("closing brackets after a stop", ".)"),
    ("straight quotes", "\""),
    ("apostrophes", "'"),
    ("flags", "🇯🇵"),
    ("joined emoji", "👩\u{200d}"),
    ("combining marks", "\u{301}"),
    ("initials", "A. "),
    ("digits and dots", "1.1."),
    ("base64", "QmFzZTY0IGlzIGxvbmcu"),
    ("abbreviations", "e.g. "),
    ("zero-width spaces", "\u{200b}"),
];

/// A full stop and then closing brackets up to `bytes` bytes, and other texts whose first character makes the rest hard.
const TAILS: &[(&str, &str, &str)] = &[
    ("a stop and closing brackets", "End.", ")"),
    ("a stop and spaces", "End.", " "),
    ("a stop and digits", "End.", "7"),
    ("an open quote and stops", "“", "a. "),
    ("an open corner bracket and stops", "「", "終。"),
    ("an open title and stops", "《", "完！"),
];

/// All hostile texts: the [named ones](TEXTS), and the [patterns](PATTERNS) repeated to about two thousand bytes.
pub fn texts() -> Vec<Sample> {
    let named = TEXTS.iter().map(|&(name, text)| Sample::new(name, text));
    named.chain(long_texts(2_000)).collect()
}

/// The [patterns](PATTERNS), each repeated to at least `bytes` bytes, and texts whose beginning makes a long rest hard.
pub fn long_texts(bytes: usize) -> impl Iterator<Item = Sample> {
    let repeated = move |unit: &str| unit.repeat(bytes.div_ceil(unit.len()));
    let patterns =
        PATTERNS.iter().map(move |&(name, unit)| Sample::new(format!("a run of {name}"), repeated(unit)));
    patterns.chain(
        TAILS.iter().map(move |&(name, first, unit)| Sample::new(name, format!("{first}{}", repeated(unit)))),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique() {
        let samples = texts();
        let names: BTreeSet<_> = samples.iter().map(|sample| &sample.name).collect();
        assert_eq!(names.len(), samples.len());
    }

    #[test]
    fn long_texts_are_as_long_as_asked() {
        for sample in long_texts(5_000) {
            assert!((5_000..5_100).contains(&sample.text.len()), "{}: {}", sample.name, sample.text.len());
        }
    }

    #[test]
    fn the_dangers_are_there() {
        let all: String = texts().iter().map(|sample| sample.text.as_ref()).collect();
        for c in [
            '\u{feff}',
            '\u{a0}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{202e}',
            '\u{fffd}',
            '\u{10ffff}',
            '\0',
        ] {
            assert!(all.contains(c), "{} is missing", c.escape_unicode());
        }
    }
}
