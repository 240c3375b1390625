//! Markup written by hand: reStructuredText, AsciiDoc, LaTeX. The text is the source as it is written; in plain mode what no reader of
//! the page sees is taken out of it.
//!
//! In each folder `scan` goes through the text once and tells a `builder` its blocks; the other files know what lines, commands,
//! tables and titles look like.

mod asciidoc;
mod builder;
mod latex;
mod rst;

pub use asciidoc::AsciiDoc;
pub use latex::Latex;
pub use rst::Rst;
