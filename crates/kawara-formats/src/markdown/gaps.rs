//! What lies between the parser's blocks: markers of lists and quotes, definitions of links, stray marks. None of it is lost.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use crate::lines::{Line, is_blank, lines, trim};
use crate::outline::Piece;

/// Puts every byte from `start` on that is not blank into a piece.
///
/// Markers belong to the piece they stand before, marks behind a piece to it; other lines become rows of their own. Returns
/// where links are defined.
pub(crate) fn fill(text: &str, start: usize, pieces: &mut Vec<Piece>) -> Vec<Range<usize>> {
    let mut filled: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut added = Vec::new();
    let mut end = start;
    for mut piece in pieces.drain(..) {
        let first = filled.len();
        piece.range.start = close(text, end..piece.range.start, Some(piece.range.start), &mut filled);
        added.extend(filled[first..].iter().map(|piece| piece.range.clone()));
        end = piece.range.end;
        filled.push(piece);
    }
    let first = filled.len();
    close(text, end..text.len(), None, &mut filled);
    added.extend(filled[first..].iter().map(|piece| piece.range.clone()));
    *pieces = filled;
    added.retain(|range| text[range.clone()].starts_with('['));
    added
}

/// Fills one gap and returns where the next piece starts.
fn close(text: &str, gap: Range<usize>, next: Option<usize>, filled: &mut Vec<Piece>) -> usize {
    let mut start = next.unwrap_or(gap.end);
    if is_blank(&text[gap.clone()]) {
        return start;
    }
    let mut rest: Vec<Line> = lines(text, gap.clone()).collect();
    if next.is_some() {
        // What shares the line of the next piece, then the lines of markers that touch it.
        while let Some(line) = rest.last() {
            let shares_line = line.next == gap.end && !text[..gap.end].ends_with('\n');
            if !shares_line && (is_blank(line.of(text)) || !is_marker(line.of(text))) {
                break;
            }
            if !is_blank(line.of(text)) {
                start = trim(text, line.start..line.end).start;
            }
            rest.pop();
        }
    }
    keep_lines(text, gap.start, &rest, filled);
    start
}

fn keep_lines(text: &str, gap_start: usize, rest: &[Line], filled: &mut Vec<Piece>) {
    let mut is_row = false;
    for line in rest.iter().filter(|line| !is_blank(line.of(text))) {
        let range = trim(text, line.start..line.end);
        let said = line.of(text);
        let shares_line = line.start == gap_start && !text[..gap_start].ends_with('\n');
        let continues_row = is_row && said.starts_with([' ', '\t']);
        match filled.last_mut() {
            Some(_) if !shares_line && is_quote_mark(said) => {
                filled.push(Piece::new(range, BlockKind::Opaque, Joint::Line));
            }
            Some(last) if shares_line || continues_row || is_marker(said) => last.range.end = range.end,
            _ => {
                let joint = if is_row { Joint::Line } else { Joint::Paragraph };
                filled.push(Piece::new(range, BlockKind::Row, joint));
                is_row = true;
            }
        }
    }
}

/// Whether a line holds nothing but markers of quotes and lists.
fn is_marker(line: &str) -> bool {
    line.trim().chars().all(|c| matches!(c, '>' | ' ' | '\t' | '-' | '+' | '*' | '.' | ')' | '0'..='9'))
}

/// Whether a line holds nothing but markers of quotes.
pub(crate) fn is_quote_mark(line: &str) -> bool {
    line.trim_start().starts_with('>') && line.chars().all(|c| matches!(c, '>' | ' ' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, ranges: &[Range<usize>]) -> Vec<String> {
        let mut pieces: Vec<_> =
            ranges.iter().map(|r| Piece::new(r.clone(), BlockKind::Prose, Joint::Paragraph)).collect();
        fill(text, 0, &mut pieces);
        pieces.iter().map(|piece| text[piece.range.clone()].to_owned()).collect()
    }

    #[test]
    fn markers_go_to_what_they_mark() {
        assert_eq!(filled("- one\n- two", &[2..5, 8..11]), ["- one", "- two"]);
        assert_eq!(filled("> one\n>\n> two", &[2..5, 10..13]), ["> one", ">\n> two"]);
        assert_eq!(filled("> one\n>\n\ntwo", &[2..5, 9..12]), ["> one", ">", "two"]);
    }

    #[test]
    fn other_lines_become_rows() {
        let text = "one\n\n[a]: b\n[c]: d\n  \"t\"\n\ntwo";
        assert_eq!(filled(text, &[0..3, 26..29]), ["one", "[a]: b", "[c]: d\n  \"t\"", "two"]);
        assert_eq!(filled("[a]: b\n", &[]), ["[a]: b"]);
        assert_eq!(filled("-\n-\n", &[]), ["-\n-"]);
    }
}
