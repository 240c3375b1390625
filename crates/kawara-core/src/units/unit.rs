use crate::blocks::{BlockKind, Joint, LeadId, SectionId};

/// How fine a cut is. Graphemes are the engine's own business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grain {
    /// Words, or what stands for them in a language without spaces.
    Word,
    /// Clauses: parts of a sentence that can stand for a thought.
    Clause,
    /// Sentences.
    Sentence,
}

impl Grain {
    /// The word for it in policies and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Word => "word",
            Self::Clause => "clause",
            Self::Sentence => "sentence",
        }
    }

    /// What a cut between two pieces of this grain is.
    pub(crate) const fn joint(self) -> Joint {
        match self {
            Self::Word => Joint::Word,
            Self::Clause => Joint::Clause,
            Self::Sentence => Joint::Sentence,
        }
    }
}

/// What a unit is to the tiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// What the policy calls a unit.
    Whole,
    /// A heading: whole, and not to be left at a chunk's end.
    Heading,
    /// A clause or line of a unit that did not fit.
    Part,
    /// Words or graphemes of a unit that did not fit, joined up to the budget; never carried.
    Shard,
}

/// A stretch of text that is not cut: half-open bytes, without outer white space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) section: SectionId,
    pub(crate) lead: Option<LeadId>,
    /// How strong the cut before the unit is.
    pub(crate) joint: Joint,
    pub(crate) rank: Rank,
    /// Index into the languages of the document.
    pub(crate) language: u8,
    /// The kind of the block it stands in.
    pub(crate) kind: BlockKind,
}

impl Unit {
    /// Whether the text is preformatted.
    pub(crate) fn is_code(&self) -> bool {
        self.kind == BlockKind::Code
    }

    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where a unit ends for the index: where the next begins, which it knows anyway, unless so much lies between them, blank or left
/// out, that it must not count as the unit's own.
pub(crate) fn measured_end(units: &[Unit], nth: usize) -> u32 {
    const MUCH: u32 = 16;
    let end = units[nth].end;
    units.get(nth + 1).map(|next| next.start).filter(|next| next - end <= MUCH).unwrap_or(end)
}
