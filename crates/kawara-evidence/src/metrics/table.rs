use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Depth;

/// All figures of one way of cutting. As JSON it is one flat object under the names of the [module](crate::metrics)'s tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// How many chunks there are.
    pub chunks: usize,
    /// The characters of all chunks.
    pub stored_chars: usize,
    /// The characters that chunks hold, each once.
    pub source_chars: usize,
    /// The characters that no chunk holds.
    pub uncovered_chars: usize,
    /// `stored_chars / source_chars − 1`.
    pub redundancy_chars: f64,
    /// What is known of tokens; `None` where nothing was counted.
    pub tokens: Option<Tokens>,
    /// How many questions there are.
    pub questions: usize,
    /// The share of them whose evidence one chunk holds.
    pub coverage: f64,
    /// What a baseline breaks; `None` without one.
    pub straddling: Option<Straddling>,
    /// What was retrieved, at each depth in the order asked for; empty without a retriever, or if no question was asked.
    pub served: Vec<Served>,
    /// The precision that a perfect retriever would have; `None` without questions.
    pub precision_omega: Option<f64>,
}

/// Tokens stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    /// Of all chunks.
    pub stored: u64,
    /// Of a chunk, on average.
    pub mean: f64,
    /// Of the largest.
    pub max: u32,
    /// Of the documents; `None` where they were not counted.
    pub source: Option<u64>,
    /// `stored / source − 1`.
    pub effective_redundancy: Option<f64>,
}

/// Questions whose evidence a baseline breaks, as a rule the same cuts without overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Straddling {
    /// How many there are.
    pub questions: usize,
    /// The share of them whose evidence is whole now; `None` where there are none.
    pub coverage: Option<f64>,
    /// How many questions are broken that the baseline keeps whole.
    pub newly_broken: usize,
}

/// Means over the questions asked, at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    /// How far down the ranking.
    pub depth: Depth,
    /// How many questions were asked.
    pub questions: usize,
    /// One chunk holds all the evidence.
    pub hit: f64,
    /// The chunks together do.
    pub unionhit: f64,
    /// The share of the evidence that was served.
    pub recall: f64,
    /// The share of what was served that is evidence.
    pub precision: f64,
    /// Evidence served over evidence and served together.
    pub iou: f64,
    /// The share of what was served that had been served before.
    pub rrr: f64,
    /// Characters served, each once.
    pub unique: f64,
    /// `hit` over the questions that the baseline breaks; `None` without any.
    pub boundary_recall: Option<f64>,
    /// `recall` by relevance; `None` where nothing is relevant.
    pub graded_recall: Option<f64>,
    /// Tokens served.
    pub served_tokens: f64,
    /// Tokens of what was served, each stretch once.
    pub independent_tokens: f64,
    /// How that was told.
    pub independent: Independent,
}

/// How the tokens of the union of what is served are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Independent {
    /// By its characters, at the tokens per character of its document (or of its chunks, where the document was not counted).
    #[default]
    Estimated,
    /// By the counter, stretch by stretch.
    Counted,
}

impl Independent {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Estimated => "estimated",
            Self::Counted => "counted",
        }
    }
}

impl Metrics {
    /// What was retrieved at a depth.
    pub fn at(&self, depth: Depth) -> Option<&Served> {
        self.served.iter().find(|served| served.depth == depth)
    }

    /// A figure by its name; `None` where there is none.
    ///
    /// ```
    /// let metrics = kawara_evidence::metrics::Metrics { coverage: 0.5, ..Default::default() };
    /// assert_eq!(metrics.get("coverage"), Some(0.5));
    /// assert_eq!(metrics.get("hit@5"), None);
    /// ```
    pub fn get(&self, name: &str) -> Option<f64> {
        self.entries().into_iter().find(|(known, _)| known == name)?.1.as_f64()
    }

    /// All figures by their names, in the order of the [module](crate::metrics)'s tables.
    pub fn entries(&self) -> Vec<(String, Value)> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        let mut put = |name: &str, value: Value| entries.push((name.to_owned(), value));
        put("chunks", self.chunks.into());
        put("stored_chars", self.stored_chars.into());
        put("source_chars", self.source_chars.into());
        put("uncovered_chars", self.uncovered_chars.into());
        put("redundancy_chars", self.redundancy_chars.into());
        if let Some(tokens) = &self.tokens {
            put("stored_tokens", tokens.stored.into());
            put("mean_tokens", tokens.mean.into());
            put("max_tokens", tokens.max.into());
            if let Some(source) = tokens.source {
                put("source_tokens", source.into());
                put("effective_redundancy", tokens.effective_redundancy.into());
            }
        }
        put("questions", self.questions.into());
        put("coverage", self.coverage.into());
        if let Some(straddling) = &self.straddling {
            put("straddling", straddling.questions.into());
            put("straddle_coverage", straddling.coverage.into());
            put("newly_broken", straddling.newly_broken.into());
        }
        for served in &self.served {
            served.entries(&mut put);
        }
        if let Some(served) = self.served.first() {
            put("independent_tokens", served.independent.name().into());
        }
        if let Some(omega) = self.precision_omega {
            put("precision_omega", omega.into());
        }
        entries
    }
}

impl Served {
    fn entries(&self, put: &mut impl FnMut(&str, Value)) {
        let depth = self.depth;
        let mut put = |name: &str, value: Option<f64>| {
            if let Some(value) = value {
                put(&format!("{name}@{depth}"), value.into());
            }
        };
        put("hit", Some(self.hit));
        put("unionhit", Some(self.unionhit));
        put("recall", Some(self.recall));
        put("precision", Some(self.precision));
        put("iou", Some(self.iou));
        put("rrr", Some(self.rrr));
        put("unique", Some(self.unique));
        put("boundary_recall", self.boundary_recall);
        put("graded_recall", self.graded_recall);
        put("served_tokens", Some(self.served_tokens));
        put("independent_tokens", Some(self.independent_tokens));
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.entries())
    }
}
