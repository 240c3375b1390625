use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{FromOutside, InputArguments, JobArguments, OUTPUT};
use crate::help::Example;

/// What is compared with a manifest, and how.
#[derive(Debug, Args)]
pub(crate) struct ComparisonArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    #[command(flatten)]
    pub(crate) contexts: FromOutside,
    /// The folder in which is remembered what was chunked.
    ///
    /// Made by `kawara chunk --manifest`, or by `kawara apply`.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) manifest: PathBuf,
    /// Leave documents alone that are remembered and not among the inputs.
    ///
    /// Without it they are gone, and their chunks are deleted.
    #[arg(long)]
    pub(crate) only: bool,
    /// What operations there are.
    #[arg(long, value_enum, default_value_t = Mode::Incremental)]
    pub(crate) mode: Mode,
    /// Count by this glob; by top folder if not given.
    ///
    /// A document counts under the first that it matches. May be given more than once.
    #[arg(long = "glob", value_name = "GLOB")]
    pub(crate) globs: Vec<String>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Those that carry an index from what is remembered to what there is now.
    Incremental,
    /// Every chunk is added, unchanged ones too: to fill a new index, or one that lost operations.
    Full,
}

/// What embedding costs.
#[derive(Debug, Args)]
pub(crate) struct PriceArguments {
    /// What a million tokens cost to embed, such as 0.02.
    #[arg(long, value_name = "PRICE", value_parser = price)]
    pub(crate) rate: Option<f64>,
    /// What the rate is in.
    #[arg(long, value_name = "NAME", default_value = "USD", requires = "rate")]
    pub(crate) currency: String,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) comparison: ComparisonArguments,
    #[command(flatten)]
    pub(crate) price: PriceArguments,
    /// One JSON object instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
    /// End with 3 where something is to be done.
    #[arg(long)]
    pub(crate) detailed_exitcode: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArguments {
    #[command(flatten)]
    pub(crate) comparison: ComparisonArguments,
    /// Where to write the operations; standard output if not given.
    ///
    /// Only a file is safe: the manifest counts operations as done once they are written, and a pipe may take what its reader never reads.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// Write over operations that are there.
    ///
    /// They are lost if they were not carried out: the manifest counts them as done.
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    /// Delete all there is where no document is among the inputs.
    #[arg(long)]
    pub(crate) allow_empty: bool,
}

fn price(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a price is a number from 0 on, such as 0.02".to_owned())
}

pub(super) const PLAN_EXAMPLES: &[Example] = &[
    (
        "What an edit of docs does to the index, at 0.02 a million tokens",
        "kawara plan docs --manifest index --rate 0.02",
    ),
    ("What another size would cost", "kawara plan docs --manifest index --set budget.max-tokens=256"),
    ("Counted by globs of one's own", "kawara plan docs --manifest index --glob '**/*.md' --glob '**'"),
];

pub(super) const APPLY_EXAMPLES: &[Example] = &[
    (
        "The operations, and the manifest brought up to date",
        "kawara apply docs --manifest index -o operations.jsonl",
    ),
    ("Some documents only; the others stay", "kawara apply notes --manifest index --only"),
    ("Everything anew, for a new index", "kawara apply docs --manifest index --mode full"),
];

pub(super) const PLAN_JSON: &str = "{\"globs\": [{\"glob\", \"documents\", \"kept\", \"moved\", \"added\", \"deleted\", \"tokens\"}, …], \
\"total\": {\"kept\", \"moved\", \"added\", \"deleted\", \"tokens\"}, \"documents\": {\"skipped\", \"chunked\", \"gone\", \"failed\", \"left\"}, \"reasons\": \
{reason: documents}, \"most\": [{\"doc_id\", \"reason\", \"kept\", …}, …], \"unreadable\", \"pack_faults\": {pack: {\"count\", \"first\"}} where there are any, \"price\": {\"amount\", \"currency\", \"rate\"}}; tokens are those to \
embed, the price is null without --rate.";

pub(super) const OPERATIONS: &str = "{\"op\": \"add\", …all members of a chunk's record} is to be embedded and put under its id; {\"op\": \
\"move\", …all members but context and text} changes what is stored beside the embedding; {\"op\": \"delete\", \"id\", \"doc_id\"} is to be taken out.";
