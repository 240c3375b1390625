use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};

use super::{GaugeArguments, INPUT, JobArguments, OUTPUT};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// Files and directories; standard input if none is given, or for `-`.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) gauges: GaugeArguments,
    /// JSON lines instead of a table.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// The encoding of files.
    ///
    /// Names are those of the WHATWG standard, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", value_parser = NonEmptyStringValueParser::new(), default_value = "utf-8", env = "KAWARA_ENCODING", help_heading = INPUT)]
    pub(crate) encoding: String,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const COUNT_EXAMPLES: &[Example] = &[
    (
        "Two vocabularies side by side",
        "kawara count docs --counter tiktoken:cl100k_base --counter tiktoken:o200k_base",
    ),
    ("As a model counts", "kawara count docs --model text-embedding-3-small"),
    ("For a program", "kawara count docs --model text-embedding-3-small --json"),
    ("One text", "echo 'It opens at six.' | kawara count --counter tiktoken:o200k_base"),
];

pub(super) const COUNT_JSON: &str = "One object a file as it is counted, {\"file\", \"bytes\", \"chars\", \"counts\": [{\"name\", \"tokens\", \
\"chars_per_token\", \"unknown\"}, …]}, counts in the order of the columns; then one line {\"total\": {…}} with the same keys, \"files\" and \"failed\", \
and in counts also \"counter\", \"specials\" and \"limit\".";
