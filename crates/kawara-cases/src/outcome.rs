use serde::{Deserialize, Serialize};

/// What came of a case: one JSON object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    /// It ended with an error.
    Failed {
        /// The case.
        id: String,
        /// The message.
        error: String,
    },
    /// It was cut.
    Done(Results),
}

/// Chunks and units of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The case.
    pub id: String,
    /// The chunks, in order.
    pub chunks: Vec<ChunkRow>,
    /// The units before anything is laid: half-open bytes of the text.
    pub units: Vec<(usize, usize)>,
    /// CPU seconds from the policy's text to the chunks.
    pub seconds: f64,
    /// The tokens of the whole text, as the engine's counter counts it in one piece.
    pub total_tokens: u64,
    /// CPU time of the larger text by that of the smaller, where the case compares two sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_ratio: Option<f64>,
    /// Settings of the case that no policy key stands for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmapped: Vec<String>,
}

/// A chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkRow {
    /// First byte of the text.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
    /// The slice.
    pub text: String,
    /// What is put before it, its line feed included.
    #[serde(default)]
    pub context: String,
    /// The tokens of context and text, and those that the model adds.
    pub tokens: u32,
    /// The compromises made.
    #[serde(default)]
    pub flags: Vec<String>,
}

impl Outcome {
    /// The case that it belongs to.
    pub fn id(&self) -> &str {
        match self {
            Self::Failed { id, .. } | Self::Done(Results { id, .. }) => id,
        }
    }

    /// A failure.
    pub(crate) fn failed(id: &str, error: impl ToString) -> Self {
        Self::Failed { id: id.to_owned(), error: error.to_string() }
    }
}
