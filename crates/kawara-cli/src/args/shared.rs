use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

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
    /// A policy that is laid beneath every other, so that what it locks holds for every corpus: a file, or a built-in as kawara:NAME.
    #[arg(long, value_name = "FILE|kawara:NAME", env = "KAWARA_BASE_POLICY")]
    pub(crate) base_policy: Option<String>,
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

#[derive(Debug, Args)]
pub(crate) struct TokenizerArguments {
    /// A folder in which tokenizer files lie as NAME/tokenizer.json, or a cache of the Hugging Face hub. May be given more than
    /// once; the folders in KAWARA_TOKENIZERS and the hub's own cache are looked in after it.
    #[arg(long = "tokenizers", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

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

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct GlobalArguments {
    /// No summary, no notes and no progress on standard error; errors and warnings stay.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JobArguments {
    /// How many threads; as many as there are cores if not given.
    #[arg(short, long, visible_alias = "threads", value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl JobArguments {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(|| kawara::run::RunOptions::default().threads)
    }
}
