use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Cuts documents into chunks for retrieval: sized in the model's own tokens, overlapped in whole sentences.
#[derive(Debug, Parser)]
#[command(name = "kawara", version, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cut documents into chunks.
    Chunk(ChunkArguments),
    /// Print the units that documents are made of: sentences, clauses, words.
    Units(UnitArguments),
    /// List the packs: languages, tokenizers and content types.
    Packs(PackArguments),
    /// List the embedding models that `budget.model` and --model know: counter, limit, prefixes.
    Models(ModelArguments),
}

#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// Print instead what must be shown with this program: the licences of dictionaries and vocabularies that are built in.
    #[arg(long)]
    pub(crate) notices: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// Tell everything about these models, sources included.
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// JSON lines: everything about each model, one a line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TokenizerArguments {
    /// A folder in which tokenizer files lie as NAME/tokenizer.json, or a cache of the Hugging Face hub. May be given more than
    /// once; the folders in KAWARA_TOKENIZERS and the hub's own cache are looked in after it.
    #[arg(long = "tokenizers", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ChunkArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// JSON lines, or text for a person to read.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    pub(crate) format: Format,
    /// How many threads; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No summary and no progress on standard error.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UnitArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// How fine the units are; the policy decides if not given.
    #[arg(long, value_enum)]
    pub(crate) grain: Option<GrainArgument>,
    /// The language of all text, as a BCP 47 tag; told by script if not given.
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// Print only {"id", "boundaries"} a document: the characters at which units begin, but for the first.
    #[arg(long)]
    pub(crate) boundaries: bool,
    /// JSON lines, or one unit a line with its line breaks shown as ⏎.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// Files and directories; `-` is standard input.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Documents as JSON lines: "id", "text", and optionally "path", "content_type", "language", "title", "meta".
    #[arg(long, value_name = "FILE")]
    pub(crate) documents: Option<PathBuf>,
    /// The policy for all documents: a file, or a built-in as kawara:NAME. The nearest kawara.toml of each if not given.
    #[arg(long, value_name = "FILE|kawara:NAME")]
    pub(crate) policy: Option<String>,
    /// The embedding model, as `kawara models` lists them; short for --set budget.model=NAME. May be given more than once: chunks
    /// then fit all of them.
    #[arg(long = "model", value_name = "NAME")]
    pub(crate) models: Vec<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    /// Change a setting, such as budget.max-tokens=256; wins over every policy. May be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) changes: Vec<String>,
    /// The encoding of files, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", default_value = "utf-8")]
    pub(crate) encoding: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object a line.
    Jsonl,
    /// For a person to read.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrainArgument {
    /// Sentences.
    Sentence,
    /// Clauses.
    Clause,
    /// Words.
    Word,
}
