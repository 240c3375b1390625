//! AsciiDoc, as Asciidoctor understands it.

mod marks;
mod scan;
mod table;
#[cfg(test)]
mod tests;

use kawara_core::{Options, Reader, Reading, Result};

use crate::lines::bom;
use crate::mode::Mode;
use crate::outline::{Outline, whole};

/// The reader of AsciiDoc.
///
/// Titles open sections, in front of equals signs or above a line; paragraphs and list items are prose; listings and literal blocks code, with
/// what stands above them; tables their rows, which bring the header along; block titles and attributes stay with their block.
/// With `text = "plain"`, comments, document attributes and the lines that delimit blocks of text are left out of the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsciiDoc;

impl Reader for AsciiDoc {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        whole(options, outline)
    }
}

fn outline(text: &str, mode: Mode) -> Outline {
    scan::Scan::new(text, bom(text), mode).outline()
}
