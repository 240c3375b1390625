//! From the first mark of a sentence's end over all that belongs to it.

use kawara_core::Result;

use super::{Closed, Step, Walk};
use crate::chars::{char_at, is_blank, is_horizontal, skip_blank};
use crate::follow::Ended;
use crate::marks::{Kind, Mark, Mood, Pair};
use crate::moods;

impl Walk<'_, '_, '_> {
    /// Goes on from the mark at `index`, which may end a sentence, and decides whether it does.
    pub(super) fn run(&mut self, index: usize, kind: Kind) -> Result<Step> {
        let end = self.marks.get(index).map_or(0, |mark| mark.end);
        self.run_from(index + 1, end, kind, None)
    }

    /// `kind` is that of the last mark that ends sentences, `closed` the pair that closed behind it.
    pub(super) fn run_from(
        &mut self,
        mut index: usize,
        mut end: usize,
        mut kind: Kind,
        mut closed: Option<Closed>,
    ) -> Result<Step> {
        while let Some(mark) = self.marks.get(index).copied() {
            let touches = mark.start == end;
            match mark.kind {
                Kind::Stop | Kind::Loud | Kind::Half if touches => (kind, closed) = (mark.kind, None),
                Kind::Ellipsis | Kind::Dot if touches && self.is_over(mark.end) => closed = None,
                Kind::Mood(mood) if self.is_near(end, mark.start) && self.seals(mood, mark.end) => {
                    (kind, closed) = (mark.kind, None);
                }
                Kind::Close(pair) if touches || skip_blank(self.text, end) == mark.start => {
                    closed = Some(Closed { pair, opener: self.mate_start(mark) });
                }
                Kind::Straight(pair) if touches && self.is_over(mark.end) => {
                    closed = Some(Closed { pair, opener: None });
                }
                Kind::Emphasis if touches && mark.mate.is_some_and(|mate| (mate as usize) < index) => {}
                Kind::Open(pair) if touches || self.is_near(end, mark.start) => {
                    let Some((next, to, feels)) = self.appendix(index, pair, touches, closed) else { break };
                    if feels {
                        (kind, closed) = (Kind::Loud, None);
                    }
                    (index, end) = (next, to);
                    continue;
                }
                _ => break,
            }
            end = mark.end;
            index += 1;
        }
        Ok((index, self.sentence_ends(end, kind, closed)?.then_some(end)))
    }

    fn sentence_ends(&mut self, end: usize, kind: Kind, closed: Option<Closed>) -> Result<bool> {
        let ended = match closed {
            Some(closed) if closed.pair.is_quote() => return self.quotation_ends(end, kind, closed.opener),
            Some(Closed { opener: Some(opener), .. }) => return self.aside_ends(opener, end),
            Some(_) => Ended::Quote { led: true },
            None if kind == Kind::Stop => Ended::Stop,
            None => Ended::Loud,
        };
        Ok(!self.goes_on(end, ended)?)
    }

    /// What stands in brackets right behind the end of a sentence and belongs to it: a feeling, a face, a reference, a source.
    /// The index and the byte behind it, and whether it is a feeling.
    fn appendix(
        &self,
        index: usize,
        pair: Pair,
        touches: bool,
        closed: Option<Closed>,
    ) -> Option<(usize, usize, bool)> {
        let open = self.marks.get(index)?;
        let mate = open.mate? as usize;
        let close = self.marks.get(mate)?;
        let inside = self.text.get(open.end..close.start)?;
        if let Some(end) = self.feeling_end(open.end, close) {
            return Some((self.index_at(mate + 1, end), end, true));
        }
        if !touches {
            return None;
        }
        let is_reference = pair == Pair::Square
            && inside.len() <= 24
            && (inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' '))
                || inside.starts_with('注')
                || inside.starts_with("要"))
            && !char_at(self.text, self.sentence).is_some_and(|c| matches!(c, '[' | '［' | '〔'));
        // 「…。」（芥川） names the source.
        let is_source = pair == Pair::Round
            && closed.is_some_and(|closed| closed.pair.is_quote())
            && !self.is_whole(open.end, close);
        (is_reference || is_source).then_some((mate + 1, close.end, false))
    }

    /// Whether a picture behind the end of a sentence belongs to it; a thing or a star may open the next one.
    fn seals(&self, mood: Mood, end: usize) -> bool {
        match mood {
            Mood::Feeling => true,
            Mood::Thing | Mood::Star => self.is_over(end),
            Mood::Pointer => skip_blank(self.text, end) == self.text.len(),
            Mood::Drawl => false,
        }
    }

    /// If a pair of round brackets holds a feeling or a face: where that ends.
    pub(super) fn feeling_end(&self, from: usize, close: &Mark) -> Option<usize> {
        if close.kind != Kind::Close(Pair::Round) || close.start - from > 64 {
            return None;
        }
        let inside = self.text.get(from..close.start)?;
        if moods::is_face(inside) {
            return Some(moods::face_end(self.text, close.end));
        }
        moods::is_feeling(inside).then_some(close.end)
    }

    /// Whether brackets hold a whole sentence.
    fn is_whole(&self, from: usize, close: &Mark) -> bool {
        self.text
            .get(from..close.start)
            .is_some_and(|inside| inside.trim_end_matches(is_blank).ends_with(crate::chars::is_terminator))
    }

    pub(super) fn mate_start(&self, mark: Mark) -> Option<usize> {
        mark.mate.and_then(|mate| self.marks.get(mate as usize)).map(|mark| mark.start)
    }

    /// The first mark from `index` on that does not start before byte `end`.
    pub(super) fn index_at(&self, mut index: usize, end: usize) -> usize {
        while self.marks.get(index).is_some_and(|mark| mark.start < end) {
            index += 1;
        }
        index
    }

    /// Whether only spaces stand between.
    fn is_near(&self, end: usize, start: usize) -> bool {
        start.checked_sub(end).is_some_and(|gap| gap <= 12)
            && self.text.get(end..start).is_some_and(|between| between.chars().all(is_horizontal))
    }

    /// Whether nothing that could be the start of a sentence stands at `at`.
    fn is_over(&self, at: usize) -> bool {
        char_at(self.text, at)
            .is_none_or(|c| is_blank(c) || crate::chars::is_closer(c) || crate::chars::is_terminator(c))
    }
}
