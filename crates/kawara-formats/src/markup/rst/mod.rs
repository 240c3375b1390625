//! reStructuredText, with the directives of Sphinx.

mod directive;
mod marks;
mod scan;
mod table;
#[cfg(test)]
mod tests;
mod title;

use kawara_core::{Options, Reader, Reading, Result};

use crate::lines::bom;
use crate::mode::Mode;
use crate::outline::{Outline, whole};

/// The reader of reStructuredText.
///
/// Titles with a line below (and above) them open sections; the level is told by the order in which their lines first appear. Paragraphs,
/// list items, footnotes and the text under a directive are prose; a directive stays with its text. Code and literal blocks are code;
/// tables, fields and link targets rows; formulas and directives without text opaque. With `text = "plain"`, comments and
/// the fields at the head of the document are left out of the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rst;

impl Reader for Rst {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        whole(options, outline)
    }
}

fn outline(text: &str, mode: Mode) -> Outline {
    scan::Scan::new(text, bom(text), mode).outline()
}
