//! **2** A document becomes text and blocks.
//!
//! A [`Reader`] knows one kind of content. It says which ranges of the text are headings, paragraphs, rows or code, which are
//! left out and why, and under which heading each block stands. Plain text is read here; other readers are packs.

mod block;
mod note;
mod plain;
mod seal;
mod source_map;
mod wrapped;

use std::borrow::Cow;

pub use block::{Block, BlockKind, Blocks, Joint, Skipped};
pub use note::{BoundingBox, Note, Noted, PageOrigin};
pub use plain::PlainText;
pub use source_map::{SourceMap, Span};

pub(crate) use block::{LeadId, Section, SectionId};
pub(crate) use note::Notes;
pub(crate) use plain::PLAIN;
pub(crate) use seal::{fits, seal};

use crate::{Options, Result};

/// Reads one kind of content, such as Markdown.
///
/// Every reader understands two options: `text` (`"source"` keeps every byte of the document in the text; `"plain"` leaves out
/// or takes away what a person would not read) and `newline` (`"auto"`, `"hard"`, `"soft"`: what a single line break means).
pub trait Reader: Send + Sync {
    /// Starts reading one document.
    ///
    /// # Errors
    /// When an option has a value that the reader cannot use.
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>>;
}

/// One pass over one document; holds what later pieces need, such as the header of a table.
///
/// A long document is read in pieces, if its reader can: [`frame`](Reading::frame) says how far the next piece reaches and learns what later
/// pieces need to know, and a [`fork`](Reading::fork) made right after it reads that piece, on another thread perhaps.
pub trait Reading {
    /// The length of the longest prefix of `head` that can be read on its own, such as whole records; `None` asks for more text.
    /// `last` says that there is no more: then the answer is `Some`, and short of all of it only where the rest is yet another
    /// piece. `head` begins where the piece before ended. By default the document is read whole.
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        last.then_some(head.len())
    }

    /// A reading of the piece that was framed last, with all that it needs to know of those before; `None`, by default, where a
    /// document is only ever read whole.
    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        None
    }

    /// Whether the piece that was framed last ends inside of something that should be whole, which is longer than a frame.
    fn torn(&self) -> bool {
        false
    }

    /// Reads a piece, or the whole document: tells `out` its blocks and returns the text to chunk, which is the piece itself, or a
    /// projection of it. Offsets given to `out` are bytes of the returned text, those of what is skipped bytes of the piece; a
    /// projection also fills [`Blocks::map`].
    ///
    /// # Errors
    /// When the piece is not what the reader reads; the message says where and what was expected.
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>>;
}
