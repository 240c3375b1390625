#[cfg(feature = "ask")]
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

#[cfg(feature = "ask")]
use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use kawara::contextual::Requests;

use super::{INPUT, InputArguments, JobArguments, OUTPUT, from_one};
#[cfg(feature = "ask")]
use super::{above_zero, jobs};
use crate::help::{Example, brief, full};

/// Contexts from outside.
#[derive(Debug, Default, Args)]
pub(crate) struct FromOutside {
    /// Put before each chunk what this file says of it, and count it.
    ///
    /// JSON lines {"id", "context"}, as `kawara context ask` writes them; or with "doc_id", "start" and "end" instead of the chunk's "id". What stands
    /// there is embedded with the chunk, behind its own context. Ids and spans stay; a context that does not fit is shortened, and the chunk flagged
    /// outside_reduced. `--set budget.reserve-tokens=100` keeps room.
    #[arg(long = "context-from", value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ContextArguments {
    #[command(subcommand)]
    pub(crate) command: ContextCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ContextCommand {
    /// Write a prompt for each chunk, with the document around it.
    ///
    /// The documents are cut as `kawara chunk` would cut them. A request has a key: it is the same as long as the template, the document and the chunk are,
    /// and with --known what has an answer is left out.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line, a policy, the template or the known contexts are wrong.
    #[command(after_help = brief(REQUEST_EXAMPLES), after_long_help = full(REQUEST_EXAMPLES, &[REQUEST, TEMPLATE]))]
    Requests(Box<RequestArguments>),
    /// Have a language model answer requests, and keep each answer as it comes.
    ///
    /// The model stands behind an OpenAI-compatible endpoint. What the file of answers holds already is not asked again: whatever stops this, run it again and
    /// it asks for what is missing. What fails for a while is tried again, more and more slowly; a service that stays away is given up.
    ///
    /// An answer that is empty or was cut off is told, and not written. The exit code is 0 when every request has an answer, 1 when one has none, 2 when the
    /// command line is wrong or answers cannot be written.
    #[cfg(feature = "ask")]
    #[command(after_help = brief(ASK_EXAMPLES), after_long_help = full(ASK_EXAMPLES, &[SERVICES, ANSWER]))]
    Ask(AskArguments),
}

#[derive(Debug, Args)]
pub(crate) struct RequestArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// The prompt: a file with {document}, {chunk} and {title} where these are to stand.
    ///
    /// A word in braces that is none of these is refused; other braces stand for themselves.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) template: Option<PathBuf>,
    /// Leave out what this file has a context for already.
    ///
    /// A file of answers, as --context-from of `kawara chunk` takes it. One that is not there yet is empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) known: Option<PathBuf>,
    /// When a chunk counts as known.
    #[arg(long, value_enum, default_value_t = KnownBy::Key, requires = "known", help_heading = INPUT)]
    pub(crate) known_by: KnownBy,
    /// The most tokens of a document in one prompt, as the policy counts.
    ///
    /// Of a longer document that is shown which stands around the chunk: the largest section that fits, and paragraphs on both sides.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, default_value_t = Requests::DOCUMENT_TOKENS)]
    pub(crate) document_tokens: u32,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

/// What has a context already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KnownBy {
    /// A chunk whose context was asked with this template, in the document as it is now.
    Key,
    /// Any chunk with a context, though its document has changed elsewhere since: an edit costs no more than what it touches.
    Chunk,
}

#[cfg(feature = "ask")]
#[derive(Debug, Args)]
pub(crate) struct AskArguments {
    /// The requests, as JSON lines; `-` is standard input.
    #[arg(value_name = "REQUESTS", value_hint = ValueHint::FilePath)]
    pub(crate) requests: PathBuf,
    /// The file of answers: they are written behind what is there.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: PathBuf,
    /// Where the service is, such as https://api.openai.com/v1 or http://localhost:8080/v1.
    #[arg(long, value_name = "URL", value_parser = Words::new(), value_hint = ValueHint::Url)]
    pub(crate) url: String,
    /// The model, as the service calls it.
    #[arg(long, value_name = "NAME", value_parser = Words::new())]
    pub(crate) model: String,
    /// The environment variable that holds the key; without it none is sent.
    #[arg(long, value_name = "VAR", value_parser = Words::new())]
    pub(crate) api_key_env: Option<String>,
    /// The most tokens of an answer, as the model counts; no limit if not given.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>)]
    pub(crate) max_tokens: Option<u32>,
    /// How many requests a minute are sent at most, spread evenly.
    #[arg(long, value_name = "N", value_parser = above_zero::<NonZeroU32>)]
    pub(crate) requests_per_minute: Option<NonZeroU32>,
    /// How many requests are under way at a time.
    #[arg(long, value_name = "N", value_parser = jobs, default_value = "4")]
    pub(crate) parallel: NonZeroUsize,
    /// How many seconds one answer may take.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, default_value_t = 120)]
    pub(crate) timeout_seconds: u32,
    /// How often a request that failed is tried again.
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) retries: u32,
    /// Ask nothing, and say how many requests there would be.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

pub(super) const CONTEXT_EXAMPLES: &[Example] =
    &[("A prompt for each chunk", "kawara context requests notes -o requests.jsonl")];

const REQUEST_EXAMPLES: &[Example] = &[
    ("A prompt for each chunk", "kawara context requests notes -o requests.jsonl"),
    (
        "For what has no context yet, with room for one",
        "kawara context requests faq --known contexts.jsonl --set budget.reserve-tokens=80 -o r.jsonl",
    ),
    ("With less of long documents", "kawara context requests docs --document-tokens 2000 -o r.jsonl"),
];

const REQUEST: (&str, &str) = (
    "A request",
    "{\"key\", \"doc_id\", \"id\", \"start\", \"end\", \"prompt\"}. Whatever answers it, an answer is {\"id\", \"context\"}, or {\"key\", \"doc_id\", \"id\", \"start\", \
\"end\", \"context\"}, and `kawara chunk` reads it.",
);

const TEMPLATE: (&str, &str) =
    ("The template that is taken if none is given", kawara::contextual::Template::DEFAULT);

#[cfg(feature = "ask")]
const ASK_EXAMPLES: &[Example] = &[(
    "How much there is to ask",
    "kawara context requests faq | kawara context ask - -o a.jsonl --url http://x/ --model m --dry-run",
)];

#[cfg(feature = "ask")]
const SERVICES: (&str, &str) = (
    "With a service",
    "  kawara context ask requests.jsonl -o contexts.jsonl --url https://api.openai.com/v1 \\
      --model gpt-4o-mini --api-key-env OPENAI_API_KEY --requests-per-minute 500
  kawara chunk docs --context-from contexts.jsonl -o chunks.jsonl

The key is read from the environment and written nowhere. Documents and chunks are sent to the service.",
);

#[cfg(feature = "ask")]
const ANSWER: (&str, &str) = (
    "An answer",
    "{\"key\", \"doc_id\", \"id\", \"start\", \"end\", \"context\"}: a line of the file, in the order in which they come.",
);
