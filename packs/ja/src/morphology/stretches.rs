//! What is analysed at a time.
//!
//! The lattice of a run of one kind of characters grows with the square of its length, and nothing is learnt from a run of ASCII or
//! of spaces. So text is handed over in stretches, and long runs are words by themselves.

use std::ops::Range;

use crate::chars::{is_blank, is_hiragana, is_terminator};

/// In bytes: about 340 characters.
const LONGEST: usize = 1024;
/// Longer runs of ASCII letters and signs are not analysed, in bytes.
const ASCII: usize = 64;
/// Nor are longer runs of white space.
const BLANKS: usize = 16;

/// Half-open bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Words(Range<usize>),
    Run(Range<usize>),
}

/// The stretches of a text, in order; they cover it.
pub(super) struct Stretches<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Stretches<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The end of the run of ASCII or of white space at byte `at`, if it is too long to be analysed.
    fn long_run(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let length = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let first = rest.chars().next()?;
        let (length, limit) = if first.is_ascii_graphic() {
            (length(|c| c.is_ascii_graphic()), ASCII)
        } else if is_blank(first) {
            (length(is_blank), BLANKS)
        } else {
            return None;
        };
        (length > limit).then_some(at + length)
    }
}

impl Iterator for Stretches<'_> {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        let start = self.at;
        if let Some(end) = self.long_run(start) {
            self.at = end;
            return Some(Stretch::Run(start..end));
        }
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let mut part = start;
        let mut before = ' ';
        let mut end = self.text.len();
        for (at, c) in rest.char_indices() {
            let at = start + at;
            let runs = c.is_ascii_graphic() && !before.is_ascii_graphic() || is_blank(c) && !is_blank(before);
            if at > start && runs && self.long_run(at).is_some() {
                end = at;
                break;
            }
            if at - start >= LONGEST {
                end = if part > start { part } else { at };
                break;
            }
            let parts = is_blank(before)
                || is_terminator(before)
                || matches!(before, '、' | 'を')
                || is_hiragana(before) && !is_hiragana(c);
            if parts && at - start > LONGEST / 2 {
                part = at;
            }
            before = c;
        }
        self.at = end;
        Some(Stretch::Words(start..end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches(text: &str) -> Vec<Stretch> {
        let all: Vec<_> = Stretches::of(text).collect();
        let mut end = 0;
        for stretch in &all {
            let (Stretch::Words(range) | Stretch::Run(range)) = stretch;
            assert_eq!(range.start, end, "stretches cover the text");
            assert!(range.end > range.start && text.is_char_boundary(range.end));
            end = range.end;
        }
        assert_eq!(end, text.len());
        all
    }

    #[test]
    fn short_texts_are_one_stretch() {
        let text = "v2.10.3で直った。 Node.jsも。";
        assert_eq!(stretches(text), [Stretch::Words(0..text.len())]);
        assert!(stretches("").is_empty());
    }

    #[test]
    fn long_runs_are_words_by_themselves() {
        let text = format!("値は{}です", "a".repeat(100));
        assert_eq!(stretches(&text), [Stretch::Words(0..6), Stretch::Run(6..106), Stretch::Words(106..112)]);
        assert_eq!(stretches(&" ".repeat(5000)), [Stretch::Run(0..5000)]);
    }

    #[test]
    fn long_texts_are_parted_where_a_word_starts() {
        let text = "瓦を焼いて屋根に葺く".repeat(200);
        for stretch in stretches(&text) {
            let Stretch::Words(range) = stretch else { panic!("{stretch:?}") };
            assert!(range.len() <= LONGEST);
            assert!(
                !text[range.clone()].starts_with(is_hiragana) || range.end == text.len(),
                "{}",
                &text[range]
            );
        }
        assert_eq!(stretches(&"あ".repeat(1000)).len(), 3);
    }
}
