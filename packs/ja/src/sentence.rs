//! Sentence grain: walks the marks of a block and decides at each whether a sentence ends.

mod asides;
mod moods;
mod quotes;
mod run;

use kawara_core::{Result, settle};

use crate::chars::{
    char_at, char_before, first_chars, is_blank, is_closer, is_hiragana, is_japanese, is_kanji, is_katakana,
    is_latin, last_chars, skip_blank,
};
use crate::dots::{self, Stops};
use crate::follow::{self, Ended};
use crate::marks::{Kind, Mark, Pair};
use crate::morphology::Morphology;
use crate::words::listed;

/// Whether the sentences quoted in a sentence are units of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// A quotation stays whole, however many sentences it has.
    #[default]
    Whole,
    /// A quotation is cut at the ends of its sentences.
    Split,
}

/// Collects where the sentences of `text` end, but for the last one. Its marks have been found and paired.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn ends(
    text: &str,
    marks: &[Mark],
    quotes: Quotes,
    morphology: &mut Morphology<'_>,
    ends: &mut Vec<usize>,
) -> Result<()> {
    ends.clear();
    let mut walk = Walk {
        text,
        marks,
        quotes,
        dots_stop: dots_stop(text, marks),
        sentence: skip_blank(text, 0),
        chain: None,
        morphology,
    };
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        let (next, end) = walk.step(index, *mark)?;
        index = next.max(index + 1);
        let Some(end) = end else { continue };
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
    Ok(())
}

/// Which dots are the full stops here: there is no `。`, and one stands at the end or behind hiragana.
fn dots_stop(text: &str, marks: &[Mark]) -> Stops {
    let mut stops = Stops::default();
    for mark in marks {
        match mark.kind {
            Kind::Stop => return Stops::default(),
            Kind::Dot
                if skip_blank(text, mark.end) == text.len()
                    || char_before(text, mark.start).is_some_and(is_hiragana) =>
            {
                stops.any = true;
                stops.wide |= text.get(mark.start..mark.end) == Some("．");
            }
            _ => {}
        }
    }
    stops
}

struct Walk<'a, 'm, 'd> {
    text: &'a str,
    marks: &'a [Mark],
    quotes: Quotes,
    dots_stop: Stops,
    /// Where the sentence begins.
    sentence: usize,
    /// What is known about the chain of quotations that was met last.
    chain: Option<quotes::Chain>,
    morphology: &'m mut Morphology<'d>,
}

/// The index of the next mark to look at, and the byte where a sentence ends, if one does.
type Step = (usize, Option<usize>);

/// A pair that closes a sentence, and where it was opened, if it was opened in this block.
#[derive(Clone, Copy, Debug)]
struct Closed {
    pair: Pair,
    opener: Option<usize>,
}

