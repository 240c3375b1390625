use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{CommandArguments, JobArguments, TokenizerArguments};

#[derive(Debug, Args)]
pub(crate) struct PolicyArguments {
    #[command(subcommand)]
    pub(crate) command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Show every mistake of policies at once, with its place and what to do about it.
    ///
    /// With --corpus the documents are chunked as well, and what does not fit them is shown: a carry that its units do not allow, a
    /// language that no pack segments, a [[match]] that no file meets.
    ///
    /// The exit code is 0 when the policies are good, warnings or not, 1 when one has mistakes, 2 when the command line is wrong.
    #[command(after_help = CHECK_JSON)]
    Check(CheckArguments),
    /// Show which policy holds for a document, every setting with the line it comes from, and what it overrode.
    ///
    /// A document that exists is read, since some settings depend on its language and its front matter, and chunked, so that an
    /// overlap in per cent or tokens can be told in whole units. One that does not is explained by its name alone.
    #[command(after_help = EXPLAIN_JSON)]
    Explain(ExplainArguments),
    /// Print the JSON Schema of policies, with which editors check and complete them.
    ///
    /// Editors with Even Better TOML (taplo) find it by a first line `#:schema PATH-OR-URL`.
    Schema,
    /// Look at a corpus, measure it, and write a first policy for it, with the reasons.
    Init(InitArguments),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Policies: files, built-in ones as kawara:NAME, or directories, of which every kawara.toml below is checked. The nearest
    /// kawara.toml if none is given.
    #[arg(value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// Measure the policies on the documents in this directory too: each by the policy named, or by its nearest if none or several
    /// are.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// JSON lines instead of pictures.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

const CHECK_JSON: &str = "With --json: one object a mistake, {\"severity\", \"code\", \"message\", \"file\", \"line\", \"column\", \"start\", \"end\", \"label\", \"also\": [{\"file\", \
\"line\", \"column\", \"start\", \"end\", \"label\"}, …], \"help\"}, start and end in bytes; with --corpus one {\"group\": {…}} for each policy and set of matches that \
documents met; then one line {\"total\": {\"policies\", \"errors\", \"warnings\", \"notes\"}}.";

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Documents; they need not exist.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The policy for all of them: a file, or a built-in as kawara:NAME. The nearest kawara.toml of each if not given.
    #[arg(long, value_name = "FILE|kawara:NAME")]
    pub(crate) policy: Option<String>,
    /// Change a setting, such as budget.max-tokens=256; wins over every policy. May be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) changes: Vec<String>,
    /// JSON lines instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

const EXPLAIN_JSON: &str = "With --json: one object a document, {\"path\", \"exists\", \"policy\", \"reader\", \"content_type\", \"language\", \"fields\", \"matches\": [{\"file\", \
\"line\"}, …], \"settings\": [{\"key\", \"value\", \"file\", \"line\", \"column\", \"from\", \"over\": [{\"key\", \"value\", \"file\", \"line\"}, …]}, …], \"overlap\": [{\"key\", \
\"value\", \"tokens\", \"boundaries\", \"units\": {\"0\", \"1\", …}, \"edges\"}, …]}. Values are as a policy writes them; without a file they are defaults.";

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The corpus; the current directory if not given.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Where to write; kawara.toml in the directory if not given, standard output for `-`. A file that exists is left alone.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The embedding model, as `kawara models` lists them; it says what counts.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Take over what another splitter was told, and say what changes.
    #[arg(long, value_name = "SPLITTER", value_enum)]
    pub(crate) from: Option<Splitter>,
    /// Its chunk_size.
    #[arg(long, value_name = "N", requires = "from", default_value_t = 4000)]
    pub(crate) chunk_size: u32,
    /// Its chunk_overlap.
    #[arg(long, value_name = "N", requires = "from", default_value_t = 200)]
    pub(crate) chunk_overlap: u32,
    /// Its separators: a JSON array, or one after the other with commas between; \n is a line break.
    #[arg(long, value_name = "LIST", requires = "from")]
    pub(crate) separators: Option<String>,
    /// What its length_function counts: len (characters), tiktoken:NAME or hf:FILE.
    #[arg(long, value_name = "COUNTER", requires = "from", default_value = "len")]
    pub(crate) length_function: String,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

/// Whose settings are taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Splitter {
    /// LangChain's RecursiveCharacterTextSplitter.
    Langchain,
}

/// What has to be known to read and count documents.
#[derive(Debug, Args)]
pub(crate) struct ReadingArguments {
    /// A policy that is laid beneath every other, and whose locks hold for all of them.
    #[arg(long, value_name = "FILE|kawara:NAME", env = "KAWARA_BASE_POLICY")]
    pub(crate) base_policy: Option<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
    /// The encoding of files, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", default_value = "utf-8")]
    pub(crate) encoding: String,
}
