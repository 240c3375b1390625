use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{InputArguments, JobArguments, OUTPUT};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct MeasureArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// One JSON object instead of tables.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Write a page with plots, too.
    ///
    /// It is one file that asks nothing of the network.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const MEASURE_EXAMPLES: &[Example] = &[
    ("How long the units of a corpus are, and what an overlap carries", "kawara measure docs"),
    ("With plots", "kawara measure docs --html measure.html"),
    (
        "For another model and size",
        "kawara measure docs --model text-embedding-3-small --set budget.max-tokens=256",
    ),
    ("For a program", "kawara measure docs --json"),
];

pub(super) const MEASURE_FIGURES: (&str, &str) = (
    "Figures",
    "  Units are those of the policy; what is never carried stands beside them: headings, rows, blocks of code, formulas and markup.
  10 % of the budget: its tokens; how many units of average length they hold; and at about which share of the places where a window
  of the budget could end a whole unit lies in the 10 % before. That share is an estimate: where units stand among the tokens of
  the document is told to a few tokens, since counts of parts do not add up to the count of the whole. The other figures are exact.
  lean back: the share of units that cannot be understood without what stands before, as far as the language's pack tells.
  p95 of 1 2 3 4: what 95 of 100 stretches of so many consecutive units need as a chunk, special tokens and context included.
  least size: the p95 of k + 1 units, k being the carry. A floor for budget.max-tokens, not its best value.",
);

pub(super) const MEASURE_JSON: &str = "{\"documents\", \"failed\", \"groups\": [{\"language\", \"content_type\", \"unit\", \"counter\", \"budget\", \"carry\", \
\"documents\", \"units\", \"characters\": {\"p50\", \"p90\", \"p99\"}, \"tokens\": {\"p50\", \"p90\", \"p99\"}, \"tokens_per_character\", \"tenth\": {\"tokens\", \
\"units\", \"boundaries\", \"whole_unit_share\"}, \"consecutive\": [{\"units\", \"count\", \"p50\", \"p95\", \"over_budget\"}], \"leaning_share\", \
\"least_size\", \"exceeds_budget\"}]}. Shares are from 0 to 1; null where there is nothing to tell. \
boundaries and whole_unit_share are about right, all else exact.";
