//! Markdown: CommonMark with tables and footnotes, and what documentation tools add to it.
//!
//! The parser says where blocks are; the passes after it, one file each, see what it does not know (formulas, containers,
//! front matter) and that every byte is in a block.

pub(crate) mod announces;
mod badges;
mod blobs;
mod containers;
mod depth;
mod events;
mod front_matter;
mod gaps;
mod html;
mod imports;
mod math;
#[cfg(test)]
mod tests;
mod title;
mod unseen;

use kawara_core::{Options, Reader, Reading, Result};

use crate::lines::bom;
use crate::mode::Mode;
use crate::outline::{Outline, whole};

/// The reader of Markdown.
///
/// Headings open sections; each paragraph and list item is prose; fences and indented code are code; a table is its header and
/// its rows, and so is one in HTML; formulas between `$$` or `\[` and `\]` and other HTML are opaque. A list brings the sentence
/// along that announces it. With `text = "plain"`, what no reader of the page sees is left out of the text: front matter,
/// comments, programs, styles, imports, lines of mere marks such as `</div>` or `---`, targets and definitions of links, embedded
/// data; and so are badges and the mark of a table of contents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdown;

impl Reader for Markdown {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        whole(options, outline)
    }
}

/// What a Markdown document is made of. Every byte that is not blank is in a piece or removed.
pub(crate) fn outline(text: &str, mode: Mode) -> Outline {
    let start = bom(text);
    let front = front_matter::find(text, start);
    let body = front.as_ref().map_or(start, |front| front.end);
    let mut outline = from(text, body, mode);
    if let Some(front) = front {
        front.put(mode, &mut outline);
    }
    outline
}

/// What a part of a Markdown document is made of: the same, but that it has no front matter.
pub(crate) fn part(text: &str, mode: Mode) -> Outline {
    from(text, bom(text), mode)
}

fn from(text: &str, body: usize, mode: Mode) -> Outline {
    let mut found = events::read(text, body);
    math::fuse(text, body, &mut found.outline.pieces);
    let definitions = gaps::fill(text, body, &mut found.outline.pieces);
    containers::split(text, mode, &found.nested, &mut found.outline.pieces);
    imports::find(text, &mut found.outline.pieces);
    let mut outline = found.outline;
    if mode.plain {
        unseen::remove(text, &found.comments, &definitions, &mut outline);
        blobs::remove(text, &mut outline);
    } else {
        blobs::isolate(text, &mut outline.pieces);
    }
    outline
}
