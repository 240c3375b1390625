use std::collections::BTreeMap;
use std::ops::Range;

use super::{Note, Notes, SourceMap};

/// What a block is, and with it how it may be cut.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Running text: cut by the segmenter of its language.
    Prose,
    /// A heading: one unit, which stays with what follows it.
    Heading,
    /// A row of a table, an entry of a log, a line of JSON: one unit; too large, it is cut like prose.
    Row,
    /// Preformatted text: one unit; too large, it is cut between lines. Its indentation survives.
    Code,
    /// A formula, a piece of markup: one unit; too large, it is cut between lines, then words.
    Opaque,
}

/// How strong the cut before a block or unit is, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joint {
    /// A new record begins: no chunk is cut across it but by joining whole records, and nothing is carried over it.
    Record,
    /// A new section begins: nothing is carried over it.
    Section,
    /// A new paragraph, list item, table or code block.
    Paragraph,
    /// A new line, or a row of the same table.
    Line,
    /// A line that may only have been wrapped: the language of the text decides. If it does not go on from the line before, it is
    /// a new [line](Joint::Line).
    Wrap,
    /// A sentence ends.
    Sentence,
    /// A clause ends.
    Clause,
    /// A word ends.
    Word,
    /// A grapheme cluster ends.
    Grapheme,
}

/// A piece of a document's structure: a half-open range of bytes of the text, and its kind.
#[derive(Clone, Debug)]
pub struct Block {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) kind: BlockKind,
    pub(crate) joint: Joint,
    pub(crate) section: SectionId,
    pub(crate) lead: Option<LeadId>,
}

impl Block {
    /// The range of bytes of the text.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The kind.
    pub fn kind(&self) -> BlockKind {
        self.kind
    }

    /// How strong the cut before the block is.
    pub fn joint(&self) -> Joint {
        self.joint
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SectionId(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LeadId(pub(crate) u32);

/// A section: a heading and what stands under it.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) parent: SectionId,
    pub(crate) level: u8,
    pub(crate) title: String,
    /// Where the heading ends: blocks from here on have the title as context.
    pub(crate) body: u32,
}

/// Context that a block brings along: a table's header, a record's question or speaker.
#[derive(Clone, Debug)]
pub(crate) struct Lead {
    pub(crate) text: String,
    /// Units that start before this byte contain the lead themselves.
    pub(crate) body: u32,
}

/// A range of the source that is left out of the text, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Half-open bytes of the source.
    pub range: Range<usize>,
    /// The reason, such as `"front matter"`.
    pub why: &'static str,
}

/// What a [`Reading`](super::Reading) reports: blocks in the order of the text, with the sections and records they stand in.
///
/// ```
/// use kawara_core::{BlockKind, Blocks, Joint};
///
/// let text = "# Tanks\n\nTank four is full.\n";
/// let mut blocks = Blocks::new();
/// blocks.section(1, "Tanks", 8);
/// blocks.keep(0..8, BlockKind::Heading, Joint::Section);
/// blocks.keep(9..27, BlockKind::Prose, Joint::Paragraph);
/// assert_eq!(blocks.kept().len(), 2);
/// assert_eq!(&text[blocks.kept()[1].range()], "Tank four is full.");
/// ```
#[derive(Clone, Debug)]
pub struct Blocks {
    pub(crate) kept: Vec<Block>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) sections: Vec<Section>,
    pub(crate) leads: Vec<Lead>,
    pub(crate) notes: Notes,
    pub(crate) title: Option<String>,
    pub(crate) content_type: Option<&'static str>,
    pub(crate) fields: BTreeMap<String, Vec<String>>,
    /// The map from a projected text back to the source; left alone where the text is the source.
    pub map: SourceMap,
    section: SectionId,
    lead: Option<LeadId>,
}

