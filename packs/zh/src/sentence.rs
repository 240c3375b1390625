//! Sentence grain: walks the marks of a block and decides at each whether a sentence ends.

use kawara_core::settle;

use crate::chars::{char_at, char_before, goes_on, is_blank, is_han, is_latin, is_opener, skip_blank};
use crate::dots::{self, Style};
use crate::ellipsis::new_sentence_follows;
use crate::marks::{Kind, Mark, Pair};
use crate::quotes;

/// A quotation of several sentences is one unit as long as it is short: 24 Han characters.
const QUOTE_BYTES: usize = 72;
/// An aside interrupts its sentence, so it may be longer before it is cut: 64 Han characters.
const ASIDE_BYTES: usize = 192;
/// What is longer is no title: 100 Han characters.
const TITLE_BYTES: usize = 300;

/// Collects where the sentences of `text` end, but for the last one. Its marks have been found and paired.
pub(crate) fn ends(text: &str, marks: &[Mark], ends: &mut Vec<usize>) {
    ends.clear();
    let mut walk = Walk { text, marks, style: style(text, marks), sentence: skip_blank(text, 0) };
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        let (next, end) = walk.step(index, *mark);
        index = next;
        if let Some(end) = end {
            let at = settle(text, end, is_blank);
            if at >= text.len() {
                break;
            }
            if at > walk.sentence {
                ends.push(at);
                walk.sentence = at;
            }
            while marks.get(index).is_some_and(|mark| mark.start < at) {
                index += 1;
            }
        }
    }
}

/// Whether the pair at `index` is short enough to be passed over whole; then the index of its closer.
pub(crate) fn sealed(marks: &[Mark], index: usize) -> Option<usize> {
    let open = marks.get(index)?;
    let Kind::Open(pair) = open.kind else { return None };
    let mate = open.mate? as usize;
    let longest = if pair.is_title() {
        TITLE_BYTES
    } else if pair.is_aside() {
        ASIDE_BYTES
    } else {
        QUOTE_BYTES
    };
    (marks.get(mate)?.start - open.end <= longest).then_some(mate)
}

fn style(text: &str, marks: &[Mark]) -> Style {
    let full = marks.iter().any(|mark| matches!(mark.kind, Kind::FullStop | Kind::Question));
    let circle = marks.iter().any(|mark| mark.kind == Kind::FullStop);
    let half = || {
        marks.iter().any(|mark| mark.kind == Kind::Half && char_before(text, mark.start).is_some_and(is_han))
    };
    let last = || {
        marks.last().is_some_and(|mark| mark.kind == Kind::Dot && skip_blank(text, mark.end) == text.len())
    };
    Style { full, dots_stop: !circle && (last() || half()) }
}

struct Walk<'a> {
    text: &'a str,
    marks: &'a [Mark],
    style: Style,
    /// Where the sentence begins.
    sentence: usize,
}

/// The index of the next mark to look at, and the byte where a sentence ends, if one does.
type Step = (usize, Option<usize>);

