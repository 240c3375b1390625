//! Running text in comments and strings.

use std::ops::Range;

use kawara_core::BlockKind;

use crate::lines::{Line, lines};

/// A paragraph of a comment or a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) range: Range<usize>,
    /// Prose, or code where it does not look like that.
    pub(super) kind: BlockKind,
    /// Whether the one above announces it: `Usage:`, `Example::`.
    pub(super) is_announced: bool,
}

/// The paragraphs of a comment or a string.
pub(super) fn paragraphs(text: &str, range: Range<usize>) -> Vec<Paragraph> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut goes_on, mut says) = (false, false);
    for line in lines(text, range) {
        let is_gap = bare(line, text).is_empty();
        match found.last_mut() {
            // A line of a comment that says nothing stays with the paragraph above.
            Some(last) if goes_on || is_gap => last.end = line.end,
            _ => found.push(line.start..line.end),
        }
        says |= !is_gap;
        goes_on = !is_gap || !says;
    }
    let mut announces = false;
    found
        .into_iter()
        .map(|range| {
            let is_announced = std::mem::replace(&mut announces, ends_with_colon(text, range.clone()));
            Paragraph { kind: kind(text, range.clone()), range, is_announced }
        })
        .collect()
}

/// Whether the last line that says something ends with a colon.
fn ends_with_colon(text: &str, range: Range<usize>) -> bool {
    let said = lines(text, range).map(|line| bare(line, text)).filter(|said| !said.is_empty()).last();
    said.is_some_and(|said| said.ends_with([':', '：']))
}

/// What a line of a comment says, without what makes it a comment.
fn bare(line: Line, text: &str) -> &str {
    line.of(text).trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '*' | '/' | '#' | '"' | '\'' | '`' | '!' | '\u{feff}')
    })
}

fn kind(text: &str, range: Range<usize>) -> BlockKind {
    const MARKS: [&str; 9] = [">>>", "... ", ".. ", ":", "@", "|", "$ ", "+-", "\\"];
    let (mut letters, mut signs, mut total, mut words) = (0, 0, 0, 0);
    let mut is_dense = false;
    for line in lines(text, range) {
        let said = bare(line, text);
        if MARKS.iter().any(|mark| said.starts_with(mark)) {
            return BlockKind::Code;
        }
        words += said.split_whitespace().count();
        for c in said.chars().filter(|c| !c.is_whitespace()) {
            total += 1;
            // Vowels and tones of Thai that are marks are part of words too.
            letters += usize::from(c.is_alphabetic() || ('\u{e00}'..'\u{e7f}').contains(&c));
            is_dense |= c >= '\u{e00}' && c.is_alphabetic();
            signs += usize::from(matches!(
                c,
                '{' | '}' | '[' | ']' | '<' | '>' | '=' | ';' | '|' | '_' | '\\' | '\t'
            ));
        }
    }
    let is_prose = letters * 100 >= total * 80 && signs * 100 <= total * 5 && (words >= 6 || is_dense);
    if is_prose { BlockKind::Prose } else { BlockKind::Code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_told_from_examples() {
        let text = "/**\n * 弁を閉じる。\n * すでに閉じていれば何もしない。\n *\n * @param a  弁\n *\n * It opens the valve and waits for it.\n */";
        let kinds: Vec<_> = paragraphs(text, 0..text.len()).into_iter().map(|found| found.kind).collect();
        assert_eq!(kinds, [BlockKind::Prose, BlockKind::Code, BlockKind::Prose]);
        let text = ">>> f(1)\n2";
        assert_eq!(
            paragraphs(text, 0..text.len()),
            [Paragraph { range: 0..10, kind: BlockKind::Code, is_announced: false }]
        );
        let table = "a  1 2 3\nb  = 4 5\n";
        assert_eq!(paragraphs(table, 0..table.len())[0].kind, BlockKind::Code);
    }

    #[test]
    fn a_colon_announces_the_paragraph_below() {
        let text = " * Opens the valve.\n *\n * Usage::\n *\n *     open(a)\n *\n * 手順は次のとおり：\n *\n * - 閉じる\n *\n * End.";
        let announced: Vec<_> =
            paragraphs(text, 0..text.len()).into_iter().map(|found| found.is_announced).collect();
        assert_eq!(announced, [false, false, true, false, true, false]);
    }
}
