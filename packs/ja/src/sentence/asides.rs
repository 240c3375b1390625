//! Remarks in brackets, labels and titles.

use kawara_core::Result;

use super::{Step, Walk, is_finished_politely};
use crate::chars::skip_blank;
use crate::follow::Ended;
use crate::marks::{Kind, Mood, Pair};

impl Walk<'_, '_, '_> {
    /// Passes the pair at `index`, which is no quotation.
    pub(super) fn aside(&mut self, index: usize, mate: usize, pair: Pair) -> Result<Step> {
        let on = Ok((mate + 1, None));
        let (Some(open), Some(close)) = (self.marks.get(index).copied(), self.marks.get(mate).copied())
        else {
            return on;
        };
        if let Some(end) = self.feeling_end(open.end, &close) {
            return self.mood(index, open.start, end, Mood::Feeling);
        }
        match self.last_inside(mate) {
            Some(kind) if pair.is_aside() && !self.is_only_marks(open.end, close.start) => {
                let closed = Some(super::Closed { pair, opener: Some(open.start) });
                self.run_from(mate + 1, close.end, kind, closed)
            }
            _ => on,
        }
    }

    /// Whether the sentence ends behind an aside of whole sentences that was opened at byte `opener`.
    pub(super) fn aside_ends(&mut self, opener: usize, end: usize) -> Result<bool> {
        let begins = opener <= self.sentence;
        let words = self.text.get(self.sentence..opener).unwrap_or_default();
        if !begins && !is_finished_politely(words) {
            return Ok(false);
        }
        Ok(!self.goes_on(end, Ended::Quote { led: true })?)
    }

    /// The mark that ends a sentence right before the closer `mate`, if there is one.
    pub(super) fn last_inside(&self, mate: usize) -> Option<Kind> {
        let mut closer = mate;
        loop {
            let last = self.marks.get(closer.checked_sub(1)?)?;
            if skip_blank(self.text, last.end) != self.marks.get(closer)?.start {
                return None;
            }
            match last.kind {
                Kind::Stop | Kind::Loud | Kind::Half => return Some(last.kind),
                Kind::Dot if self.dots_stop.any => return Some(last.kind),
                Kind::Ellipsis => return Some(Kind::Loud),
                Kind::Mood(Mood::Feeling) => {
                    let opener = self.mate_start(*self.marks.get(mate)?)?;
                    return self.has_words(opener, last.start).then_some(Kind::Loud);
                }
                Kind::Close(pair) if pair.is_quote() || pair.is_aside() => closer -= 1,
                Kind::Emphasis if last.mate.is_some() => closer -= 1,
                _ => return None,
            }
        }
    }

    /// `(?)`
    fn is_only_marks(&self, from: usize, to: usize) -> bool {
        to - from < 96 && !self.has_words(from, to)
    }

    /// Whether there is a letter or digit near the end of a stretch.
    fn has_words(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_some_and(|inside| inside.chars().rev().take(32).any(char::is_alphanumeric))
    }
}
