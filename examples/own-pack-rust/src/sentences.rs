//! Sentence grain: walks the marks and decides at each whether a sentence ends.

use kawara_core::{is_blank, settle};

use crate::endings::closes_sentence;
use crate::marks::{Kind, Mark};
use crate::pairs::sealed;
use crate::quotations::{begins_with_particle, is_taken_up};
use crate::stops::{self, is_hangul};
use crate::text::{char_at, char_before, skip};

/// Collects where sentences end, but for the last one. The marks have been paired.
pub(crate) fn ends(text: &str, marks: &[Mark], ends: &mut Vec<usize>) {
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        let sentence = ends.last().copied().unwrap_or(0);
        let walk = Walk { text, marks, sentence };
        let (next, end) = walk.step(index, *mark);
        index = next;
        if let Some(end) = end {
            let at = settle(text, end, is_blank);
            if at >= text.len() {
                return;
            }
            ends.push(at);
            while marks.get(index).is_some_and(|mark| mark.start < at) {
                index += 1;
            }
        }
    }
}

struct Walk<'a> {
    text: &'a str,
    marks: &'a [Mark],
    /// Where the sentence begins.
    sentence: usize,
}

/// The index of the next mark to look at, and the byte where a sentence ends, if one does.
type Step = (usize, Option<usize>);

impl Walk<'_> {
    fn step(&self, index: usize, mark: Mark) -> Step {
        match mark.kind {
            Kind::End | Kind::Stop | Kind::Ellipsis if self.may_end(mark) => self.run(index + 1, mark),
            Kind::Open(_) => match sealed(self.marks, index) {
                Some(mate) => match self.end_inside(mate) {
                    Some(last) => self.run(mate, last),
                    None => (mate + 1, None),
                },
                None => (index + 1, None),
            },
            _ => (index + 1, None),
        }
    }

    fn may_end(&self, mark: Mark) -> bool {
        match mark.kind {
            Kind::Stop => stops::ends(self.text, self.sentence, mark.start, mark.end),
            // 그게… 아니라: a pause, unless a verb ends before it.
            Kind::Ellipsis => self.text.get(..mark.start).is_some_and(closes_sentence),
            _ => true,
        }
    }

    /// The last mark inside a pair, where a sentence ends in it and nothing but closers stands between it and `closer`.
    fn end_inside(&self, closer: usize) -> Option<Mark> {
        let mut after = self.marks.get(closer)?;
        let before = self.marks.get(..closer)?;
        for mark in before.iter().rev().take_while(|mark| !matches!(mark.kind, Kind::Open(_))) {
            if mark.end != after.start {
                return None;
            }
            match mark.kind {
                Kind::Close(_) => after = mark,
                Kind::End | Kind::Ellipsis => return Some(*mark),
                Kind::Stop => return self.may_end(*mark).then_some(*mark),
                _ => return None,
            }
        }
        None
    }

    /// Goes on from `first`, a mark at which a sentence may end, over all marks that touch it; then asks whether one does.
    fn run(&self, mut index: usize, first: Mark) -> Step {
        let mut end = first.end;
        let mut closed = None;
        while let Some(mark) = self.marks.get(index).filter(|mark| mark.start <= end) {
            match mark.kind {
                // Marks that were passed on the way to a closer.
                _ if mark.start < end => {}
                Kind::Close(_) => closed = Some(*mark),
                Kind::End | Kind::Ellipsis => closed = None,
                Kind::Stop if self.may_end(*mark) => closed = None,
                _ => break,
            }
            end = mark.end.max(end);
            index += 1;
        }
        (index, self.sentence_ends(end, closed).then_some(end))
    }

    /// `closed`: the last closer of the run, if it ends with one.
    fn sentence_ends(&self, end: usize, closed: Option<Mark>) -> bool {
        let Some(next) = char_at(self.text, end) else { return true };
        let after = self.text.get(skip(self.text, end, is_blank)..).unwrap_or_default();
        let opens = |c| matches!(c, '“' | '‘' | '「' | '『' | '(' | '（' | '《' | '〈');
        match closed {
            // Words are parted by spaces, so what is joined to a closer is a particle: “가자!”라고, ‘왜?’에.
            Some(_) if !is_blank(next) => opens(next),
            Some(closer) if matches!(closer.kind, Kind::Close(pair) if pair.is_aside()) => {
                // An aside of whole sentences is a sentence only if none was begun before it.
                let opener = closer.mate.and_then(|mate| self.marks.get(mate)).map_or(0, |mark| mark.start);
                skip(self.text, self.sentence, is_blank) >= opener
            }
            Some(_) => !is_taken_up(after),
            None if is_blank(next) => !after.starts_with([',', '，', ';']),
            None => {
                let before = char_before(self.text, end).unwrap_or(' ');
                let is_wide = matches!(before, '。' | '！' | '？' | '．');
                let joined = is_hangul(next) && self.follows_hangul(end) && !begins_with_particle(after);
                is_wide && next.is_alphanumeric() || joined || opens(next)
            }
        }
    }

    /// Whether a Korean word stands before the marks that end at `end`: in `?q=한국` none does.
    fn follows_hangul(&self, end: usize) -> bool {
        let head = self.text.get(self.sentence..end).unwrap_or_default();
        let word = head.trim_end_matches(['.', '!', '?', '！', '？', '…']);
        word.ends_with(is_hangul)
    }
}
