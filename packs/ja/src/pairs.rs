//! Finds which brackets and quotation marks of a block belong together.
//!
//! One pass with a stack. A mark without a partner stays a plain character, so that a forgotten bracket cannot swallow the rest of
//! the text.

use crate::chars::{char_before, is_digit};
use crate::marks::{Kind, Mark, Pair};

/// Sets the mates of all paired marks, and turns straight quotation marks that have one into openers and closers.
pub(crate) fn pair(text: &str, marks: &mut [Mark], stack: &mut Vec<(Pair, usize)>) {
    stack.clear();
    let mut open = [0usize; Pair::COUNT];
    for index in 0..marks.len() {
        let Some(mark) = marks.get(index).copied() else { return };
        match mark.kind {
            Kind::Open(pair) => {
                stack.push((pair, index));
                open[pair as usize] += 1;
            }
            Kind::Straight if open[Pair::Straight as usize] > 0 => {
                close(Pair::Straight, index, marks, stack, &mut open);
            }
            // 21" is a size.
            Kind::Straight if !char_before(text, mark.start).is_some_and(is_digit) => {
                stack.push((Pair::Straight, index));
                open[Pair::Straight as usize] += 1;
            }
            Kind::Close(pair) if open[pair as usize] > 0 => close(pair, index, marks, stack, &mut open),
            Kind::Blank => {
                stack.clear();
                open = [0; Pair::COUNT];
            }
            _ => {}
        }
    }
}

/// Pairs a closer with the last opener of its kind; openers in between have no partner.
fn close(
    pair: Pair,
    index: usize,
    marks: &mut [Mark],
    stack: &mut Vec<(Pair, usize)>,
    open: &mut [usize; Pair::COUNT],
) {
    while let Some((top, opener)) = stack.pop() {
        open[top as usize] -= 1;
        if top == pair {
            mate(opener, index, pair, marks);
            return;
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
        let (mut marks, mut stack) = (Vec::new(), Vec::new());
        scan(text, false, &mut marks);
        pair(text, &mut marks, &mut stack);
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
    fn a_blank_line_closes_everything() {
        assert!(paired("「甲\n\n乙」").is_empty());
    }
}
