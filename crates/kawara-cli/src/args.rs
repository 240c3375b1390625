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
    /// Count the tokens of files, by several counters side by side.
    ///
    /// What is counted is the text of each file as it stands, decoded: its markup, its front matter and all, not what a reader makes
    /// of it. Tokens are those of the text alone; the special tokens that a model adds once per input are named beside the table.
    /// In directories the same files are taken as by `kawara chunk`.
    ///
    /// The share of unknown tokens (`[UNK]`) is shown where a counter tells it. Over 5 %, the counts are exact but mean nothing, and a warning says so.
    ///
    /// The exit code is 0 when all went well, 1 when some files failed, 2 when the command line is wrong.
    #[command(after_help = COUNT_JSON)]
    Count(CountArguments),
    /// List the chunks that a model would truncate or refuse, and how much of each is lost.
    ///
    /// Reads chunks from whichever splitter: JSON lines, or one JSON array. Of a record of kawara (one with doc_id, context and
    /// text) the context and the text are embedded, as they are; of any other its `text`, `page_content` or `content`, the first
    /// that it has; a record may also be a text and nothing else. --field names another field.
    ///
    /// Counted is what the model is given: its special tokens, its prefix unless the text begins with it, and the text.
    ///
    /// The exit code is 0 when every chunk fits, 1 when some do not or could not be read, 2 when the command line is wrong.
    #[command(after_help = GUARD_JSON)]
    Guard(GuardArguments),
    /// List the packs: languages, tokenizers and content types.
    Packs(PackArguments),
    /// List the embedding models that `budget.model` and --model know: counter, limit, prefixes.
    Models(ModelArguments),
}

const COUNT_JSON: &str = "With --json: one object a file as it is counted, {\"file\", \"bytes\", \"chars\", \"counts\": [{\"name\", \"tokens\", \
\"chars_per_token\", \"unknown\"}, …]}, counts in the order of the columns; then one line {\"total\": {…}} with the same keys, \"files\" and \"failed\", \
and in counts also \"counter\", \"specials\" and \"limit\".";

const GUARD_JSON: &str = "With --json: one object for each chunk and model that do not fit, {\"line\", \"id\", \"name\", \"tokens\", \"limit\", \
\"lost_tokens\", \"lost_share\", \"kept_chars\", \"lost\"}; then one line {\"total\": {\"chunks\", \"failed\", \"models\": [{\"name\", \"counter\", \"limit\", \
\"specials\", \"prefix\", \"over_limit\", \"over\", \"lost_tokens\", \"most_tokens\", \"unknown_share\"}, …]}}. Shares are from 0 to 1; they and \
the characters are of what is embedded, without the prefix.";

/// What counts; at least one.
#[derive(Debug, Args)]
pub(crate) struct GaugeArguments {
    /// A counter, such as tiktoken:cl100k_base; `kawara packs` lists them. May be given more than once.
    #[arg(long = "counter", value_name = "NAME", required_unless_present = "models")]
    pub(crate) counters: Vec<String>,
    /// An embedding model, as `kawara models` lists them. May be given more than once; models stand behind counters.
    #[arg(long = "model", value_name = "NAME")]
    pub(crate) models: Vec<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
}

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
    /// How many threads; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No notes on standard error; errors and warnings stay.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

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
    /// How many threads; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No notes on standard error; errors and warnings stay.
    #[arg(short, long)]
    pub(crate) quiet: bool,
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
    /// Write what chunks are parts of, too: documents, sections, and records that were cut, as JSON lines {"id", "doc_id", "kind", "title",
    /// "parent", "start", "end", "char_start", "char_end", "meta"}. Without =FILE they stand behind the chunks of their document.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(crate) parents: Option<Option<PathBuf>>,
    /// How many threads; as many as there are cores if not given.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No summary, no notes and no progress on standard error; errors and warnings stay.
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
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
}

#[derive(Debug, Default, Args)]
pub(crate) struct CommandArguments {
    /// Define a program that counts tokens, which policies name as cmd:NAME; wins over the configuration file. May be given more than once.
    #[arg(long = "command", value_name = "NAME='PROGRAM ARGUMENT…'")]
    pub(crate) definitions: Vec<String>,
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
