//! LaTeX, without running it: macros of the author mean nothing here.

mod braces;
mod commands;
mod scan;
mod tabular;
#[cfg(test)]
mod tests;
mod title;

use kawara_core::{Options, Reader, Reading, Result};

use crate::lines::bom;
use crate::mode::Mode;
use crate::outline::{Outline, whole};

/// The reader of LaTeX.
///
/// From `\part` to `\subparagraph`, sections; paragraphs, items and captions are prose; verbatim environments code; displayed formulas
/// opaque; tables their rows, which bring the header along. A file without `\begin{document}`, such as a chapter that another one takes in,
/// is text from its start. With `text = "plain"`, the preamble, comments and the marks of environments that only lay out are left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Latex;

impl Reader for Latex {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        whole(options, outline)
    }
}

fn outline(text: &str, mode: Mode) -> Outline {
    scan::Scan::new(text, bom(text), mode).outline()
}