impl Default for Blocks {
    fn default() -> Self {
        let root = Section { parent: SectionId(0), level: 0, title: String::new(), body: 0 };
        Self {
            kept: Vec::new(),
            skipped: Vec::new(),
            sections: vec![root],
            leads: Vec::new(),
            notes: Notes::default(),
            title: None,
            content_type: None,
            fields: BTreeMap::new(),
            map: SourceMap::default(),
            section: SectionId(0),
            lead: None,
        }
    }
}

impl Blocks {
    /// No blocks yet; what is kept first stands in the document's root section.
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a section of `level` (1 is the highest) under the nearest open section of a smaller level. `body` is the byte of
    /// the text at which its heading ends: from there on the title belongs to the heading path of what is kept.
    pub fn section(&mut self, level: u8, title: impl Into<String>, body: usize) {
        let mut parent = self.section;
        while self.sections[parent.0 as usize].level >= level.max(1) {
            parent = self.sections[parent.0 as usize].parent;
        }
        self.section = SectionId(self.sections.len() as u32);
        self.sections.push(Section { parent, level: level.max(1), title: title.into(), body: offset(body) });
        self.lead = None;
    }

    /// Sets what the following blocks bring along as context: a table's header, a question, a speaker. Units that start
    /// before `body` contain it themselves and do not get it. It ends with [`Blocks::end_lead`] or the next section.
    pub fn lead(&mut self, text: impl Into<String>, body: usize) {
        self.lead = Some(LeadId(self.leads.len() as u32));
        self.leads.push(Lead { text: text.into(), body: offset(body) });
    }

    /// The following blocks bring nothing along.
    pub fn end_lead(&mut self) {
        self.lead = None;
    }

    /// Keeps a range of the text. Ranges come in order and do not overlap; white space between them needs no block. `joint`
    /// says how strong the cut before the block is; the first block of a record has [`Joint::Record`].
    pub fn keep(&mut self, range: Range<usize>, kind: BlockKind, joint: Joint) {
        if range.is_empty() {
            return;
        }
        let (start, end) = (offset(range.start), offset(range.end));
        self.kept.push(Block { start, end, kind, joint, section: self.section, lead: self.lead });
    }

    /// Leaves a range of the source out of the text, with the reason. Only a projection may skip what lies between two
    /// kept blocks: a chunk is one slice of the text.
    pub fn skip(&mut self, source: Range<usize>, why: &'static str) {
        if !source.is_empty() {
            self.skipped.push(Skipped { range: source, why });
        }
    }

    /// Says what is known of a range of the text besides the text: the other fields of a record, a page, a time. It comes out with
    /// every chunk that touches the range. No note lies inside another one.
    pub fn note(&mut self, range: Range<usize>, note: Note) {
        self.notes.add(range, note);
    }

    /// Says that the content turned out to be of a narrower type than the reader was chosen for, as a media type: what a converter
    /// wrote in a file of JSON. The policy decides about it as about that.
    pub fn content_type(&mut self, media_type: &'static str) {
        self.content_type = Some(media_type);
    }

    /// The title that the document gives itself.
    pub fn title(&mut self, title: impl Into<String>) {
        self.title = Some(title.into());
    }

    /// A document that gives itself no title is called by the heading of the first level that it begins with.
    pub(crate) fn take_title(&mut self) {
        let begins_with_heading = self.kept.first().is_some_and(|block| block.kind == BlockKind::Heading);
        if let Some(section) =
            self.sections.get(1).filter(|section| begins_with_heading && section.level == 1)
            && self.title.is_none()
            && !section.title.trim().is_empty()
        {
            self.title = Some(section.title.clone());
        }
    }

    /// A field of the document, such as one of its front matter, which a policy may match. One that is told again has several
    /// values; one that lies in a table has a dotted name.
    pub fn field(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.fields.entry(name.into()).or_default().push(value.into());
    }

    /// The blocks kept so far.
    pub fn kept(&self) -> &[Block] {
        &self.kept
    }

    /// The ranges skipped so far.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }
}

/// Documents over 4 GiB are refused before they are read, so offsets fit.
fn offset(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}
