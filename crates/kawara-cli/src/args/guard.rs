use std::path::PathBuf;

use clap::Args;

use super::{GaugeArguments, JobArguments};

#[derive(Debug, Args)]
pub(crate) struct GuardArguments {
    /// The file of chunks; `-` is standard input.
    #[arg(value_name = "CHUNKS")]
    pub(crate) chunks: PathBuf,
    #[command(flatten)]
    pub(crate) gauges: GaugeArguments,
    /// The most tokens of one input, special tokens and prefix included; wins over what is known of the model.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
    /// What is put before each text when it is embedded, such as "passage: "; wins over what is known of the model.
    #[arg(long, value_name = "TEXT")]
    pub(crate) prefix: Option<String>,
    /// The field that is embedded, alone; dots lead into objects, as in node.text.
    #[arg(long, value_name = "FIELD")]
    pub(crate) field: Option<String>,
    /// JSON lines instead of sentences.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const GUARD_JSON: &str = "With --json: one object for each chunk and model that do not fit, {\"line\", \"id\", \"name\", \"tokens\", \"limit\", \
\"lost_tokens\", \"lost_share\", \"kept_chars\", \"lost\"}; then one line {\"total\": {\"chunks\", \"failed\", \"models\": [{\"name\", \"counter\", \"limit\", \
\"specials\", \"prefix\", \"over_limit\", \"over\", \"lost_tokens\", \"most_tokens\", \"unknown_share\"}, …]}}. Shares are from 0 to 1; they and \
the characters are of what is embedded, without the prefix.";