impl Walk<'_, '_, '_> {
    fn step(&mut self, index: usize, mark: Mark) -> Result<Step> {
        let on = Ok((index + 1, None));
        match mark.kind {
            Kind::Blank => Ok((index + 1, Some(mark.end))),
            Kind::Stop => self.run(index, mark.kind),
            Kind::Loud | Kind::Half if self.ends_loudly(index, mark) => self.run(index, mark.kind),
            Kind::Dot if dots::ends(self.text, mark.start, mark.end, self.sentence, self.dots_stop) => {
                self.run(index, mark.kind)
            }
            Kind::Ellipsis => self.ellipsis(index, mark),
            Kind::Mood(mood) => self.mood(index, mark.start, mark.end, mood),
            Kind::Open(pair) => match mark.mate.map(|mate| mate as usize) {
                None => on,
                Some(mate) if pair.is_quote() => self.quotation(index, mate, pair),
                Some(mate) => self.aside(index, mate, pair),
            },
            _ => on,
        }
    }

    /// `！`, `？` and their ASCII forms also stand in names, addresses and code.
    fn ends_loudly(&self, index: usize, mark: Mark) -> bool {
        if self.marks.get(index + 1).is_some_and(|next| next.start == mark.end && next.kind.is_terminator()) {
            return true;
        }
        let Some(after) = char_at(self.text, mark.end) else { return true };
        let before = char_before(self.text, mark.start).unwrap_or(' ');
        if is_latin(before) && self.is_name(mark, after) {
            return false;
        }
        if mark.kind == Kind::Loud {
            return true;
        }
        if is_japanese(before) || is_closer(before) || is_blank(before) && is_japanese(after) {
            return !matches!(after, '=' | '/' | '&');
        }
        if after.is_ascii_alphanumeric()
            || matches!(after, '=' | '/' | '&' | '#' | '_' | '%' | '+' | '-' | '@' | '<' | '[' | '(')
        {
            return false;
        }
        let far = skip_blank(self.text, mark.end);
        far == mark.end || !char_at(self.text, far).is_some_and(char::is_lowercase)
    }

    /// Yahoo!ニュース: a Latin name with a mark of its own, and no interjection.
    fn is_name(&self, mark: Mark, after: char) -> bool {
        let head = self.text.get(self.sentence..mark.start).unwrap_or_default();
        let letters =
            head.chars().rev().take(24).take_while(|c| is_latin(*c)).map(char::len_utf8).sum::<usize>();
        let word = head.get(head.len() - letters..).unwrap_or_default();
        if listed("yahoo joomla yum ｙａｈｏｏ").any(|name| name.eq_ignore_ascii_case(word)) {
            return is_japanese(after)
                || is_latin(char_at(self.text, skip_blank(self.text, mark.end)).unwrap_or(' '));
        }
        let interjection = listed(INTERJECTIONS).any(|known| known.eq_ignore_ascii_case(word));
        let asks = self.text.get(mark.start..mark.end).is_some_and(|m| matches!(m, "?" | "？"));
        let alone = !head.get(..head.len() - letters).unwrap_or_default().ends_with(' ');
        word.starts_with(|c: char| c.is_uppercase())
            && alone
            && !interjection
            && !asks
            && (is_katakana(after) || is_kanji(after))
    }

    /// An ellipsis ends a sentence only if that is finished and a wide space follows.
    fn ellipsis(&mut self, index: usize, mark: Mark) -> Result<Step> {
        let next = self.marks.get(index + 1).filter(|next| next.start == mark.end);
        if next.is_some_and(|next| {
            next.kind.is_terminator() || matches!(next.kind, Kind::Close(_) | Kind::Straight(_))
        }) {
            return Ok((index + 1, None));
        }
        let before = self.text.get(self.sentence..mark.start).unwrap_or_default();
        let after = self.text.get(mark.end..).unwrap_or_default();
        let parted = after.starts_with('\u{3000}') || after.starts_with("  ");
        if !parted || !is_finished(before) {
            return Ok((index + 1, None));
        }
        let goes_on = self.goes_on(mark.end, Ended::Loud)?;
        Ok((index + 1, (!goes_on).then_some(mark.end)))
    }

    /// Whether what follows byte `end` takes up what stands before it.
    fn goes_on(&mut self, end: usize, ended: Ended) -> Result<bool> {
        let far = skip_blank(self.text, end);
        let after = self.text.get(far..).unwrap_or_default();
        let Some(next) = after.chars().next() else { return Ok(false) };
        if crate::chars::goes_on(next) {
            return Ok(true);
        }
        // A quotation or a title may be one of several, or part of a name.
        if matches!(ended, Ended::Quote { .. })
            && matches!(next, '・' | '／' | '/' | '＆' | '&' | '＋' | '+' | '→' | '×' | '～' | '〜')
        {
            return Ok(true);
        }
        if next.is_ascii_lowercase() && matches!(ended, Ended::Quote { .. }) {
            return Ok(true);
        }
        follow::continues(after, ended, self.morphology)
    }
}

/// Whether words end as a finished sentence does: 行きました, 高い, そうだよ. A guess by the last letters.
fn is_finished(words: &str) -> bool {
    let words = last_chars(words, 16)
        .trim_end_matches(|c| is_blank(c) || matches!(c, 'ー' | '〜' | '～' | 'っ' | 'ッ' | '…'));
    let Some(last) = words.chars().next_back() else { return false };
    "ただすんいるうくぐむぶつぬよねなわぞぜさかぁぅぇしろ".contains(last)
}

/// Polite endings, which stand before no noun.
fn is_finished_politely(words: &str) -> bool {
    let words = words.trim_end_matches(is_blank);
    crate::words::ends_with_any(
        words,
        "です ます ました でした ません でしょう ましょう ください 下さい だった である",
    )
}

/// The beginning of what follows byte `at`.
fn near(text: &str, at: usize) -> &str {
    first_chars(text.get(at..).unwrap_or_default(), 16)
}

/// Latin words that are often shouted.
const INTERJECTIONS: &str = "
    ok okay yes no wow oh ah hey hi hello bye thanks thank sorry please go stop good nice great cool congratulations
    congrats happy welcome yeah yay bravo amazing perfect wonderful fight start finish next lol omg ｏｋ
";
