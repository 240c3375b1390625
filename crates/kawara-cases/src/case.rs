use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::generate::{Part, generate};

/// One acceptance case: a text, settings, and what has to hold of the chunks. `cases/CHECKS.md` explains every field.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// What results are matched by.
    pub id: String,
    /// The kind of fault it guards against.
    pub kind: String,
    /// The language of the text, for reports; the settings say what the engine is told.
    #[serde(default)]
    pub lang: String,
    /// What the text is: `prose`, `markdown`, `csv`, …
    pub content_type: String,
    /// The fault, in a sentence.
    #[serde(default)]
    pub essence: String,
    /// Whether it has to hold.
    pub severity: Severity,
    /// The settings, in names of no product.
    pub settings: Neutral,
    /// The checks, by name.
    pub check: serde_json::Map<String, Value>,
    text: Option<String>,
    text_large: Option<String>,
    generate: Option<Vec<Part>>,
}

/// Whether a case has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It has to.
    Must,
    /// It had better.
    Should,
}

/// Settings in names of no product.
#[derive(Clone, Debug, Deserialize)]
pub struct Neutral {
    /// `cl100k_base`, `chars`, `utf8_bytes`, or a counter of the cases' own, `test:…`.
    pub counter: String,
    /// The most tokens of a chunk.
    pub max_tokens: u32,
    /// Units that are carried from chunk to chunk.
    pub overlap_units: u32,
    /// `record` where a record is a unit.
    pub group: Option<String>,
    /// The most records in a chunk.
    pub records_per_chunk: Option<u32>,
    /// What a single line break means: `hard` unless said.
    pub newline: Option<String>,
    /// Whether a heading ends a chunk.
    pub break_at_headings: Option<bool>,
    /// The language that the engine is told.
    pub lang: Option<String>,
    /// Settings without a field here.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

impl Case {
    /// The text to cut: as given, or generated, at the smaller size where the case compares two.
    ///
    /// # Errors
    /// When the case has neither a text nor parts to make one from.
    pub fn text(&self) -> Result<Cow<'_, str>, String> {
        self.text_of(self.text.as_deref(), 0)
    }

    /// The text at the larger size, where the case compares two.
    ///
    /// # Errors
    /// As [`Case::text`].
    pub fn large_text(&self) -> Result<Option<Cow<'_, str>>, String> {
        self.sizes().map(|_| self.text_of(self.text_large.as_deref(), 1)).transpose()
    }

    fn text_of<'a>(&'a self, given: Option<&'a str>, size: usize) -> Result<Cow<'a, str>, String> {
        match (given, &self.generate) {
            (Some(text), _) => Ok(Cow::Borrowed(text)),
            (None, Some(parts)) => {
                let n = self.sizes().and_then(|sizes| sizes.get(size)?.as_u64());
                generate(parts, n.and_then(|n| usize::try_from(n).ok())).map(Cow::Owned)
            }
            (None, None) => Err("the case has no text: expand its generator first".to_owned()),
        }
    }

    /// The sizes `N` that the case compares.
    fn sizes(&self) -> Option<&Vec<Value>> {
        self.check.get("scale")?.get("n")?.as_array()
    }
}
