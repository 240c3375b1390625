//! The running text inside records, read as the document is written: as Markdown or as plain text.

use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Options, PlainText, Reader, Reading, Result};

use crate::lines::{bom, is_blank, lines};
use crate::markdown;
use crate::mode::Mode;
use crate::outline::{Outline, Piece};

/// Reads stretches of a document that lie between the marks of records.
pub(crate) struct Body {
    mode: Mode,
    plain: Box<dyn Reading + Send>,
}

/// The most bytes of a lead that stand before each lead inside, too.
const MAX_REPEATED: usize = 1024;

impl Body {
    /// # Errors
    /// When an option has a value that no reader can use.
    pub(crate) fn open(options: &Options) -> Result<Self> {
        static PLAIN: PlainText = PlainText;
        Ok(Self { mode: Mode::of(options)?, plain: PLAIN.open(options)? })
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Adds what a range of the text is made of. The first piece gets `joint`, and every piece the lead.
    pub(crate) fn add(&mut self, text: &str, range: Range<usize>, how: How, outline: &mut Outline) {
        if is_blank(&text[range.clone()]) {
            return;
        }
        let (first, first_lead) = (outline.pieces.len(), outline.leads.len());
        if how.markdown {
            let is_head = range.start <= bom(text);
            let read = if is_head { markdown::outline } else { markdown::part };
            outline.append(read(&text[range.clone()], self.mode), range.start);
        } else {
            outline.append(running(&text[range.clone()], self.plain.as_mut()), range.start);
        }
        // What a list or table inside brings along stands below what the whole does, unless that is too long to be repeated.
        let outer = how.lead.and_then(|lead| outline.leads.get(lead as usize)).map(|lead| lead.text.clone());
        if let Some(outer) = outer.filter(|outer| outer.len() <= MAX_REPEATED) {
            for lead in &mut outline.leads[first_lead..] {
                lead.text = format!("{outer}\n{}", lead.text);
            }
        }
        for piece in &mut outline.pieces[first..] {
            piece.lead = piece.lead.or(how.lead);
        }
        if let Some(piece) = outline.pieces.get_mut(first) {
            piece.joint = how.joint;
        }
    }
}

/// The paragraphs and lines of plain text.
pub(crate) fn running(text: &str, plain: &mut dyn Reading) -> Outline {
    let mut blocks = Blocks::new();
    let pieces = match plain.read(text, &mut blocks) {
        Ok(_) => {
            let kept = blocks.kept().iter();
            kept.map(|block| Piece::new(block.range(), block.kind(), block.joint())).collect()
        }
        Err(_) => vec![Piece::new(0..text.len(), BlockKind::Prose, Joint::Paragraph)],
    };
    Outline { pieces, ..Outline::default() }
}

/// How a stretch is read and what its pieces get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    pub(crate) markdown: bool,
    pub(crate) joint: Joint,
    pub(crate) lead: Option<u32>,
}

/// Whether a document is written in Markdown: it has a fence or a heading with number signs.
pub(crate) fn is_markdown(text: &str) -> bool {
    lines(text, 0..text.len()).any(|line| {
        let said = line.of(text).trim_start_matches('\u{feff}');
        let signs = said.bytes().take_while(|b| *b == b'#').count();
        (1..=6).contains(&signs) && said[signs..].starts_with(' ')
            || said.starts_with("```")
            || said.starts_with("~~~")
    })
}
