//! What stands before the first word of an item: its number, the name of the speaker.

use crate::chars::{
    first_chars, is_blank, is_closer, is_digit, is_latin, is_numeral, is_opener, is_terminator,
};

/// The longest label, in characters.
const LONGEST: usize = 12;

/// A sentence without its label: 第七条の二　前条の, 議長：では, Q1. 返品は, （２）同社の
pub(super) fn without(unit: &str) -> &str {
    let head = first_chars(unit, LONGEST);
    let end = numbered(head).or_else(|| spoken(head)).unwrap_or(0);
    unit.get(end..).unwrap_or_default().trim_start_matches(is_blank)
}

/// The end of a number and the mark or space behind it.
fn numbered(head: &str) -> Option<usize> {
    let rest = head.trim_start_matches(|c| is_opener(c) || is_latin(c) || c == '第');
    let number = rest
        .trim_start_matches(|c| is_numeral(c) || matches!(c, '条' | '項' | '号' | '章' | '節' | 'の' | '-'));
    let lettered = head.len() > rest.len();
    if number.len() == rest.len() && !(lettered && head.chars().count() - rest.chars().count() == 1) {
        return None;
    }
    let mark = number.chars().next()?;
    let label = is_closer(mark) || is_blank(mark) || matches!(mark, '.' | '．' | '：' | ':' | '、');
    label.then(|| head.len() - number.len() + mark.len_utf8())
}

/// The end of a name and its colon.
fn spoken(head: &str) -> Option<usize> {
    let (at, colon) = head
        .char_indices()
        .find(|(_, c)| matches!(c, '：' | ':') || is_blank(*c) || is_terminator(*c) || *c == '、')?;
    let after = head.get(at + colon.len_utf8()..)?;
    (at > 0 && matches!(colon, '：' | ':') && !after.starts_with(is_digit)).then_some(at + colon.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn labels_and_what_only_looks_like_one() {
        assert_eq!(without("第七条の二　前条の規定"), "前条の規定");
        assert_eq!(without("２　前項の規定"), "前項の規定");
        assert_eq!(without("議長：では始める"), "では始める");
        assert_eq!(without("Q1. その場合は"), "その場合は");
        assert_eq!(without("（２）同社の"), "同社の");
        assert_eq!(without("1995年、同社は"), "1995年、同社は");
        assert_eq!(without("開始は10:30です"), "開始は10:30です");
        assert_eq!(without("しかし、雨だ"), "しかし、雨だ");
    }
}
