use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{InputArguments, JobArguments, OUTPUT, from_one};
use crate::help::Example;

/// What one request may hold stands under this heading.
const REQUEST: &str = "Request";

#[derive(Debug, Args)]
pub(crate) struct GroupArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// The most tokens of all chunks of a group together: contexts, texts and special tokens.
    ///
    /// As the policy's counter counts them. A chunk that has more by itself fails its document.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = REQUEST)]
    pub(crate) max_tokens: u32,
    /// The most chunks of a group.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = REQUEST)]
    pub(crate) max_chunks: Option<u32>,
    /// Where to write; standard output if not given.
    ///
    /// The file takes its place when all of it is written: until then an older one stays.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const GROUP_EXAMPLES: &[Example] = &[
    ("Requests of at most 32,000 tokens", "kawara group docs --max-tokens 32000 -o groups.jsonl"),
    ("And of at most 64 chunks", "kawara group docs --max-tokens 32000 --max-chunks 64"),
];

pub(super) const GROUP_JSON: (&str, &str) = (
    "A group",
    "{\"doc_id\", \"group\", \"tokens\", \"ids\", \"texts\"}. group counts from 0 in each document; ids are those of `kawara chunk`, and texts what is to be \
embedded, in their order: context followed by text.",
);
