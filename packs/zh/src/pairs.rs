//! Finds which brackets and quotation marks of a block belong together.
//!
//! One pass with a stack. A mark without a partner stays a plain character, so that a forgotten quotation mark cannot swallow
//! the rest of the text.

use kawara_core::Brackets;

use crate::chars::{char_before, is_digit};
use crate::marks::{Kind, Mark, Pair};

/// What is open, by index of its mark.
pub(crate) type Open = Brackets<{ Pair::COUNT }, usize>;

/// Sets the mates of all paired marks, and turns straight quotation marks that have one into openers and closers.
pub(crate) fn pair(text: &str, marks: &mut [Mark], open: &mut Open) {
    open.clear();
    let mut backwards = None;
    for index in 0..marks.len() {
        let Some(mark) = marks.get(index).copied() else { return };
        let closes = match mark.kind {
            Kind::Open(pair) => {
                open.open(pair as usize, index);
                None
            }
            Kind::Straight if open.is_open(Pair::Straight as usize) => Some(Pair::Straight),
            // 21" is a size.
            Kind::Straight if !char_before(text, mark.start).is_some_and(is_digit) => {
                open.open(Pair::Straight as usize, index);
                None
            }
            // Some type ”…” for “…”: two closers in a row with nothing open.
            Kind::Close(Pair::Double) if !open.is_open(Pair::Double as usize) => {
                match backwards.take() {
                    Some(first) => mate(first, index, Pair::Double, marks),
                    None => backwards = Some(index),
                }
                None
            }
            Kind::Close(pair) => Some(pair),
            Kind::Blank => {
                open.clear();
                backwards = None;
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

fn mate(opener: usize, closer: usize, pair: Pair, marks: &mut [Mark]) {
    let (Ok(from), Ok(to)) = (u32::try_from(opener), u32::try_from(closer)) else { return };
    if let Some(mark) = marks.get_mut(opener) {
        (mark.kind, mark.mate) = (Kind::Open(pair), Some(to));
    }
    if let Some(mark) = marks.get_mut(closer) {
        (mark.kind, mark.mate) = (Kind::Close(pair), Some(from));
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
        assert_eq!(paired("他说：“《甲（乙)》”"), ["“《甲（乙)》”", "《甲（乙)》", "（乙)"]);
    }

    #[test]
    fn a_mark_without_partner_stays_plain() {
        assert_eq!(paired("「「甲「乙」丙"), ["「乙」"]);
        assert_eq!(paired("“甲（乙”丙）"), ["“甲（乙”"]);
        assert!(paired("」甲「").is_empty());
    }

    #[test]
    fn straight_marks_alternate_and_sizes_are_none() {
        assert_eq!(paired("一台21\"屏幕，\"很大\"，\"很亮\"。"), ["\"很大\"", "\"很亮\""]);
    }

    #[test]
    fn two_closers_in_a_row_are_a_pair() {
        assert_eq!(paired("结束。”新的”一句。"), ["”新的”"]);
    }

    #[test]
    fn a_blank_line_closes_everything() {
        assert!(paired("“甲\n\n乙”").is_empty());
    }
}
