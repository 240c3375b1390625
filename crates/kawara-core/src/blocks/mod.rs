//! **2** A document becomes text and blocks.
//!
//! A [`Reader`] knows one kind of content. It says which ranges of the text are headings, paragraphs, rows or code, which are
//! left out and why, and under which heading each block stands. Plain text is read here; other readers are packs.

mod block;
mod plain;
mod seal;
mod source_map;
mod wrapped;

use std::borrow::Cow;

pub use block::{Block, BlockKind, Blocks, Joint, Skipped};
pub use plain::PlainText;
pub use source_map::{SourceMap, Span};

pub(crate) use block::{LeadId, Section, SectionId};
pub(crate) use plain::PLAIN;
pub(crate) use seal::seal;

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
pub trait Reading {
    /// The length of the prefix of `head` that can be read on its own; `None` asks for more text.
    /// `last` says that there is no more. By default the document is read whole.
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        last.then_some(head.len())
    }

    /// Reads a piece: tells `out` its blocks and returns the text to chunk, which is the piece itself, or a projection of it.
    /// Offsets given to `out` are bytes of the returned text; a projection also fills [`Blocks::map`].
    ///
    /// # Errors
    /// When the piece is not what the reader reads; the message says where and what was expected.
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>>;
}
