//! What can be wrong with chunks.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Chunks whose text stands in no source.
    NotPlaced,
    /// Chunks of documents that are not among the sources.
    UnknownDocument,
    /// Chunks that a model would cut off or refuse.
    Truncated,
    /// Chunks over the budget that was stated.
    OverBudget,
    /// Chunks in which a character is torn.
    TornCharacters,
    /// Sentences that no chunk has whole.
    TornSentences,
    /// Documents of which there is no chunk.
    LostDocuments,
    /// Stretches of the other documents that are in no chunk.
    LostText,
    /// Boundaries at which nothing is carried, where something is elsewhere.
    NoOverlap,
    /// Overlaps that begin inside a sentence.
    RaggedOverlap,
    /// Chunks that were stored before.
    Duplicates,
    /// Chunks that lie wholly inside another.
    Contained,
    /// Offsets at which the text does not stand.
    WrongOffsets,
    /// Chunks that begin with the punctuation that ends what stands before them.
    LeadingPunctuation,
    /// Small chunks that a neighbour has room for.
    Tiny,
}

impl Kind {
    /// All of them, in the order of a report.
    pub const ALL: [Self; 15] = [
        Self::NotPlaced,
        Self::UnknownDocument,
        Self::Truncated,
        Self::OverBudget,
        Self::TornCharacters,
        Self::TornSentences,
        Self::LostDocuments,
        Self::LostText,
        Self::NoOverlap,
        Self::RaggedOverlap,
        Self::Duplicates,
        Self::Contained,
        Self::WrongOffsets,
        Self::LeadingPunctuation,
        Self::Tiny,
    ];

    /// The word for it, in JSON and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotPlaced => "not-placed",
            Self::UnknownDocument => "unknown-document",
            Self::Truncated => "truncated",
            Self::OverBudget => "over-budget",
            Self::TornCharacters => "torn-characters",
            Self::TornSentences => "torn-sentences",
            Self::LostDocuments => "lost-documents",
            Self::LostText => "lost-text",
            Self::NoOverlap => "no-overlap",
            Self::RaggedOverlap => "ragged-overlap",
            Self::Duplicates => "duplicates",
            Self::Contained => "contained",
            Self::WrongOffsets => "wrong-offsets",
            Self::LeadingPunctuation => "leading-punctuation",
            Self::Tiny => "tiny",
        }
    }

    /// What is counted.
    pub const fn counts(self) -> &'static str {
        match self {
            Self::TornSentences => "sentences",
            Self::LostDocuments => "documents",
            Self::LostText => "bytes",
            Self::NoOverlap | Self::RaggedOverlap => "boundaries",
            _ => "chunks",
        }
    }

    /// What it means for whoever searches in such chunks.
    pub const fn means(self) -> &'static str {
        match self {
            Self::NotPlaced => {
                "their text stands in no source as it is: it was changed, or the source was; nothing below counts them but their tokens"
            }
            Self::UnknownDocument => {
                "they name a document that is not among the sources; their text was looked for in all"
            }
            Self::Truncated => {
                "the model does not see them to their end, or refuses them: what is cut off cannot be found"
            }
            Self::OverBudget => {
                "they have more tokens than was asked for: their size was counted in something else"
            }
            Self::TornCharacters => {
                "a token splitter decoded half a character, or a border lies inside one: the letters at the edge are gone or changed"
            }
            Self::TornSentences => {
                "no chunk holds them whole, though they fit: an answer in one of them comes back in half"
            }
            Self::LostDocuments => {
                "there is text in them and no chunk has any of it: nothing of them can be found"
            }
            Self::LostText => "the sources have it and no chunk does: it cannot be found",
            Self::NoOverlap => {
                "elsewhere neighbours share text, here they do not: the overlap that was asked for was dropped"
            }
            Self::RaggedOverlap => {
                "what is repeated begins in the middle of a sentence: it costs tokens and keeps nothing whole"
            }
            Self::Duplicates => "the same text is stored and embedded again: equal hits crowd out others",
            Self::Contained => "another chunk has all of it: it is stored for nothing",
            Self::WrongOffsets => {
                "the text does not stand where they say: quotations and highlights will show something else"
            }
            Self::LeadingPunctuation => {
                "they begin with what closes the sentence before: it was cut on the wrong side of the mark"
            }
            Self::Tiny => "they are too small to mean much alone, and a neighbour has room for them",
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Something that is wrong, how often, and where first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// Of which model or counter, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// What is counted.
    pub counts: &'static str,
    /// `count / of`.
    pub share: f64,
    /// Further figures, by name.
    pub figures: BTreeMap<&'static str, Value>,
    /// What it means.
    pub means: &'static str,
    /// The first of them.
    pub examples: Vec<Example>,
}

impl Finding {
    pub(super) fn new(kind: Kind, count: u64, of: u64) -> Self {
        let share = if of == 0 { 0.0 } else { count as f64 / of as f64 };
        let (counts, means) = (kind.counts(), kind.means());
        Self {
            kind,
            model: None,
            count,
            of,
            counts,
            share,
            figures: BTreeMap::new(),
            means,
            examples: Vec::new(),
        }
    }

    pub(super) fn with(mut self, figure: &'static str, value: impl Into<Value>) -> Self {
        self.figures.insert(figure, value.into());
        self
    }

    pub(super) fn shown(mut self, examples: impl IntoIterator<Item = Example>) -> Self {
        self.examples = examples.into_iter().take(EXAMPLES).collect();
        self
    }
}

/// How many examples are kept of each kind.
const EXAMPLES: usize = 5;

/// One place where something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Example {
    /// The line of the chunk's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Which element of an array that record is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<usize>,
    /// The chunk's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The character of the source at which it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The text there.
    pub text: String,
    /// What more there is to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}
