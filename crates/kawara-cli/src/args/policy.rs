use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{AdditionArguments, INPUT, JobArguments, OUTPUT, SETTINGS, TokenizerArguments, from_one, whole};
use crate::help::{Example, brief, full};

#[derive(Debug, Args)]
pub(crate) struct PolicyArguments {
    #[command(subcommand)]
    pub(crate) command: PolicyCommand,
}

pub(super) const POLICY_EXAMPLES: &[Example] = &[
    ("Every mistake of the policies here", "kawara policy check ."),
    ("What a document gets, and why", "kawara policy explain faq/customers.en.md"),
    ("A first policy for a corpus", "kawara policy init docs --output -"),
];

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Show every mistake of policies at once, with its place and what to do about it.
    ///
    /// With --corpus the documents are chunked too, and what does not fit them is shown: a carry that its units do not allow, a language
    /// that no pack segments, a [[match]] that no document meets.
    ///
    /// What the settings name is opened as well: dictionaries, tokenizers, commands, embedders.
    ///
    /// The exit code is 0 when the policies are good, warnings or not, 1 when one has mistakes or a document of the corpus could not be
    /// measured, 2 when the command line is wrong.
    #[command(after_help = brief(CHECK_EXAMPLES), after_long_help = full(CHECK_EXAMPLES, &[("With --json", CHECK_JSON)]))]
    Check(CheckArguments),
    /// Show which policy holds for a document, every setting with its line, and what it overrode.
    ///
    /// A document that exists is read, since some settings depend on its language and its front matter, and chunked, so that an overlap in
    /// per cent or tokens can be told in whole units. One that does not is explained by its name alone.
    #[command(after_help = brief(EXPLAIN_EXAMPLES), after_long_help = full(EXPLAIN_EXAMPLES, &[("With --json", EXPLAIN_JSON)]))]
    Explain(ExplainArguments),
    /// Print the JSON Schema of policies, with which editors check and complete them.
    ///
    /// Even Better TOML and taplo find it by a first line `#:schema` with a path or an address.
    #[command(after_help = brief(SCHEMA_EXAMPLES))]
    Schema,
    /// Look at a corpus, measure it, and write a first policy for it, with the reasons.
    ///
    /// Files are known by their extension and by how their lines begin; what differs from running text gets a [[match]] of its own. The figures
    /// are of chunking the corpus by the policy that is written. What a base policy locks is left out, as are folders with a policy of their
    /// own.
    ///
    /// The exit code is 1 when a file or folder could not be read; it is in no figure, and the policy is written all the same.
    #[command(after_help = brief(INIT_EXAMPLES), after_long_help = full(INIT_EXAMPLES, &[]))]
    Init(InitArguments),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Policies: files, directories, or built-in ones as kawara:NAME.
    ///
    /// Of a directory every kawara.toml below is checked. If none is given, those of the documents of --corpus; else the nearest
    /// kawara.toml up the tree.
    #[arg(value_name = "POLICY", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Measure the policies on the documents in this directory too.
    ///
    /// By the policy if one is named; else each document by its nearest.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = INPUT)]
    pub(crate) corpus: Option<PathBuf>,
    /// JSON lines instead of pictures.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

const CHECK_EXAMPLES: &[Example] = &[
    ("The nearest policy up the tree", "kawara policy check"),
    ("How it fits the documents", "kawara policy check kawara.toml --corpus ."),
];

const CHECK_JSON: &str = "One object a mistake, {\"severity\", \"code\", \"message\", \"file\", \"line\", \"column\", \"start\", \"end\", \"label\", \"also\": [{\"file\", \
\"line\", \"column\", \"start\", \"end\", \"label\"}, …], \"help\"}, start and end in bytes; with --corpus one {\"group\": {…}} for each policy and set of matches that \
documents met; then one line {\"total\": {\"policies\", \"errors\", \"warnings\", \"notes\"}}.";

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Documents; they need not exist.
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The policy for all of them.
    ///
    /// A file, a bundle, or a built-in policy as kawara:NAME. If not given, each document has the nearest kawara.toml up the tree.
    #[arg(long, value_name = "FILE|kawara:NAME", value_parser = Words::new(), env = "KAWARA_POLICY", value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) policy: Option<String>,
    /// Change a setting, such as budget.max-tokens=256.
    ///
    /// Wins over every policy. May be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Words::new(), help_heading = SETTINGS)]
    pub(crate) changes: Vec<String>,
    /// JSON lines instead of a table.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

