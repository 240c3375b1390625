use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use kawara::output::Format as OutputFormat;

use super::{FromOutside, InputArguments, JobArguments, OUTPUT};
use crate::help::Example;

/// A format, and what it is.
fn told(format: OutputFormat) -> PossibleValue {
    let what = match format {
        OutputFormat::Jsonl => "One JSON object a line",
        OutputFormat::Json => "One JSON array of objects",
        OutputFormat::Csv => "A table; what is nested is JSON text",
        OutputFormat::Text => "For a person to read",
        OutputFormat::Markdown => "For a person to read, as a document",
        OutputFormat::Parquet => "Apache Parquet",
        OutputFormat::Arrow => "An Arrow IPC file, which Feather 2 is too",
        OutputFormat::ArrowStream => "An Arrow IPC stream, for pipes",
        _ => return PossibleValue::new(format.as_str()),
    };
    PossibleValue::new(format.as_str()).help(what)
}

#[derive(Debug, Args)]
pub(crate) struct ChunkArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    #[command(flatten)]
    pub(crate) contexts: FromOutside,
    /// Where to write; standard output if not given.
    ///
    /// The file takes its place when all of it is written: until then an older one stays.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// How to write chunks; what the extension of the output file says if not given, else jsonl.
    ///
    /// Extensions are .jsonl, .ndjson, .json, .csv, .md, .txt, .parquet, .arrow, .feather, .ipc, and .arrows for a stream.
    #[arg(
        long = "output-format",
        visible_alias = "format",
        value_name = "FORMAT",
        value_parser = PossibleValuesParser::new(OutputFormat::ALL.map(told)).try_map(|word| word.parse::<OutputFormat>()),
        env = "KAWARA_OUTPUT_FORMAT",
        help_heading = OUTPUT
    )]
    pub(crate) format: Option<OutputFormat>,
    /// Write what chunks are parts of, too.
    ///
    /// Documents, sections, records that were cut, and passages, as {"id", "doc_id", "kind", "title", "parent", "start", "end",
    /// "char_start", "char_end", "meta"}, and of passages "level" and "tokens". Without =FILE they stand behind the chunks of their document, which
    /// takes jsonl or json; with it, FILE's extension says the format, else they are JSON lines.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) parents: Option<Option<PathBuf>>,
    /// Write what the run did: versions, settings in force, policies, totals, flags, failures.
    ///
    /// One JSON object. The same input gives the same report, whatever the number of threads.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) report: Option<PathBuf>,
    /// Write what the chunks hold, with every exception and its reason, to be checked without kawara.
    ///
    /// The claim is that every window of k + 1 units that fits the budget is whole in one chunk, k being the fewest units that are carried;
    /// `tools/verify_certificate.py` checks it from the documents, the chunks and the certificate. Chunks have to be JSON lines, and documents
    /// files or --documents.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) certificate: Option<PathBuf>,
    /// Remember in this folder what was chunked, for `kawara plan`.
    ///
    /// `kawara apply` brings it up to date. What the folder remembered before is forgotten.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub(crate) manifest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

/// How units are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object a line.
    Jsonl,
    /// For a person to read.
    Text,
}

pub(super) const CHUNK_EXAMPLES: &[Example] = &[
    ("A directory, each file by the nearest kawara.toml", "kawara chunk docs -o chunks.jsonl"),
    ("For a person to read", "kawara chunk notes --format text"),
    (
        "By a built-in policy, but smaller",
        "kawara chunk docs --policy kawara:docs --set budget.max-tokens=256",
    ),
    ("Sized for an embedding model", "kawara chunk docs --model text-embedding-3-small -o chunks.jsonl"),
    ("A table, and what the run did", "kawara chunk docs -o chunks.parquet --report run.json"),
    (
        "What chunks are parts of, in a file of its own",
        "kawara chunk docs -o chunks.jsonl --parents=parents.jsonl",
    ),
    (
        "With a certificate that anybody can check",
        "kawara chunk docs -o chunks.jsonl --certificate certificate.json",
    ),
    ("Standard input; which policy and counter were taken", "kawara chunk - -v < notes/night-shift.txt"),
    (
        "Documents from a program",
        "echo '{\"id\": \"a\", \"text\": \"It opens at six.\"}' | kawara chunk --documents -",
    ),
];

pub(super) const CHUNK_RECORD: (&str, &str) = (
    "A record",
    "{\"id\", \"doc_id\", \"ordinal\", \"start\", \"end\", \"own_start\", \"char_start\", \"char_end\", \"context\", \"text\", \"tokens\", \"language\", \
\"content_type\", \"units\", \"carried\", \"asked\", \"parent\", \"prev\", \"next\", \"flags\", \"settings\", \"pages\", \"meta\", \"map\", \"outside\"}. What to embed is context followed by text, as they \
are; tokens counts just that. Positions are half-open, in bytes of the source, and in characters.",
);
