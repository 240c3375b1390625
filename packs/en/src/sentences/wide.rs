//! Terminators that need no white space behind them: `。`, `؟`, `।`.

use super::Scanner;
use super::after::{After, First};
use super::run::{Kind, Run};
use crate::marks::{is_opener, is_stop, is_wide_stop};
use crate::text::{char_at, char_before, gap};

impl Scanner<'_, '_> {
    /// Handles the terminators that begin at byte `at` and says where to go on. A quotation that closes here stays in its sentence.
    pub(super) fn wide_stop(&mut self, at: usize) -> usize {
        let tail = self.text.get(at..).unwrap_or_default();
        let end = at + tail.find(|c| !(is_wide_stop(c) || is_stop(c))).unwrap_or(tail.len());
        if tail.starts_with('．') && self.is_decimal(at, end) {
            return end;
        }
        let tail = self.tail(&Run { start: at, end, kind: Kind::Marks });
        let gap = gap(self.text, tail.end);
        if gap.parts_paragraphs() {
            self.paragraph(gap.end);
        } else if let Some(next) = char_at(self.text, gap.end) {
            let after = After::read(self.text, gap.end);
            let goes_on = after.first == First::Pause || (after.first == First::Lower && tail.quote);
            let embedded = tail.quote && gap.end == tail.end && !is_opener(next);
            if !goes_on && !embedded {
                self.cut(gap.end);
            }
        }
        gap.end
    }

    /// A full-width stop beside a digit.
    fn is_decimal(&self, at: usize, end: usize) -> bool {
        char_before(self.text, at).is_some_and(char::is_numeric)
            || char_at(self.text, end).is_some_and(char::is_numeric)
    }
}
