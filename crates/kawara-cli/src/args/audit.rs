use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser as Words, PossibleValuesParser};
use clap::{Args, ValueHint};
use kawara_evidence::audit::Kind;

use super::{
    AdditionArguments, COUNTING, INPUT, JobArguments, OUTPUT, SETTINGS, TokenizerArguments, from_one,
};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    /// What the chunks were made of: files and directories.
    ///
    /// May be given more than once, or several may follow.
    #[arg(long, value_name = "PATH", num_args = 1.., value_hint = ValueHint::AnyPath, required_unless_present = "documents", conflicts_with = "documents", help_heading = INPUT)]
    pub(crate) sources: Vec<PathBuf>,
    /// The same as JSON lines; `-` is standard input.
    ///
    /// Each is {"id", "text"}, and if you like "path", "content_type", "language", "title", "meta".
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) documents: Option<PathBuf>,
    /// The file of chunks; `-` is standard input.
    ///
    /// JSON lines, or one JSON array, of any splitter.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) chunks: PathBuf,
    /// The field of the text.
    ///
    /// Dots lead into objects, as in node.text.
    #[arg(long, value_name = "FIELD", value_parser = Words::new(), help_heading = INPUT)]
    pub(crate) field: Option<String>,
    /// The field that names the document.
    #[arg(long, value_name = "FIELD", value_parser = Words::new(), help_heading = INPUT)]
    pub(crate) doc_field: Option<String>,
    /// The field of the first character or byte.
    #[arg(long, value_name = "FIELD", value_parser = Words::new(), help_heading = INPUT)]
    pub(crate) start_field: Option<String>,
    /// The encoding of files.
    ///
    /// Names are those of the WHATWG standard, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", value_parser = Words::new(), default_value = "utf-8", env = "KAWARA_ENCODING", help_heading = INPUT)]
    pub(crate) encoding: String,
    /// The policy by which documents are read.
    ///
    /// A file, or a built-in policy as kawara:NAME. If not given, each document has the nearest kawara.toml up the tree. Sizes and overlaps of
    /// it do not matter here.
    #[arg(long, value_name = "FILE|kawara:NAME", value_parser = Words::new(), env = "KAWARA_POLICY", value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) policy: Option<String>,
    /// The most tokens that a chunk was to have, as its splitter counted: without special tokens and prefix.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = SETTINGS)]
    pub(crate) max_tokens: Option<u32>,
    /// An overlap was asked for.
    ///
    /// If not given, that is told by the chunks: where one boundary in twenty carries something, the others should.
    #[arg(long, help_heading = SETTINGS)]
    pub(crate) overlap: bool,
    /// A counter, such as tiktoken:cl100k_base.
    ///
    /// `kawara packs` lists them. May be given more than once; the first tells sizes. Without a counter or a model it is tiktoken:cl100k_base.
    #[arg(long = "counter", value_name = "NAME", value_parser = Words::new(), help_heading = COUNTING)]
    pub(crate) counters: Vec<String>,
    /// An embedding model, as `kawara models` lists them.
    ///
    /// Chunks are held against its limit. May be given more than once, or several with commas between; models stand behind counters.
    #[arg(long = "model", value_name = "NAME", value_parser = Words::new(), value_delimiter = ',', env = "KAWARA_MODEL", help_heading = COUNTING)]
    pub(crate) models: Vec<String>,
    /// The most tokens of one input, special tokens and prefix included.
    ///
    /// Wins over what is known of the model.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = COUNTING)]
    pub(crate) limit: Option<u32>,
    /// What is put before each text, such as "passage: ".
    ///
    /// Wins over what is known of the model.
    #[arg(long, value_name = "TEXT", help_heading = COUNTING)]
    pub(crate) prefix: Option<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: AdditionArguments,
    /// Only these findings end with 1.
    ///
    /// Several with commas between; `none` for no finding at all. If not given, all do.
    #[arg(long, value_name = "FINDING", value_delimiter = ',', value_parser = findings(), help_heading = OUTPUT)]
    pub(crate) fail_on: Vec<String>,
    /// Write the policy to a file, where anything was found.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) write: Option<PathBuf>,
    /// JSON instead of a page.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

impl AuditArguments {
    /// Counters that are named in words win over a model of the environment.
    pub(super) fn prefer_words(&mut self, is_from_environment: &dyn Fn(&str) -> bool) {
        if is_from_environment("models") && !self.counters.is_empty() {
            self.models.clear();
        }
    }
}

fn findings() -> PossibleValuesParser {
    PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.as_str()).chain(["none"]))
}

pub(super) const AUDIT_EXAMPLES: &[Example] = &[
    (
        "Chunks of whichever splitter, and the model that is to embed them",
        "kawara chunk docs -q | kawara audit --sources docs --chunks - --model text-embedding-3-small",
    ),
    (
        "The policy that would mend them, in a file",
        "kawara chunk notes -q | kawara audit --sources notes --chunks - --write better.toml",
    ),
    (
        "In a check: only what nobody can find again",
        "kawara chunk docs -q | kawara audit --sources docs --chunks - --fail-on truncated,lost-text",
    ),
];

pub(super) const AUDIT_JSON: &str = "One object {\"findings\": [{\"kind\", \"model\", \"count\", \"of\", \"counts\", \"share\", \"figures\", \"means\", \"examples\": \
[{\"line\", \"element\", \"id\", \"document\", \"at\", \"text\", \"note\"}, …]}, …], \"chunks\", \"documents\", \"documents_without_chunks\", \"placed\", \"ambiguous\", \
\"offsets\", \"sizes\", \"languages\", \"borders\", \"overlap\", \"lost\", \"stored\", \"policy\", \"failed\"}. `at` is a character of the source; shares \
are from 0 to 1; `policy` has the policy as `toml` and what it gives on the same documents.";
