use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::whole;
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct StatsArguments {
    /// The file of chunks, as `kawara chunk` writes it: JSON lines, a JSON array, CSV, Parquet or Arrow; `-` is standard input.
    #[arg(value_name = "CHUNKS", value_hint = ValueHint::FilePath)]
    pub(crate) chunks: PathBuf,
    /// JSON instead of a page.
    #[arg(long)]
    pub(crate) json: bool,
    /// The budget: chunks over it are counted, and the page says how full the others are.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub(crate) max_tokens: Option<u32>,
}

pub(super) const STATS_EXAMPLES: &[Example] = &[
    ("How large chunks are, and how full", "kawara stats chunks.jsonl --max-tokens 400"),
    ("For a program", "kawara stats chunks.parquet --json"),
];

pub(super) const STATS_JSON: &str = "One object {\"chunks\", \"documents\", \"tokens\": {\"total\", \"min\", \"p5\", \"p50\", \"p90\", \"p99\", \
\"max\", \"mean\"}, \"over\", \"carried\", \"asked\", \"flags\", \"languages\", \"content_types\", \"settings\", \"bytes\": {\"own\", \"repeated\", \"context\"}, \
\"duplicates\": {\"texts\", \"ids\"}, \"parents\", \"failed\"}; what counts chunks by kind is an object of numbers.";
