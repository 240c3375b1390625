//! One pass over a block that finds its punctuation. Nearly all of Chinese text is letters, which are skipped by their first byte.

use crate::chars::{char_at, char_before, is_blank, is_digit, is_latin};
use crate::emoji;

/// What a punctuation mark is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `。` and its variants.
    FullStop,
    /// `！` and `？` and their variants.
    Question,
    /// ASCII `!` and `?`.
    Half,
    /// `.` and `．`: a full stop, a decimal point, part of a name.
    Dot,
    /// A run of `…`, `⋯` or of two and more dots.
    Ellipsis,
    /// A semicolon.
    Semicolon,
    /// A comma.
    Comma,
    /// `、`, which parts the items of a list.
    Listing,
    /// An opening quotation mark or bracket.
    Open(Pair),
    /// A closing one.
    Close(Pair),
    /// A straight quotation mark, which may be either.
    Straight,
    /// A run of emoji, one of which shows a feeling.
    Emoji,
    /// White space with a blank line in it.
    Blank,
}

/// A family of paired marks; full and half width of one shape are the same family, because they get mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    Double,
    Single,
    Corner,
    WhiteCorner,
    Prime,
    Straight,
    Round,
    Square,
    Title,
    InnerTitle,
}

impl Pair {
    pub(crate) const COUNT: usize = 10;

    pub(crate) const fn is_title(self) -> bool {
        matches!(self, Self::Title | Self::InnerTitle)
    }

    pub(crate) const fn is_aside(self) -> bool {
        matches!(self, Self::Round | Self::Square)
    }

    pub(crate) const fn is_quote(self) -> bool {
        !self.is_title() && !self.is_aside()
    }
}

/// A punctuation mark, or a run of dots: half-open bytes of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
    /// The index of the mark that it is paired with.
    pub(crate) mate: Option<u32>,
}

/// Finds the marks of a block, in order; semicolons and commas only where `fine` asks for them.
pub(crate) fn scan(text: &str, fine: bool, marks: &mut Vec<Mark>) {
    marks.clear();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let step = STEP[first as usize];
        if step > 0 {
            at += usize::from(step);
            continue;
        }
        let Some(c) = char_at(text, at) else { return };
        let end = at + c.len_utf8();
        let kind = match c {
            '\n' | '\r' | '\u{2029}' => {
                at = line_break(text, at, marks);
                continue;
            }
            ';' | ',' if !fine => None,
            ',' => half_comma(text, at, end),
            '’' if inside_latin(text, at, end) => None,
            '\u{2600}'..='\u{27bf}' | '\u{1f300}'..='\u{1faff}' => {
                let (len, feels) = emoji::run(text.get(at..).unwrap_or_default());
                if feels {
                    marks.push(Mark { start: at, end: at + len, kind: Kind::Emoji, mate: None });
                }
                at += len.max(c.len_utf8());
                continue;
            }
            _ => classify(c),
        };
        match kind {
            Some(Kind::Dot | Kind::Ellipsis) => {
                let (end, dots) = dot_run(text, at);
                let kind = if kind == Some(Kind::Dot) && dots == 1 { Kind::Dot } else { Kind::Ellipsis };
                marks.push(Mark { start: at, end, kind, mate: None });
                at = end;
                continue;
            }
            Some(Kind::Semicolon | Kind::Comma | Kind::Listing) if !fine => {}
            Some(kind) => marks.push(Mark { start: at, end, kind, mate: None }),
            None => {}
        }
        at = end;
    }
}

