//! JSON lines: each line is a record.

use std::borrow::Cow;
use std::sync::Arc;

use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Reading, Result};

use super::fields::Fields;
use super::page::Page;
use super::record::{Seen, Writer};
use super::tape::{Part, Place, Tape};
use crate::lines::{bom, lines, trim};
use crate::mode::Mode;
use crate::outline::{Outline, Piece};

/// The reader of JSON lines. Each line is a record: a line of text for each of its members, or, with `text = "source"`, the line itself.
///
/// The options `text-fields` and `title-field` say which members are text, and which is the title of the record; the others come out as
/// fields. A line that is not JSON stays as it is.
///
/// ```
/// use kawara_core::{Blocks, Options, Reader};
/// use kawara_formats::JsonLines;
///
/// let source = "{\"id\": 7, \"text\": \"Tank \\u201cfour\\u201d\\nis full.\"}\n";
/// let mut blocks = Blocks::new();
/// let text = JsonLines.open(&Options::new())?.read(source, &mut blocks)?;
/// assert_eq!(text, "id: 7\ntext: Tank “four”\nis full.");
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines;

impl Reader for JsonLines {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let plain = Mode::of(options)?.plain;
        Ok(Box::new(Lines { plain, fields: Arc::new(Fields::of(options)?), framed: 0 }))
    }
}

#[derive(Clone)]
struct Lines {
    plain: bool,
    fields: Arc<Fields>,
    /// How many pieces were framed.
    framed: usize,
}

impl Reading for Lines {
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        let end = memchr::memrchr(b'\n', head.as_bytes()).map(|at| at + 1);
        let len = if last { head.len() } else { end? };
        self.framed += 1;
        Some(len)
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(self.clone()))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let records = || {
            let rows = lines(piece, bom(piece)..piece.len()).map(|line| trim(piece, line.start..line.end));
            rows.filter(|row| !row.is_empty())
        };
        if !self.plain {
            let pieces = records().map(|row| Piece::new(row, BlockKind::Row, Joint::Record)).collect();
            return Ok(Outline { pieces, ..Outline::default() }.tell(piece, out));
        }
        let (mut tape, mut first, mut seen) = (Tape::default(), None, Seen::default());
        let mut page = Page::new(piece, out);
        for row in records() {
            if tape.read(piece, row.clone(), Part::WHOLE).is_err() {
                page.begin_record();
                page.raw(row);
                continue;
            }
            let mut writer = Writer { page, tape: &tape, fields: &self.fields, seen };
            writer.record(0);
            (page, seen) = (writer.page, writer.seen);
            first = first.or(Some(row));
        }
        // Later pieces may well be without what the first has.
        if let Some(first) = first.filter(|_| self.framed < 2) {
            tape.read(piece, first, Part::WHOLE).map_err(|fault| fault.error(piece, Place::START))?;
            seen.check(&self.fields, &tape, piece, 0)?;
        }
        Ok(page.finish())
    }
}
