use std::num::NonZeroU32;

use clap::Args;
use clap::builder::NonEmptyStringValueParser as Words;
use kawara_evidence::windows::Window;

use super::{InputArguments, JobArguments, OUTPUT, PriceArguments, SETTINGS, above_zero, whole};
use crate::help::Example;

/// Heading of options about windows of a fixed size.
const WINDOWS: &str = "Windows";
/// Heading of options about what is paid.
const STORING: &str = "Storing and embedding";

#[derive(Debug, Args)]
pub(crate) struct CostArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Cost each policy with this setting changed, too, such as units.overlap=2.
    ///
    /// May be given more than once: each is tried by itself. --set holds for all.
    #[arg(long = "try", value_name = "KEY=VALUE", value_parser = Words::new(), help_heading = SETTINGS)]
    pub(crate) trials: Vec<String>,
    /// Cost a window instead: its tokens, and the overlap in tokens or as a share, such as 256,51 or 256,20%.
    ///
    /// Needs no documents: what it comes to is known from --tokens. A share is rounded down to whole tokens. May be given more than once.
    #[arg(long = "window", value_name = "SIZE,OVERLAP", requires = "tokens", conflicts_with_all = ["paths", "documents", "trials", "changes"], help_heading = WINDOWS)]
    pub(crate) windows: Vec<Window>,
    /// The tokens of the text that windows are laid over, one document.
    #[arg(long, value_name = "N", requires = "windows", value_parser = whole::<u64>, help_heading = WINDOWS)]
    pub(crate) tokens: Option<u64>,
    /// How many numbers a vector has; what is known of the policy's model if not given.
    #[arg(long, value_name = "N", value_parser = above_zero::<NonZeroU32>, help_heading = STORING)]
    pub(crate) dimensions: Option<NonZeroU32>,
    /// Bytes of each number of a vector.
    ///
    /// 4 for floats, 2 for halves, 1 for quantised ones.
    #[arg(long, value_name = "N", default_value = "4", value_parser = above_zero::<NonZeroU32>, help_heading = STORING)]
    pub(crate) bytes: NonZeroU32,
    #[command(flatten, next_help_heading = STORING)]
    pub(crate) price: PriceArguments,
    /// One JSON object instead of a table.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten, next_help_heading = None)]
    pub(crate) jobs: JobArguments,
}

pub(super) const COST_EXAMPLES: &[Example] = &[
    ("What the corpus comes to with its policy, at 0.02 a million tokens", "kawara cost docs --rate 0.02"),
    (
        "With other overlaps beside it",
        "kawara cost docs --try units.overlap=0 --try units.overlap=2 --dimensions 1536",
    ),
    ("Two policies", "kawara cost docs --policy kawara:docs --policy kawara:narrative"),
    (
        "Windows of 256 tokens over a text of 50,000",
        "kawara cost --window 256 --window 256,10% --window 256,25% --tokens 50000",
    ),
];

pub(super) const COST_JSON: &str = "{\"policies\": [{\"policy\", \"try\", \"documents\", \"failed\", \"chunks\", \"source_tokens\", \"stored_tokens\", \
\"effective_redundancy\", \"vectors\", \"vector_bytes\", \"embedded_tokens\", \"price\": {\"amount\", \"currency\", \"rate\"}, \"asked_to_carry\", \"carrying\", \
\"flags\": {flag: chunks}}]}; with --window {\"windows\": [{\"size\", \"overlap\", \"source_tokens\", \"chunks\", \"stored_tokens\", \"redundancy\", \
\"redundancy_of_long\", \"storage_factor\", \"vector_bytes\", \"price\"}]}. Shares are from 0 on; null where it is not known: price without --rate, \
vector_bytes without --dimensions or a model that tells.";
