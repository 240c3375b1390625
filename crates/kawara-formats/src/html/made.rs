//! The blocks of a page, told in bytes of the projected text or of the source.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint};

use crate::draft::Draft;
use crate::lines::{bom, trim, trim_lines};
use crate::outline::{Outline, Piece, Section};

/// A block.
#[derive(Debug)]
pub(super) struct Made {
    /// Bytes of the projected text; empty for what is left out of it.
    pub(super) text: Range<usize>,
    /// Where its tags begin in the source.
    pub(super) source: usize,
    pub(super) kind: BlockKind,
    pub(super) joint: Joint,
    pub(super) section: Option<Box<Section>>,
    /// Index into [`Page::leads`].
    pub(super) lead: Option<usize>,
}

/// All that was made of a page.
#[derive(Debug)]
pub(super) struct Page<'s> {
    pub(super) source: &'s str,
    pub(super) draft: Draft<'s>,
    pub(super) made: Vec<Made>,
    /// The header of a table, and the block that it is.
    pub(super) leads: Vec<(String, usize)>,
}

impl<'s> Page<'s> {
    /// Tells the blocks of the text without markup, and returns it.
    pub(super) fn tell_plain(self, out: &mut Blocks) -> Cow<'s, str> {
        let mut lead = None;
        let ends: Vec<usize> = self.made.iter().map(|made| made.text.end).collect();
        for made in self.made.into_iter().filter(|made| !made.text.is_empty()) {
            if let Some(section) = made.section {
                out.section(section.level, section.title, made.text.end);
                lead = None;
            }
            if made.lead != lead {
                lead = made.lead;
                match lead.and_then(|lead| self.leads.get(lead)) {
                    Some((text, block)) => out.lead(text.as_str(), ends[*block]),
                    None => out.end_lead(),
                }
            }
            out.keep(made.text, made.kind, made.joint);
        }
        self.draft.finish(out)
    }

    /// Tells the same blocks in the source: each reaches from its first tag to that of the next.
    pub(super) fn tell_source(self, out: &mut Blocks) -> Cow<'s, str> {
        let mut outline = Outline::default();
        if self.made.is_empty() {
            let whole = trim(self.source, bom(self.source)..self.source.len());
            outline.pieces.push(Piece::new(whole, BlockKind::Opaque, Joint::Paragraph));
        }
        let starts: Vec<usize> = self.made.iter().map(|made| made.source).collect();
        let start = |block: usize| match block {
            0 => bom(self.source),
            _ => starts.get(block).copied().unwrap_or(self.source.len()),
        };
        for (text, block) in self.leads {
            outline.lead(text, start(block + 1));
        }
        for (nth, made) in self.made.into_iter().enumerate() {
            let whole = start(nth)..start(nth + 1).max(start(nth));
            let range = match made.kind {
                BlockKind::Code => trim_lines(self.source, whole),
                _ => trim(self.source, whole),
            };
            let lead = made.lead.and_then(|lead| u32::try_from(lead).ok());
            let mut piece = Piece::new(range, made.kind, made.joint).with_lead(lead);
            piece.section = made.section;
            outline.pieces.push(piece);
        }
        outline.tell(self.source, out)
    }
}
