use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// How chunks become vectors, and how they are read: what can be chosen for one and the same plan.
///
/// ```
/// use kawara_evidence::sweep::Mode;
///
/// assert_eq!("late-soft".parse(), Ok(Mode::LateSoft));
/// assert!(Mode::ALL.iter().all(|mode| mode.to_string().parse() == Ok(*mode)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// No vector: the retriever finds chunks by the words of what is embedded.
    Words,
    /// The text of each chunk by itself, without its context.
    Text,
    /// What kawara gives to embed: each chunk's context and text, by itself.
    Chunk,
    /// The same, with contexts from outside, such as a language model's.
    Contextual,
    /// Late chunking: the model reads the document, and a chunk's vector is the mean of those of its own tokens.
    Late,
    /// Late chunking that pools one unit on either side with half the weight.
    LateSoft,
    /// As [`Chunk`](Self::Chunk), of chunks that end where the embedder sees the text turn to something else.
    Semantic,
    /// As [`Chunk`](Self::Chunk), of chunks that are laid in passages and read as the smallest of them.
    Parent,
}

impl Mode {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Words,
        Self::Text,
        Self::Chunk,
        Self::Contextual,
        Self::Late,
        Self::LateSoft,
        Self::Semantic,
        Self::Parent,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Text => "text",
            Self::Chunk => "chunk",
            Self::Contextual => "contextual",
            Self::Late => "late",
            Self::LateSoft => "late-soft",
            Self::Semantic => "semantic",
            Self::Parent => "parent",
        }
    }

    /// Whether chunks are cut another way for it, which takes chunks made of units.
    pub const fn is_a_cut(self) -> bool {
        matches!(self, Self::Semantic | Self::Parent)
    }

    /// Whether the vectors of tokens are pooled.
    pub const fn pools(self) -> bool {
        matches!(self, Self::Late | Self::LateSoft)
    }

    /// The mode whose vectors its chunks have.
    pub(super) const fn vectors(self) -> Self {
        if self.is_a_cut() { Self::Chunk } else { self }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|mode| mode.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no mode `{text}`; there are {names}")
        })
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}
