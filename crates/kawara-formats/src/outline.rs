//! What a reader found in a source, before it is told to the engine: pieces in order, and ranges to take out.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Options, Reading, Result};

use crate::lines::is_blank;
use crate::mode::Mode;
use crate::projection::Projection;

/// A block to be; its range is in bytes of the source.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    pub(crate) kind: BlockKind,
    pub(crate) joint: Joint,
    /// The section that the piece, a heading, opens; what follows the piece is its body.
    pub(crate) section: Option<Box<Section>>,
    /// Index into [`Outline::leads`].
    pub(crate) lead: Option<u32>,
}

impl Piece {
    pub(crate) fn new(range: Range<usize>, kind: BlockKind, joint: Joint) -> Self {
        Self { range, kind, joint, section: None, lead: None }
    }

    pub(crate) fn with_lead(mut self, lead: Option<u32>) -> Self {
        self.lead = lead;
        self
    }
}

/// A heading's place in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) level: u8,
    pub(crate) title: String,
}

/// Context that pieces bring along unless they start before `body`, a byte of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lead {
    pub(crate) text: String,
    pub(crate) body: usize,
}

/// A range of the source that is left out of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Removal {
    pub(crate) range: Range<usize>,
    pub(crate) why: &'static str,
}

/// All that a reader found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) leads: Vec<Lead>,
    pub(crate) removed: Vec<Removal>,
    pub(crate) title: Option<String>,
    pub(crate) fields: Vec<(String, String)>,
}

impl Outline {
    /// Adds a lead and returns its index.
    pub(crate) fn lead(&mut self, text: impl Into<String>, body: usize) -> Option<u32> {
        self.leads.push(Lead { text: text.into(), body });
        u32::try_from(self.leads.len() - 1).ok()
    }

    /// Adds what was found in the part of the source that starts at byte `at`.
    pub(crate) fn append(&mut self, part: Outline, at: usize) {
        let shift = |range: Range<usize>| range.start + at..range.end + at;
        let leads = self.leads.len() as u32;
        self.leads.extend(part.leads.into_iter().map(|lead| Lead { body: lead.body + at, ..lead }));
        self.removed.extend(
            part.removed.into_iter().map(|removal| Removal { range: shift(removal.range), ..removal }),
        );
        self.pieces.extend(part.pieces.into_iter().map(|piece| Piece {
            range: shift(piece.range),
            lead: piece.lead.map(|lead| lead + leads),
            ..piece
        }));
        self.title = self.title.take().or(part.title);
        self.fields.extend(part.fields);
    }

    /// Tells the engine, and returns the text: the source, or what is left of it.
    pub(crate) fn tell<'t>(mut self, source: &'t str, out: &mut Blocks) -> Cow<'t, str> {
        if let Some(title) = self.title.take() {
            out.title(title);
        }
        for (name, value) in self.fields.drain(..) {
            out.field(name, value);
        }
        let kept = self.pieces.first().map_or(0, |piece| piece.range.start)
            ..self.pieces.last().map_or(0, |piece| piece.range.end);
        let removed = std::mem::take(&mut self.removed);
        let mut projection = Projection::new(removed, kept);
        if projection.says_nothing(source) {
            // A text of nothing would lead back to nothing: it stays the source, all of it left out.
            self.pieces.clear();
            projection = Projection::new(projection.into_removed(), 0..0);
        }
        let text = projection.text(source, &mut out.map);
        self.tell_blocks(&text, &projection, out);
        for removal in projection.into_removed() {
            out.skip(removal.range, removal.why);
        }
        text
    }

    fn tell_blocks(&self, text: &str, projection: &Projection, out: &mut Blocks) {
        let mut lead = None;
        let mut strongest = None;
        for piece in &self.pieces {
            let range = projection.to_text(piece.range.start)..projection.to_text(piece.range.end);
            let joint = strongest.take().map_or(piece.joint, |joint: Joint| joint.min(piece.joint));
            if is_blank(&text[range.clone()]) {
                strongest = Some(joint);
                continue;
            }
            if let Some(section) = &piece.section {
                out.section(section.level, section.title.as_str(), range.end);
                lead = None;
            }
            if piece.lead != lead {
                lead = piece.lead;
                match lead.and_then(|lead| self.leads.get(lead as usize)) {
                    Some(lead) => out.lead(lead.text.as_str(), projection.to_text(lead.body)),
                    None => out.end_lead(),
                }
            }
            out.keep(range, piece.kind, joint);
        }
    }
}

/// A reading that looks at the whole document at once, by a function of the text and the options that every reader takes.
///
/// # Errors
/// When one of those options has a value that no reader knows.
pub(crate) fn whole<'r>(
    options: &Options,
    outline: fn(&str, Mode) -> Outline,
) -> Result<Box<dyn Reading + Send + 'r>> {
    let mode = Mode::of(options)?;
    Ok(Box::new(Whole(move |text: &str| outline(text, mode))))
}

/// A reading that looks at the whole document at once.
pub(crate) struct Whole<F>(pub(crate) F);

impl<F: FnMut(&str) -> Outline> Reading for Whole<F> {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        Ok((self.0)(piece).tell(piece, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(range: Range<usize>) -> Piece {
        Piece::new(range, BlockKind::Prose, Joint::Paragraph)
    }

    #[test]
    fn what_is_taken_out_between_blocks_makes_a_projection() {
        let source = "one <!-- x --> two\n<!-- y -->\nthree";
        let mut outline =
            Outline { pieces: vec![prose(0..18), prose(19..29), prose(30..35)], ..Outline::default() };
        outline.removed =
            vec![Removal { range: 4..15, why: "comment" }, Removal { range: 19..30, why: "comment" }];
        let mut blocks = Blocks::new();
        let text = outline.tell(source, &mut blocks);
        assert_eq!(text, "one two\nthree");
        let kept: Vec<_> = blocks.kept().iter().map(|block| &text[block.range()]).collect();
        assert_eq!(kept, ["one two", "three"]);
        assert_eq!(blocks.map.source_range(4..7), 15..18);
        assert_eq!(blocks.skipped().len(), 2);
    }

    #[test]
    fn where_all_is_left_out_the_text_stays_the_source() {
        let source = "<!-- x -->\n\n<!-- y -->\n";
        let mut outline = Outline { pieces: vec![prose(0..10), prose(12..22)], ..Outline::default() };
        outline.removed =
            vec![Removal { range: 0..10, why: "comment" }, Removal { range: 12..22, why: "comment" }];
        let mut blocks = Blocks::new();
        assert!(matches!(outline.tell(source, &mut blocks), Cow::Borrowed(_)));
        assert!(blocks.map.is_identity() && blocks.kept().is_empty());
        assert_eq!(blocks.skipped().len(), 2);
    }

    #[test]
    fn what_is_left_out_at_the_edges_makes_none() {
        let source = "---\na: b\n---\ntext";
        let mut outline = Outline { pieces: vec![prose(13..17)], ..Outline::default() };
        outline.removed = vec![Removal { range: 0..12, why: "front matter" }];
        let mut blocks = Blocks::new();
        assert!(matches!(outline.tell(source, &mut blocks), Cow::Borrowed(_)));
        assert!(blocks.map.is_identity());
        assert_eq!(blocks.skipped()[0].range, 0..12);
    }
}
