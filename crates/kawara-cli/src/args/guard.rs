use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};

use super::{COUNTING, GaugeArguments, INPUT, JobArguments, OUTPUT, from_one};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct GuardArguments {
    /// The file of chunks; `-` is standard input.
    #[arg(value_name = "CHUNKS", value_hint = ValueHint::FilePath)]
    pub(crate) chunks: PathBuf,
    #[command(flatten)]
    pub(crate) gauges: GaugeArguments,
    /// The most tokens of one input.
    ///
    /// Special tokens and prefix included. Wins over what is known of the model.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = COUNTING)]
    pub(crate) limit: Option<u32>,
    /// What is put before each text, such as "passage: ".
    ///
    /// Wins over what is known of the model.
    #[arg(long, value_name = "TEXT", help_heading = COUNTING)]
    pub(crate) prefix: Option<String>,
    /// The field that is embedded, alone.
    ///
    /// Dots lead into objects, as in node.text.
    #[arg(long, value_name = "FIELD", value_parser = NonEmptyStringValueParser::new(), help_heading = INPUT)]
    pub(crate) field: Option<String>,
    /// JSON lines instead of sentences.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const GUARD_EXAMPLES: &[Example] = &[
    ("Chunks in a file", "kawara guard chunks.jsonl --model text-embedding-3-small"),
    (
        "Chunks from a program; a limit of one's own",
        "kawara chunk docs -q | kawara guard - --counter tiktoken:cl100k_base --limit 512",
    ),
    (
        "Another field",
        "echo '{\"body\": \"It opens at six.\"}' | kawara guard - --field body --counter words --limit 10",
    ),
];

pub(super) const GUARD_JSON: &str = "One object for each chunk and model that do not fit, {\"line\", \"id\", \"name\", \"tokens\", \"limit\", \
\"lost_tokens\", \"lost_share\", \"kept_chars\", \"lost\"}; then one line {\"total\": {\"chunks\", \"failed\", \"models\": [{\"name\", \"counter\", \"limit\", \
\"specials\", \"prefix\", \"over_limit\", \"over\", \"lost_tokens\", \"most_tokens\", \"unknown_share\"}, …]}}. Shares are from 0 to 1; they and \
the characters are of what is embedded, without the prefix.";