const EXPLAIN_EXAMPLES: &[Example] = &[
    ("A document", "kawara policy explain docs/zh/handbook.md"),
    ("One that is yet to be written", "kawara policy explain faq/prices.txt"),
    (
        "What 15 % come to in whole sentences",
        "kawara policy explain docs/en/meter-api.md --set units.overlap='{ percent = 15 }'",
    ),
];

const EXPLAIN_JSON: &str = "One object a document, {\"path\", \"exists\", \"policy\", \"reader\", \"content_type\", \"language\", \"fields\", \"matches\": [{\"file\", \
\"line\"}, …], \"settings\": [{\"key\", \"value\", \"file\", \"line\", \"column\", \"from\", \"over\": [{\"key\", \"value\", \"file\", \"line\"}, …], \"locked\": {\"file\", \"line\"}}, …], \"overlap\": [{\"key\", \
\"value\", \"tokens\", \"boundaries\", \"units\": {\"0\", \"1\", …}, \"edges\"}, …]}. Values are as a policy writes them; without a file they are defaults.";

const SCHEMA_EXAMPLES: &[Example] =
    &[("A copy beside a policy", "kawara policy schema > kawara.schema.json")];

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The corpus.
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,
    /// Where to write; `-` is standard output.
    ///
    /// If not given, kawara.toml in the directory. A file that exists is left alone. It has to lie in the directory of the corpus or above
    /// it, since globs of a policy reach no other files.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// The embedding model, as `kawara models` lists them: it says what counts.
    ///
    /// May be given more than once, or several with commas between: a chunk fits every one.
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',', value_parser = Words::new(), env = "KAWARA_MODEL", help_heading = SETTINGS)]
    pub(crate) models: Vec<String>,
    /// Take over what another splitter was told, and say what changes.
    #[arg(long, value_name = "SPLITTER", value_enum, help_heading = SETTINGS)]
    pub(crate) from: Option<Splitter>,
    /// Its chunk_size.
    #[arg(long, value_name = "N", requires = "from", default_value_t = 4000, value_parser = from_one::<u32>, help_heading = SETTINGS)]
    pub(crate) chunk_size: u32,
    /// Its chunk_overlap.
    #[arg(long, value_name = "N", requires = "from", default_value_t = 200, value_parser = whole::<u32>, help_heading = SETTINGS)]
    pub(crate) chunk_overlap: u32,
    /// Its separators.
    ///
    /// A JSON array, or one after the other with commas between; \\n is a line break.
    #[arg(long, value_name = "LIST", requires = "from", help_heading = SETTINGS)]
    pub(crate) separators: Option<String>,
    /// What its length_function counts: len (characters), tiktoken:NAME or hf:FILE, seen from the current directory.
    #[arg(long, value_name = "COUNTER", requires = "from", default_value = "len", value_parser = Words::new(), help_heading = SETTINGS)]
    pub(crate) length_function: String,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

const INIT_EXAMPLES: &[Example] = &[
    ("Look at what would be written", "kawara policy init --output -"),
    (
        "What LangChain was told, as a policy",
        "kawara policy init docs --output - --from langchain --chunk-size 1000 --chunk-overlap 150",
    ),
];

/// Whose settings are taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Splitter {
    /// LangChain's RecursiveCharacterTextSplitter.
    Langchain,
}

/// What has to be known to read and count documents.
#[derive(Debug, Args)]
pub(crate) struct ReadingArguments {
    /// The encoding of files.
    ///
    /// Names are those of the WHATWG standard, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", value_parser = Words::new(), default_value = "utf-8", env = "KAWARA_ENCODING", help_heading = INPUT)]
    pub(crate) encoding: String,
    /// A policy that is laid beneath every other.
    ///
    /// A file, or a built-in policy as kawara:NAME. What it locks (`lock = ["budget.counter"]`) no policy and no --set can change, so that
    /// a platform has its way with every corpus.
    #[arg(long, value_name = "FILE|kawara:NAME", value_parser = Words::new(), env = "KAWARA_BASE_POLICY", value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) base_policy: Option<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: AdditionArguments,
}
