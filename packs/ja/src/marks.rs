//! One pass over a block that finds its punctuation. Nearly all of Japanese text is letters, which are skipped by their first bytes.

use crate::chars::{char_at, char_before, is_blank, is_digit, is_japanese, is_latin};
use crate::moods;
use crate::web;

mod kinds;

pub(crate) use kinds::{Kind, Mood, Pair, classify};

/// A punctuation mark, or a run of equal ones: half-open bytes of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
    /// The index of the mark that it is paired with.
    pub(crate) mate: Option<u32>,
}

/// Finds the marks of a block, in order; commas only where `fine` asks for them.
pub(crate) fn scan(text: &str, fine: bool, marks: &mut Vec<Mark>) {
    marks.clear();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let step = match first {
            0xe3 => wide_step(bytes, at),
            _ => STEP[first as usize],
        };
        if step > 0 {
            at += usize::from(step);
            continue;
        }
        let Some(c) = char_at(text, at) else { return };
        at = look(text, at, c, fine, marks);
    }
}

/// How many bytes to skip for a first byte that cannot start a mark; 0 where the character has to be looked at.
const STEP: [u8; 256] = {
    let mut step = [1; 256];
    let mut byte = 0xc0;
    while byte < 0x100 {
        step[byte] = match byte {
            0xe2 | 0xef | 0xf0 => 0,
            0xc0..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        byte += 1;
    }
    let looked_at = b"!?.,\"'*_~()[]{}:^wW\n\r";
    let mut i = 0;
    while i < looked_at.len() {
        step[looked_at[i] as usize] = 0;
        i += 1;
    }
    step
};

/// Kana share their first byte with the punctuation of the block U+3000, and `・` is among them.
fn wide_step(bytes: &[u8], at: usize) -> u8 {
    match (bytes.get(at + 1), bytes.get(at + 2)) {
        (Some(0x80), _) | (Some(0x83), Some(0xbb)) => 0,
        _ => 3,
    }
}

/// Looks at the character `c` at byte `at`, pushes the mark that starts there, if one does, and returns where to go on.
fn look(text: &str, at: usize, c: char, fine: bool, marks: &mut Vec<Mark>) -> usize {
    let end = at + c.len_utf8();
    let mut push = |end: usize, kind: Kind| {
        marks.push(Mark { start: at, end, kind, mate: None });
        end
    };
    match c {
        '\n' | '\r' | '\u{2029}' => line_break(text, at, marks),
        ':' => web::skip(text, at).unwrap_or(end),
        ',' if !fine || inside_number(text, at, end) => end,
        '、' | '，' | '､' | '﹐' | '﹑' if !fine => end,
        '’' | '\'' if inside_latin(text, at, end) => end,
        '*' | '_' | '~' => {
            let rest = text.get(at..).unwrap_or_default();
            let run = rest.len() - rest.trim_start_matches(c).len();
            // One ~ is a wave between two numbers, and more than three of anything are a line.
            if run > 3 || c == '~' && run == 1 { at + run } else { push(at + run, Kind::Emphasis) }
        }
        '・' | '･' | '.' | '．' | '…' | '⋯' | '‥' => {
            let (run, count) = dot_run(text, at);
            match c {
                '・' | '･' if count < 2 => end,
                '.' | '．' if count < 2 => push(end, Kind::Dot),
                _ => push(run, Kind::Ellipsis),
            }
        }
        'w' | 'W' | 'ｗ' | 'Ｗ' | '^' => match moods::laughter(text, at) {
            (end, true) => push(end, Kind::Mood(Mood::Feeling)),
            (end, false) => end,
        },
        _ => match classify(c) {
            Some(kind) => push(end, kind),
            None => match moods::picture_run(text, at) {
                Some((end, mood)) => push(end, Kind::Mood(mood)),
                None => end,
            },
        },
    }
}

/// 3,500: a comma inside a number, or between Latin letters.
fn inside_number(text: &str, at: usize, end: usize) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| is_digit(c) || is_latin(c));
    inner(char_before(text, at)) && inner(char_at(text, end))
}

/// The apostrophe of `don’t`.
fn inside_latin(text: &str, at: usize, end: usize) -> bool {
    char_before(text, at).is_some_and(is_latin)
        && char_at(text, end).is_some_and(|c| is_latin(c) || !is_japanese(c) && !is_blank(c))
}

/// The end of a run of dots of any kind, and how many characters it has.
fn dot_run(text: &str, at: usize) -> (usize, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let is_dot = |c: &char| matches!(c, '・' | '･' | '.' | '．' | '…' | '⋯' | '‥');
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
