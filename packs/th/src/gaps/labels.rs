//! Labels of list items that stand in one line: 1. … 2. …, (ก) … (ข) …, bullets.

use super::{Sides, Verdict, headings, words};
use crate::chars::is_digit;

/// The items counted so far in a block.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// The number and the form of the last label.
    last: Option<(u32, Form)>,
    /// The last stretch of the last heading.
    heading: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// 1.
    Stop,
    /// 1)
    Bracket,
    /// (1)
    Brackets,
}

impl Sequence {
    /// What is to be said of a gap; gaps come in order.
    pub(super) fn next(&mut self, sides: &Sides<'_>) -> Option<Verdict> {
        if sides.nth == 0 {
            self.heading = headings::end(sides, 0);
        }
        if self.heading.is_some_and(|end| sides.nth <= end) {
            return Some(Verdict::Inside);
        }
        if let Some(end) = headings::end(sides, sides.nth + 1).filter(|_| !headings::is_reference(sides)) {
            self.heading = Some(end);
            return Some(Verdict::End);
        }
        let own = label(sides.before);
        if let Some(label) = own {
            self.last = Some(label);
        }
        if own.is_some() || is_bullet(sides.before) {
            return Some(Verdict::Inside);
        }
        let (number, form) = label(sides.behind)?;
        let counts = self.last.is_some_and(|(last, same)| last + 1 == number && same == form);
        (counts && !words::is_open(sides)).then_some(Verdict::End)
    }
}

/// A stretch that is nothing but the number of an item.
fn label(stretch: &str) -> Option<(u32, Form)> {
    let (body, form) = match stretch.strip_prefix('(') {
        Some(rest) => (rest.strip_suffix(')')?, Form::Brackets),
        None => match stretch.strip_suffix('.') {
            Some(rest) => (rest, Form::Stop),
            None => (stretch.strip_suffix(')')?, Form::Bracket),
        },
    };
    Some((number(body)?, form))
}

/// A number of one or two digits, or a letter of the alphabet counted from 1.
fn number(body: &str) -> Option<u32> {
    let mut characters = body.chars();
    let (first, second) = (characters.next()?, characters.next());
    if characters.next().is_some() {
        return None;
    }
    match second {
        None if matches!(first, 'ก'..='ฮ') => {
            LETTERS.chars().zip(1..).find(|(letter, _)| *letter == first).map(|(_, nth)| nth)
        }
        None => digit(first),
        Some(second) => Some(digit(first)? * 10 + digit(second)?),
    }
}

/// The letters that count items, in their order: ฃ and ฅ are not in use.
const LETTERS: &str = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";

fn digit(c: char) -> Option<u32> {
    is_digit(c).then(|| c.to_digit(10).unwrap_or_else(|| u32::from(c).saturating_sub(u32::from('๐'))))
}

fn is_bullet(stretch: &str) -> bool {
    matches!(stretch, "•" | "◦" | "▪" | "●" | "○" | "■" | "◆" | "*" | "·" | "➢" | "✓" | "✔")
}

/// Whether a line begins with the label of an item.
pub(crate) fn is_item(line: &str) -> bool {
    let first = line.split(char::is_whitespace).next().unwrap_or_default();
    label(first).is_some()
        || is_bullet(first)
        || matches!(first, "-" | "–" | "—")
        || first.starts_with(['•', '●', '▪'])
}
