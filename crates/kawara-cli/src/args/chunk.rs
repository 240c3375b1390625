use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{InputArguments, JobArguments};

#[derive(Debug, Args)]
pub(crate) struct ChunkArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// JSON lines, or text for a person to read.
    #[arg(long = "output-format", visible_alias = "format", value_name = "FORMAT", value_enum, default_value_t = Format::Jsonl)]
    pub(crate) format: Format,
    /// Write what chunks are parts of, too: documents, sections, and records that were cut, as JSON lines {"id", "doc_id", "kind", "title",
    /// "parent", "start", "end", "char_start", "char_end", "meta"}. Without =FILE they stand behind the chunks of their document.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(crate) parents: Option<Option<PathBuf>>,
    /// Remember in this folder what was chunked, for `kawara plan` and `kawara apply`. What it remembered before is forgotten.
    #[arg(long, value_name = "DIR")]
    pub(crate) manifest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object a line.
    Jsonl,
    /// For a person to read.
    Text,
}