impl Walk<'_> {
    fn step(&self, index: usize, mark: Mark) -> Step {
        let on = (index + 1, None);
        match mark.kind {
            Kind::Blank => (index + 1, Some(mark.end)),
            Kind::FullStop | Kind::Question => self.run(index + 1, mark.end, mark.kind, None),
            Kind::Half if self.half_ends(index, mark) => self.run(index + 1, mark.end, mark.kind, None),
            Kind::Dot if dots::ends(self.text, mark.start, mark.end, self.sentence, self.style) => {
                self.run(index + 1, mark.end, mark.kind, None)
            }
            Kind::Ellipsis => self.ellipsis(index, mark),
            Kind::Emoji if self.emoji_ends(mark) => self.run(index + 1, mark.end, mark.kind, None),
            Kind::Open(pair) => match sealed(self.marks, index) {
                None => on,
                Some(mate) => match self.ending(mate) {
                    Some((kind, end)) if !pair.is_title() => {
                        self.run(mate + 1, end, kind, Some((pair, Some(mark.start))))
                    }
                    _ => (mate + 1, None),
                },
            },
            _ => on,
        }
    }

    /// Goes on from the first mark of a sentence's end over all that belongs to it: more marks, closers, references; then asks
    /// whether the sentence really ends there.
    fn run(
        &self,
        mut index: usize,
        mut end: usize,
        mut kind: Kind,
        mut closed: Option<(Pair, Option<usize>)>,
    ) -> Step {
        while let Some(mark) = self.marks.get(index) {
            let touches = mark.start == end;
            match mark.kind {
                Kind::FullStop | Kind::Question | Kind::Half if touches => (kind, closed) = (mark.kind, None),
                Kind::Emoji if touches => {}
                Kind::Ellipsis | Kind::Dot if touches && self.ends_here(mark.end) => closed = None,
                Kind::Close(pair) if touches || skip_blank(self.text, end) == mark.start => {
                    closed = Some((
                        pair,
                        mark.mate.and_then(|mate| self.marks.get(mate as usize)).map(|mark| mark.start),
                    ));
                }
                Kind::Straight if touches && self.ends_here(mark.end) => {
                    closed = Some((Pair::Straight, None))
                }
                Kind::Open(Pair::Square) if touches && closed.is_none() => match self.reference(index) {
                    Some(mate) => index = mate,
                    None => break,
                },
                _ => break,
            }
            end = self.marks.get(index).map_or(end, |mark| mark.end);
            index += 1;
        }
        (index, self.sentence_ends(end, kind, closed).then_some(end))
    }

    fn sentence_ends(&self, end: usize, kind: Kind, closed: Option<(Pair, Option<usize>)>) -> bool {
        let far = skip_blank(self.text, end);
        if char_at(self.text, far).is_some_and(goes_on) {
            return false;
        }
        match closed {
            None => true,
            Some((pair, opener)) if pair.is_quote() => {
                quotes::sentence_ends(self.text, opener, kind, self.text.get(far..).unwrap_or_default())
            }
            // An aside of whole sentences is a sentence only if none was begun before it.
            Some((_, opener)) => opener.is_none_or(|at| at <= self.sentence),
        }
    }

    /// The kind of the last mark inside a pair, if it stands right before the closer `mate`, and where the pair ends.
    fn ending(&self, mate: usize) -> Option<(Kind, usize)> {
        let end = self.marks.get(mate)?.end;
        let mut closer = mate;
        loop {
            let last = self.marks.get(closer.checked_sub(1)?)?;
            if skip_blank(self.text, last.end) != self.marks.get(closer)?.start {
                return None;
            }
            match last.kind {
                Kind::FullStop | Kind::Question | Kind::Half | Kind::Ellipsis => {
                    return Some((last.kind, end));
                }
                Kind::Dot => {
                    return dots::ends(self.text, last.start, last.end, self.sentence, self.style)
                        .then_some((last.kind, end));
                }
                Kind::Close(pair) if !pair.is_title() => closer -= 1,
                _ => return None,
            }
        }
    }

    /// `!` and `?` also stand in names, addresses and code.
    fn half_ends(&self, index: usize, mark: Mark) -> bool {
        let next_mark = self.marks.get(index + 1).filter(|next| next.start == mark.end);
        if next_mark.is_some_and(|next| matches!(next.kind, Kind::FullStop | Kind::Question | Kind::Half)) {
            return true;
        }
        let head = self.text.get(..mark.start).unwrap_or_default().trim_end_matches(is_blank);
        let before = head.chars().next_back();
        let Some(after) = char_at(self.text, mark.end) else { return true };
        if before.is_some_and(is_han) {
            return !matches!(after, '=' | '/' | '&');
        }
        if after.is_ascii_alphanumeric()
            || matches!(after, '=' | '/' | '&' | '#' | '_' | '%' | '+' | '-' | '@' | '<' | '[')
        {
            return false;
        }
        if before.is_some_and(is_latin) {
            let far = skip_blank(self.text, mark.end);
            let next = char_at(self.text, far).unwrap_or(' ');
            if far == mark.end {
                return !(is_han(next) && self.style.full && self.is_in_name(mark.start));
            }
            return !next.is_lowercase();
        }
        true
    }

    /// Yahoo!奇摩: whether the Latin word that ends at `end` is a name, where the writer's own marks are of full width. What opens
    /// a sentence is an interjection.
    fn is_in_name(&self, end: usize) -> bool {
        let head = self.text.get(self.sentence..end).unwrap_or_default();
        let word = head.chars().rev().take(32).take_while(|c| c.is_ascii_alphanumeric()).count();
        let first = head.len() - word;
        word < head.len() && char_at(head, first).is_some_and(|c| c.is_ascii_uppercase())
    }

    /// Whether words stand on both sides of emoji that show a feeling: 太好了😊我马上来.
    fn emoji_ends(&self, mark: Mark) -> bool {
        let is_word = |c: char| c.is_alphanumeric();
        let before = self.text.get(self.sentence..mark.start).unwrap_or_default();
        before.chars().next_back().is_some_and(is_word)
            && char_at(self.text, skip_blank(self.text, mark.end)).is_some_and(is_word)
    }

    fn ellipsis(&self, index: usize, mark: Mark) -> Step {
        let on = (index + 1, None);
        let first = mark.start <= self.sentence || char_before(self.text, mark.start).is_some_and(is_opener);
        let next = self.marks.get(index + 1);
        match next.filter(|next| next.start == mark.end).map(|next| next.kind) {
            Some(Kind::Close(pair)) if pair.is_quote() => {
                return self.run(index + 1, mark.end, mark.kind, None);
            }
            Some(Kind::FullStop | Kind::Question | Kind::Half | Kind::Close(_) | Kind::Straight) => {
                return on;
            }
            _ if first => return on,
            _ => {}
        }
        let dots = self.text.get(mark.start..mark.end).unwrap_or_default();
        let far = skip_blank(self.text, mark.end);
        let after = self.text.get(far..).unwrap_or_default();
        if after.starts_with(goes_on) {
            return on;
        }
        if let Some(half) = doubled(dots) {
            return (index + 1, Some(mark.start + half));
        }
        let speech = next.is_some_and(|next| next.start == far && self.is_speech(index + 1, *next));
        let before = self.text.get(self.sentence..mark.start).unwrap_or_default();
        (index + 1, (speech || new_sentence_follows(tail(before), after)).then_some(mark.end))
    }

    /// Whether the quotation at `index` is more than a word in quotation marks, like the “自由” of 所谓“自由”就是.
    fn is_speech(&self, index: usize, open: Mark) -> bool {
        let Kind::Open(pair) = open.kind else { return false };
        let Some(mate) = open.mate.map(|mate| mate as usize) else { return false };
        let ends = |mark: &Mark| {
            matches!(mark.kind, Kind::FullStop | Kind::Question | Kind::Half | Kind::Dot | Kind::Ellipsis)
        };
        let whole = self.marks.get(index..mate).is_some_and(|inside| inside.iter().any(ends));
        let taken_up = self.marks.get(mate).and_then(|mark| char_at(self.text, mark.end)).is_some_and(is_han);
        pair.is_quote() && (whole || !taken_up)
    }

    /// The closer of `[12]` after a full stop: it belongs to the sentence, unless such numbers open the sentences here.
    fn reference(&self, index: usize) -> Option<usize> {
        let open = self.marks.get(index)?;
        let mate = open.mate? as usize;
        let number = self.text.get(open.end..self.marks.get(mate)?.start)?;
        let list = char_at(self.text, self.sentence).is_some_and(|c| matches!(c, '[' | '［' | '〔'));
        let digits = number.len() <= 12
            && number.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | ' '));
        (digits && !list).then_some(mate)
    }

    /// Whether nothing that could be the start of a sentence stands at `at`.
    fn ends_here(&self, at: usize) -> bool {
        char_at(self.text, at).is_none_or(|c| is_blank(c) || !c.is_alphanumeric() && !is_opener(c))
    }
}

/// Twelve dots are two ellipses: one sentence trails off, the next is picked up in its middle. Where the second one starts.
fn doubled(dots: &str) -> Option<usize> {
    let wide = |c: char| matches!(c, '…' | '⋯');
    (dots.chars().count() == 4 && dots.chars().all(wide)).then_some(dots.len() / 2)
}

/// The last words of `text`, as far as anyone needs to look.
fn tail(text: &str) -> &str {
    let from = text.len().saturating_sub(64);
    (from..=text.len()).find_map(|at| text.get(at..)).unwrap_or_default()
}
