//! The source itself in rows, one for each record: brackets and commas belong to the neighbouring one.

use std::borrow::Cow;

use kawara_core::{BlockKind, Blocks, Joint};

use super::document::Records;
use super::tape::Tape;
use crate::lines::{bom, trim};
use crate::outline::{Outline, Piece};

/// Tells the rows; the text is the source.
pub(super) fn rows<'t>(source: &'t str, tape: &Tape, records: Records, out: &mut Blocks) -> Cow<'t, str> {
    let mut borders = Vec::new();
    if let Records::Elements(array) | Records::Within(array) = records {
        let outer = matches!(records, Records::Within(_)) && tape.children(0).count() > 1;
        if let Some(key) = tape.node(array).key().filter(|_| outer) {
            borders.push(key.start - 1);
        }
        let mut elements = tape.children(array).peekable();
        while let Some(element) = elements.next() {
            let end = tape.node(element).range().end;
            if elements.peek().is_some() {
                borders.push(source[end..].find(',').map_or(end, |comma| end + comma + 1));
            } else if outer && has_more(tape, array) {
                let end = tape.node(array).range().end;
                borders.push(source[end..].find(',').map_or(end, |comma| end + comma + 1));
            }
        }
    }
    let mut start = bom(source);
    let mut outline = Outline::default();
    for end in borders.into_iter().chain([source.len()]) {
        let row = trim(source, start..end);
        if !row.is_empty() && row.start >= start {
            outline.pieces.push(Piece::new(row, BlockKind::Row, Joint::Record));
        }
        start = end.max(start);
    }
    outline.tell(source, out)
}

/// Whether the object has members behind the array.
fn has_more(tape: &Tape, array: usize) -> bool {
    tape.node(array).next() < tape.node(0).next()
}
