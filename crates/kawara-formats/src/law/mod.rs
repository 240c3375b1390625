//! Law: statutes, regulations and contracts, in Markdown or plain text. Each article is a record.
//!
//! `scan` looks at the lines, `mark` and `item` at how each begins; `decide` finds those that are articles and divisions, by
//! form, place and number (`number`, `levels`); `build` makes blocks of them, and `label` says what their parts bring along.

mod build;
mod decide;
mod item;
mod label;
mod levels;
mod mark;
mod number;
mod scan;
#[cfg(test)]
mod tests;

use kawara_core::{Options, PlainText, Reader, Reading, Result};

use crate::markdown;
use crate::mode::Mode;
use crate::outline::{Outline, Whole};
use crate::records::{is_markdown, running};

/// The reader of statutes, regulations and contracts.
///
/// Articles (第十二条之一, 第三条の二, Article 5, § 5a, มาตรา ๕) are records, with the caption above and the heading behind their
/// number; later parts of a long one bring its number along, and items what leads up to them. Parts, chapters and supplementary
/// provisions are sections. A line that only begins with a reference to an article begins none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Law;

impl Reader for Law {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let mode = Mode::of(options)?;
        static PLAIN: PlainText = PlainText;
        let mut plain = PLAIN.open(options)?;
        Ok(Box::new(Whole(move |text: &str| outline(text, mode, plain.as_mut()))))
    }
}

fn outline(text: &str, mode: Mode, plain: &mut dyn Reading) -> Outline {
    let markdown = is_markdown(text);
    let base = if markdown { markdown::outline(text, mode) } else { running(text, plain) };
    let lines = scan::scan(text, &base.pieces);
    let roles = decide::decide(text, &lines);
    build::build(text, base, &lines, &roles, markdown)
}
