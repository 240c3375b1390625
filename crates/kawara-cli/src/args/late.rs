use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{InputArguments, JobArguments, OUTPUT, SETTINGS, from_one, whole};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct LateArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// The most tokens that the model takes, special tokens and prefix included; the model's own if not given.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = SETTINGS)]
    pub(crate) limit: Option<u32>,
    /// How many tokens of the text before and after its chunks a window has at most; an eighth of the limit if not given.
    ///
    /// Whole units, which the tokens of the chunks see. Where they do not fit beside the chunks, there are fewer.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, help_heading = SETTINGS)]
    pub(crate) overlap: Option<u32>,
    /// Pool into each chunk so many units before and after its own as well.
    ///
    /// As far as its section and its window go.
    #[arg(long, value_name = "N", value_parser = whole::<usize>, default_value = "0", help_heading = SETTINGS)]
    pub(crate) soft_overlap: usize,
    /// What each token of these weighs, above 0 and at most 1.
    #[arg(long, value_name = "W", value_parser = weight, default_value = "0.5", help_heading = SETTINGS)]
    pub(crate) soft_weight: f64,
    /// Where to write; standard output if not given.
    ///
    /// The file takes its place when all of it is written: until then an older one stays.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

fn weight(text: &str) -> Result<f64, String> {
    let weight = text.trim().parse::<f64>().ok().filter(|weight| *weight > 0.0 && *weight <= 1.0);
    weight.ok_or_else(|| "it is not above 0 and at most 1".to_owned())
}

pub(super) const LATE_EXAMPLES: &[Example] = &[
    ("For a model that reads 8,192 tokens at once", "kawara late docs --limit 8192"),
    ("In windows of 512 tokens", "kawara late docs --limit 512 --overlap 64 -o windows.jsonl"),
    (
        "A sentence of each neighbour at a quarter of the weight",
        "kawara late docs --limit 512 --soft-overlap 1 --soft-weight 0.25",
    ),
];

pub(super) const LATE_RECORD: (&str, &str) = (
    "A window",
    "{\"doc_id\", \"window\", \"start\", \"end\", \"prefix\", \"text\", \"tokens\", \"specials\": [before, behind], \"chunks\": [{\"id\", \"tokens\": [a, b], \"own\": [a, b], \"pool\": [[a, b, weight], \
…]}, …]}. The model is given prefix followed by text, as they are, with its special tokens and without truncation: that makes `tokens` rows, of \
which the specials are no chunk's. tokens are the rows of a chunk; own leaves out what is carried into it from the chunk before; the vector of the chunk is the weighted \
mean of the rows in pool. Ranges of rows are half-open, from row 0; start and end are bytes of the source.",
);
