//! Semantic boundaries: where the text turns to something else, as an embedding model sees it.

/// Cuts are made where the text turns to something else, as far as the budget and whole units allow.
///
/// Each unit is embedded together with its neighbours, and neighbours are compared; where they are less alike than a threshold that
/// goes by the document, there is a *break*. The planner then finds breaks as cheap to cut at as the edge of a section, and other cuts
/// the dearer, the more alike their two sides are. Everything else holds as ever: the budget, whole units, what is carried, barriers
/// between sections and records, over which nothing is compared.
///
/// Windows of `n` units on either side of a unit, and thresholds over the distances of one document, are what is known as semantic chunking
/// from LangChain's `SemanticChunker` and LlamaIndex's `SemanticSplitterNodeParser`; there the breaks alone cut, and nothing limits a
/// chunk's size.
///
/// A document that is read in frames of a megabyte is compared frame by frame.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct SemanticSettings {
    /// What makes vectors, by its name in the [registry](crate::Registry::with_embedder).
    pub embedder: String,
    /// How many units on either side are embedded with a unit, as far as they fit the budget together with the prefix.
    pub window: u32,
    /// Where the breaks are.
    pub threshold: Threshold,
    /// What a break is worth.
    pub breaks: Breaks,
}

impl SemanticSettings {
    /// With a window of one unit, breaks above the 95th percentile, and chunks that end at each.
    pub fn new(embedder: impl Into<String>) -> Self {
        Self {
            embedder: embedder.into(),
            window: 1,
            threshold: Threshold::default(),
            breaks: Breaks::default(),
        }
    }
}

/// Which distances between neighbours are breaks. A distance is 1 less the cosine of two vectors, 0 to 2; all are of one document.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// Those above this percentile of all, 0 to 100, interpolated linearly between two ranks.
    Percentile(f64),
    /// Those above the mean by more than so many standard deviations (of the whole population).
    Deviations(f64),
    /// Those above the mean by more than so many times what lies between the first and the third quartile.
    Interquartile(f64),
    /// Those where the slope of the distances is above this percentile of all slopes. The slope is half the difference of the two
    /// distances beside it; at the ends, of the one beside it.
    Gradient(f64),
}

impl Default for Threshold {
    fn default() -> Self {
        Self::Percentile(95.0)
    }
}

/// What a break is worth.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    /// A chunk ends at each, but for one that would stay under `min-tokens`.
    #[default]
    Cut,
    /// Chunks are filled, and end at breaks where they lie well.
    Prefer,
}

impl Breaks {
    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Prefer => "prefer",
        }
    }
}
