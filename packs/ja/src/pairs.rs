//! Finds which brackets and quotation marks of a block belong together.
//!
//! One pass with a stack. A mark without a partner stays a plain character, so that a forgotten bracket cannot swallow the rest of
//! the text.

use kawara_core::Brackets;

use crate::chars::{char_at, char_before, is_blank, is_closer, is_digit, is_latin, is_opener, is_terminator};
use crate::marks::{Kind, Mark, Pair};

/// What is open, by index of its mark.
pub(crate) type Open = Brackets<{ Pair::COUNT }, usize>;

/// Sets the mates of all paired marks, and turns straight quotation marks that have one into openers and closers.
pub(crate) fn pair(text: &str, marks: &mut [Mark], open: &mut Open) {
    open.clear();
    let mut emphasis = [None; EMPHASES];
    for index in 0..marks.len() {
        let Some(mark) = marks.get(index).copied() else { return };
        let closes = match mark.kind {
            Kind::Open(pair) => {
                open.open(pair as usize, index);
                None
            }
            Kind::Straight(pair) if open.is_open(pair as usize) && may_close(text, mark, pair) => Some(pair),
            Kind::Straight(pair) if may_open(text, mark, pair) => {
                open.open(pair as usize, index);
                None
            }
            Kind::Emphasis => {
                emphasize(text, index, marks, &mut emphasis);
                None
            }
            Kind::Close(pair) => Some(pair),
            Kind::Blank => {
                open.clear();
                emphasis = [None; EMPHASES];
                None
            }
            _ => None,
        };
        if let Some(pair) = closes
            && let Some(opener) = open.close(pair as usize)
        {
            mate(opener, index, pair, marks);
        }
    }
}

/// 21" is a size, and the mark of '95 or don't encloses nothing.
fn may_open(text: &str, mark: Mark, pair: Pair) -> bool {
    let before = char_before(text, mark.start);
    !before.is_some_and(|c| is_digit(c) || pair == Pair::StraightSingle && is_latin(c))
        && (pair == Pair::Straight || char_at(text, mark.end).is_some_and(|c| !is_blank(c)))
}

fn may_close(text: &str, mark: Mark, pair: Pair) -> bool {
    pair == Pair::Straight
        || !char_before(text, mark.start).is_some_and(is_blank)
            && !char_at(text, mark.end).is_some_and(|c| is_digit(c) || is_latin(c))
}

/// `*`, `_` and `~`, in runs of up to three.
const EMPHASES: usize = 9;

/// Pairs a run that may close emphasis with the last equal one that may open it. Emphasis may cross brackets and quotations.
fn emphasize(text: &str, index: usize, marks: &mut [Mark], open: &mut [Option<usize>; EMPHASES]) {
    let Some(mark) = marks.get(index).copied() else { return };
    let sign = match char_at(text, mark.start) {
        Some('*') => 0,
        Some('_') => 3,
        _ => 6,
    };
    let Some(slot) = open.get_mut(sign + (mark.end - mark.start - 1)) else { return };
    let before = char_before(text, mark.start).unwrap_or(' ');
    let after = char_at(text, mark.end).unwrap_or(' ');
    if let Some(opener) = *slot
        && !is_blank(before)
        && !is_opener(before)
    {
        link(opener, index, marks);
        *slot = None;
        return;
    }
    let product = before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric();
    // 売上*1 has a note.
    let note = mark.end - mark.start == 1 && is_digit(after);
    if !is_blank(after) && !is_closer(after) && !is_terminator(after) && !product && !note {
        *slot = Some(index);
    }
}

fn mate(opener: usize, closer: usize, pair: Pair, marks: &mut [Mark]) {
    if let Some(mark) = marks.get_mut(opener) {
        mark.kind = Kind::Open(pair);
    }
    if let Some(mark) = marks.get_mut(closer) {
        mark.kind = Kind::Close(pair);
    }
    link(opener, closer, marks);
}

fn link(opener: usize, closer: usize, marks: &mut [Mark]) {
    let (Ok(from), Ok(to)) = (u32::try_from(opener), u32::try_from(closer)) else { return };
    if let Some(mark) = marks.get_mut(opener) {
        mark.mate = Some(to);
    }
    if let Some(mark) = marks.get_mut(closer) {
        mark.mate = Some(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::scan;

    fn paired(text: &str) -> Vec<&str> {
        let (mut marks, mut open) = (Vec::new(), Open::default());
        scan(text, false, &mut marks);
        pair(text, &mut marks, &mut open);
        let end = |mate: u32| marks[mate as usize].end;
        let openers = marks.iter().filter(|mark| matches!(mark.kind, Kind::Open(_)));
        openers.filter_map(|mark| mark.mate.map(|mate| &text[mark.start..end(mate)])).collect()
    }

    #[test]
    fn nested_and_mixed_width() {
        assert_eq!(paired("彼は「『甲（乙)』」と"), ["「『甲（乙)』」", "『甲（乙)』", "（乙)"]);
        assert_eq!(paired("｢甲｣「乙｣"), ["｢甲｣", "「乙｣"]);
    }

    #[test]
    fn a_mark_without_partner_stays_plain() {
        assert_eq!(paired("「「甲「乙」丙"), ["「乙」"]);
        assert_eq!(paired("「甲（乙」丙）"), ["「甲（乙」"]);
        assert!(paired("」甲「").is_empty());
    }

    #[test]
    fn straight_marks_alternate_and_sizes_are_none() {
        assert_eq!(paired("21\"の画面は\"大きい\"、\"明るい\"。"), ["\"大きい\"", "\"明るい\""]);
    }

    #[test]
    fn straight_single_marks_pair_only_where_they_enclose() {
        assert_eq!(paired("'95年の don't と 'はい' を"), ["'はい'"]);
        assert!(paired("'99年に始まった。'05年に終わった。").is_empty());
    }

    #[test]
    fn emphasis_pairs_equal_runs() {
        let emphases = |text: &str| {
            let (mut marks, mut open) = (Vec::new(), Open::default());
            scan(text, false, &mut marks);
            pair(text, &mut marks, &mut open);
            marks.iter().filter(|mark| mark.kind == Kind::Emphasis && mark.mate.is_some()).count()
        };
        assert_eq!(emphases("**甲**と*乙*と~~丙~~"), 6);
        assert_eq!(emphases("**甲*と__乙_"), 0);
        assert_eq!(emphases("3*4*5 a_b_c 売上*1と*2 * 甲 *"), 0);
        assert_eq!(emphases("**甲\n\n乙**"), 0);
    }

    #[test]
    fn a_blank_line_closes_everything() {
        assert!(paired("「甲\n\n乙」").is_empty());
    }
}
