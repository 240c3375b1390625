//! JSON lines: each line is a record.

use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use crate::lines::{bom, lines, trim};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Whole};

/// The reader of JSON lines. Each line is one row and a record of its own; the text is the source.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines;

impl Reader for JsonLines {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        Ok(Box::new(Whole(outline)))
    }
}

fn outline(text: &str) -> Outline {
    let rows = lines(text, bom(text)..text.len())
        .map(|line| trim(text, line.start..line.end))
        .filter(|row| !row.is_empty());
    Outline {
        pieces: rows.map(|row| Piece::new(row, BlockKind::Row, Joint::Record)).collect(),
        ..Outline::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_record() {
        let text = "\u{feff}{\"a\":1}\r\n\r\n {\"b\":\"x. y\"}\n";
        let found = outline(text);
        let rows: Vec<_> = found.pieces.iter().map(|piece| &text[piece.range.clone()]).collect();
        assert_eq!(rows, ["{\"a\":1}", "{\"b\":\"x. y\"}"]);
        assert!(
            found.pieces.iter().all(|piece| piece.joint == Joint::Record && piece.kind == BlockKind::Row)
        );
    }
}
