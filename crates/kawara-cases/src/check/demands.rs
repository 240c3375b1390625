use serde::Deserialize;

use crate::Case;

/// The checks of a case, typed. A name that is none is an error, so that no check is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Demands {
    pub(super) max_tokens: Option<u32>,
    pub(super) reported_tokens_exact: bool,
    pub(super) chunk_count: Option<Bounds>,

    pub(super) no_split_inside: Vec<String>,
    pub(super) no_split_inside_regex: Option<String>,
    pub(super) line_whole: Option<String>,
    pub(super) line_once: Option<String>,
    pub(super) words_whole: bool,

    pub(super) no_chunk_starts_with: Option<String>,
    pub(super) no_chunk_ends_with: Option<String>,
    pub(super) no_chunk_matches: Option<String>,
    pub(super) each_chunk_starts_with: Option<String>,
    pub(super) last_chunk_ends_with: Option<String>,
    pub(super) same_chunk: Vec<(String, String)>,
    pub(super) not_same_chunk: Vec<(String, String)>,
    pub(super) embed_has_if: Vec<Embedded>,
    pub(super) embed_lacks_if: Vec<Embedded>,
    pub(super) flags_if: Vec<Flagged>,

    pub(super) units: Option<Vec<String>>,
    pub(super) min_units: Option<usize>,
    pub(super) no_unit_boundary_inside: Vec<String>,
    pub(super) overlap: Option<Overlap>,

    pub(super) max_seconds: Option<f64>,
    pub(super) scale: Option<Scale>,
    pub(super) count_at_least: Option<u64>,
    pub(super) error_required: Option<String>,
    pub(super) error_allowed: Option<String>,
}

/// How many chunks there may be.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Bounds {
    #[serde(default)]
    pub(super) min: usize,
    #[serde(default = "any")]
    pub(super) max: usize,
}

fn any() -> usize {
    usize::MAX
}

/// What the embedded text has or lacks where the chunk's text matches.
#[derive(Debug, Deserialize)]
pub(super) struct Embedded {
    #[serde(rename = "if")]
    pub(super) pattern: String,
    pub(super) has: String,
}

/// The flag that a chunk with this text carries.
#[derive(Debug, Deserialize)]
pub(super) struct Flagged {
    #[serde(rename = "if")]
    pub(super) text: String,
    pub(super) flag: String,
}

/// How many units neighbours share.
#[derive(Debug, Deserialize)]
pub(super) struct Overlap {
    pub(super) units: usize,
}

/// The most that CPU time may grow between two sizes.
#[derive(Debug, Deserialize)]
pub(super) struct Scale {
    pub(super) ratio_max: f64,
}

impl Demands {
    pub(super) fn of(case: &Case) -> Result<Self, String> {
        let mut checks = case.check.clone();
        for name in ALWAYS {
            checks.remove(*name);
        }
        serde_json::from_value(checks.into()).map_err(|error| format!("checks: {error}"))
    }
}

/// Names for what holds of every case, and memory, which is not judged.
const ALWAYS: &[&str] = &[
    "lossless",
    "slices",
    "grapheme_safe",
    "no_replacement_char",
    "strictly_increasing",
    "no_contained_chunk",
    "no_crash",
    "peak_memory_factor",
];