/// How many bytes to skip for a first byte that cannot start a mark; 0 where the character has to be looked at.
const STEP: [u8; 256] = {
    let mut step = [1; 256];
    let mut byte = 0xc0;
    while byte < 0x100 {
        step[byte] = match byte {
            0xe2 | 0xe3 | 0xef | 0xf0 => 0,
            0xc0..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        byte += 1;
    }
    let looked_at = b"!?.,;\"()[]\n\r";
    let mut i = 0;
    while i < looked_at.len() {
        step[looked_at[i] as usize] = 0;
        i += 1;
    }
    step
};

fn classify(c: char) -> Option<Kind> {
    Some(match c {
        '。' | '｡' | '︒' => Kind::FullStop,
        '！' | '？' | '‼' | '⁇' | '⁈' | '⁉' | '︕' | '︖' | '﹖' | '﹗' => Kind::Question,
        '!' | '?' => Kind::Half,
        '.' | '．' | '﹒' => Kind::Dot,
        '…' | '⋯' | '‥' | '︙' => Kind::Ellipsis,
        '；' | ';' | '︔' | '﹔' => Kind::Semicolon,
        '，' | '︐' | '﹐' => Kind::Comma,
        '、' | '､' | '︑' | '﹑' => Kind::Listing,
        '"' | '＂' => Kind::Straight,
        '“' => Kind::Open(Pair::Double),
        '”' => Kind::Close(Pair::Double),
        '‘' => Kind::Open(Pair::Single),
        '’' => Kind::Close(Pair::Single),
        '「' | '｢' | '﹁' => Kind::Open(Pair::Corner),
        '」' | '｣' | '﹂' => Kind::Close(Pair::Corner),
        '『' | '﹃' => Kind::Open(Pair::WhiteCorner),
        '』' | '﹄' => Kind::Close(Pair::WhiteCorner),
        '〝' => Kind::Open(Pair::Prime),
        '〞' | '〟' => Kind::Close(Pair::Prime),
        '（' | '(' | '︵' | '﹙' => Kind::Open(Pair::Round),
        '）' | ')' | '︶' | '﹚' => Kind::Close(Pair::Round),
        '【' | '〔' | '〖' | '［' | '[' => Kind::Open(Pair::Square),
        '】' | '〕' | '〗' | '］' | ']' => Kind::Close(Pair::Square),
        '《' | '︽' => Kind::Open(Pair::Title),
        '》' | '︾' => Kind::Close(Pair::Title),
        '〈' | '︿' => Kind::Open(Pair::InnerTitle),
        '〉' | '﹀' => Kind::Close(Pair::InnerTitle),
        _ => return None,
    })
}

/// A half-width comma is one unless it stands inside a number or between Latin letters.
fn half_comma(text: &str, at: usize, end: usize) -> Option<Kind> {
    let (before, after) = (char_before(text, at)?, char_at(text, end)?);
    let inside = (is_digit(before) || is_latin(before)) && (is_digit(after) || is_latin(after));
    (!inside).then_some(Kind::Comma)
}

/// The apostrophe of `don’t`.
fn inside_latin(text: &str, at: usize, end: usize) -> bool {
    char_before(text, at).is_some_and(is_latin) && char_at(text, end).is_some_and(is_latin)
}

/// The end of a run of dots of any kind, and how many characters it has.
fn dot_run(text: &str, at: usize) -> (usize, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let is_dot = |c: &char| matches!(classify(*c), Some(Kind::Dot | Kind::Ellipsis));
    rest.chars().take_while(is_dot).fold((at, 0), |(end, dots), c| (end + c.len_utf8(), dots + 1))
}

/// Passes the white space that begins with a line break, and reports it if there is a blank line in it.
fn line_break(text: &str, at: usize, marks: &mut Vec<Mark>) -> usize {
    let mut end = at;
    let mut breaks = 0;
    let mut before = ' ';
    for c in text.get(at..).unwrap_or_default().chars().take_while(|c| is_blank(*c)) {
        breaks += match c {
            '\n' if before == '\r' => 0,
            '\n' | '\r' => 1,
            '\u{2029}' => 2,
            _ => 0,
        };
        end += c.len_utf8();
        before = c;
    }
    if breaks > 1 {
        marks.push(Mark { start: at, end, kind: Kind::Blank, mate: None });
    }
    end
}
