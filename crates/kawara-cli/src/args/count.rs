use std::path::PathBuf;

use clap::Args;

use super::{GaugeArguments, JobArguments};

#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// Files and directories; standard input if none is given, or for `-`.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) gauges: GaugeArguments,
    /// JSON lines instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// The encoding of files, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", default_value = "utf-8")]
    pub(crate) encoding: String,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const COUNT_JSON: &str = "With --json: one object a file as it is counted, {\"file\", \"bytes\", \"chars\", \"counts\": [{\"name\", \"tokens\", \
\"chars_per_token\", \"unknown\"}, …]}, counts in the order of the columns; then one line {\"total\": {…}} with the same keys, \"files\" and \"failed\", \
and in counts also \"counter\", \"specials\" and \"limit\".";
