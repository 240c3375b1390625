//! What the command line says: a file for each command, and what several of them take.

mod audit;
mod bundle;
mod chunk;
mod context;
mod cost;
mod count;
mod evidence;
mod global;
mod group;
mod guard;
mod late;
mod measure;
mod packs;
mod plan;
mod policy;
mod shared;
mod shell;
mod stats;
mod stitch;
mod sweep;
mod units;
mod view;

pub(crate) use audit::*;
pub(crate) use bundle::*;
pub(crate) use chunk::*;
use clap::{Parser, Subcommand};
pub(crate) use context::*;
pub(crate) use cost::*;
pub(crate) use count::*;
pub(crate) use evidence::*;
pub(crate) use global::*;
pub(crate) use group::*;
pub(crate) use guard::*;
pub(crate) use late::*;
pub(crate) use measure::*;
pub(crate) use packs::*;
pub(crate) use plan::*;
pub(crate) use policy::*;
pub(crate) use shared::*;
pub(crate) use shell::*;
pub(crate) use stats::*;
pub(crate) use stitch::*;
pub(crate) use sweep::*;
pub(crate) use units::*;
pub(crate) use view::*;

use crate::help::{Example, brief, full};

// Headings that options stand under in help, beside clap's own `Options`.
pub(crate) const INPUT: &str = "Input";
pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const COUNTING: &str = "Counting";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const GLOBAL: &str = "Global options";

/// Cuts documents into chunks for retrieval: sized in the model's own tokens, overlapped in whole sentences.
#[derive(Debug, Parser)]
#[command(
    name = "kawara",
    version,
    disable_help_subcommand = false,
    arg_required_else_help = true,
    max_term_width = 110,
    after_help = brief(EXAMPLES),
    after_long_help = full(EXAMPLES, &[EXIT_CODES, ENVIRONMENT])
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
}

const EXAMPLES: &[Example] = &[
    ("Chunk a directory, each file by the nearest kawara.toml", "kawara chunk docs -o chunks.jsonl"),
    ("Look at chunks instead", "kawara chunk notes --format text"),
    (
        "What a model would truncate, whoever made the chunks",
        "kawara guard chunks.jsonl --model text-embedding-3-small",
    ),
    ("How many tokens files have", "kawara count docs --counter tiktoken:o200k_base"),
    ("Everything about a command", "kawara help chunk"),
];

const EXIT_CODES: (&str, &str) = (
    "Exit codes",
    "  0    all went well
  1    some documents failed or chunks do not fit; each was named, the rest was done
  2    the command line, a setting or a policy is wrong, or nothing can be written
  3    with `kawara plan --detailed-exitcode`: something is to be done
  130  stopped by Ctrl-C; 143 by SIGTERM. Unfinished files are gone, older ones as they were",
);

const ENVIRONMENT: (&str, &str) = (
    "Environment",
    "  Options win over these, these over policies. An empty one counts as not set.
  KAWARA_POLICY, KAWARA_BASE_POLICY, KAWARA_MODEL, KAWARA_ENCODING, KAWARA_JOBS,
  KAWARA_OUTPUT_FORMAT, KAWARA_COLOR, KAWARA_QUIET, KAWARA_VERBOSE,
  KAWARA_EMBEDDING_CACHE
                    what the option of the same name says
  KAWARA_TOKENIZERS folders of tokenizer files, written like PATH
  KAWARA_CONFIG     your configuration file: counters that are programs, packs to be loaded, embedders
  HF_HUB_CACHE, HF_HOME
                    where the cache of the Hugging Face hub is
  NO_COLOR, CLICOLOR, CLICOLOR_FORCE
                    whether --color=auto is on",
);

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cut documents into chunks.
    ///
    /// Every document is read by its content type, cut into units that are never torn, and laid into chunks whose size is counted in the
    /// model's own tokens. How is what its policy says: the nearest kawara.toml up the tree, or the one that is named. In directories files are taken
    /// that a reader claims, but for hidden ones and what ignore files name; symbolic links there are passed over.
    #[command(after_help = brief(CHUNK_EXAMPLES), after_long_help = full(CHUNK_EXAMPLES, &[CHUNK_RECORD]))]
    Chunk(ChunkArguments),
    /// Print the units that documents are made of: sentences, clauses, words.
    #[command(after_help = brief(UNIT_EXAMPLES), after_long_help = full(UNIT_EXAMPLES, &[]))]
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
    #[command(after_help = brief(COUNT_EXAMPLES), after_long_help = full(COUNT_EXAMPLES, &[("With --json", COUNT_JSON)]))]
    Count(CountArguments),
    /// Measure what a corpus is like: how long its units are, what an overlap would carry, and which size holds a unit with those before it.
    ///
    /// Nothing is laid. Units are told apart by language, content type and kind, and counted by the policy's counter. A warning says where the budget
    /// is too small for what the policy carries. Every document is read whole.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line or a policy is wrong.
    #[command(after_help = brief(MEASURE_EXAMPLES), after_long_help = full(MEASURE_EXAMPLES, &[MEASURE_FIGURES, ("With --json", MEASURE_JSON)]))]
    Measure(MeasureArguments),
    /// Show what a way of cutting costs: chunks, stored tokens, vectors, money.
    ///
    /// The documents are cut as `kawara chunk` would cut them, and nothing is written. Several policies, by --policy again, and settings that are tried
    /// stand side by side; the documents are read once for each.
    ///
    /// Redundancy is what is stored beside the documents themselves: what is carried, contexts and special tokens. It is no estimate; only for windows
    /// of a fixed size is there a formula, which --window uses.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line or a policy is wrong.
    #[command(mut_arg("policies", |arg| arg.action(clap::ArgAction::Append)), after_help = brief(COST_EXAMPLES), after_long_help = full(COST_EXAMPLES, &[("With --json", COST_JSON)]))]
    Cost(Box<CostArguments>),
    /// List the chunks that a model would truncate or refuse, and how much of each is lost.
    ///
    /// Reads chunks from whichever splitter: JSON lines, or one JSON array. Of a record of kawara (one with doc_id, context and
    /// text) the context and the text are embedded, as they are; of any other its `text`, `page_content` or `content`, the first
    /// that it has; a record may also be a text and nothing else. --field names another field.
    ///
    /// Counted is what the model is given: its special tokens, its prefix unless the text begins with it, and the text.
    ///
    /// The exit code is 0 when every chunk fits, 1 when some do not or could not be read, 2 when the command line is wrong.
    #[command(after_help = brief(GUARD_EXAMPLES), after_long_help = full(GUARD_EXAMPLES, &[("With --json", GUARD_JSON)]))]
    Guard(GuardArguments),
    /// Say which token vectors of a longer text each chunk is pooled from, for late chunking.
    ///
    /// The model reads a document at once, or a window of it that fits, and the vector of a chunk is the mean of the vectors of its own tokens, which
    /// have seen what stands around them. Chunks are those of `kawara chunk`, ids and all; nothing is embedded here.
    ///
    /// A document that fits the model is one window. Of a longer one they overlap, begin with sections where that leaves them half full, else with
    /// paragraphs, and each chunk is in exactly one that has all of it. The tokenizer has to be known: built in, or a file of the model.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line or a policy is wrong.
    #[command(after_help = brief(LATE_EXAMPLES), after_long_help = full(LATE_EXAMPLES, &[LATE_RECORD]))]
    Late(LateArguments),
    /// Look at anybody's chunks: what a model would not see, what is torn, lost, stored twice or said wrongly, and the policy that would mend it.
    ///
    /// Reads chunks of whichever splitter, with offsets or without: of kawara, LangChain (page_content, metadata.source,
    /// metadata.start_index), LlamaIndex (text, start_char_idx, ref_doc_id), chonkie (text, start_index), or texts and nothing else. Each is found in
    /// its source: by its offsets if they hold, else by its text, white space, case, normal form, torn characters and a header allowed.
    /// What stands nowhere is told, with where it comes nearest.
    ///
    /// Sentences are cut as the packs of their languages cut them. The policy is really cut with, so that its figures stand beside those of the chunks.
    ///
    /// The exit code is 0 when nothing was found, 1 when something was or could not be read, 2 when the command line is wrong.
    #[command(after_help = brief(AUDIT_EXAMPLES), after_long_help = full(AUDIT_EXAMPLES, &[("With --json", AUDIT_JSON)]))]
    Audit(AuditArguments),
    /// Check policies, explain what a document gets and why, write a first one.
    ///
    /// A policy is a TOML file beside the documents: it says which of them are cut how.
    #[command(after_help = brief(POLICY_EXAMPLES), after_long_help = full(POLICY_EXAMPLES, &[]))]
    Policy(PolicyArguments),
    /// Pack a policy with all that it needs into one file, for other machines.
    ///
    /// In it are the policies that it extends, the tokenizers of its models and the dictionaries of its packs, each with its hash, and what --set
    /// and --model say. Any machine with the same version of kawara opens it: `--policy FILE` of the other commands, kawara.open_bundle in Python,
    /// kawara::bundle in Rust. Where it lies, its policy lies. Equal policies make equal files.
    ///
    /// Files have to be named relative to the policy that names them; tokenizers may also lie where they are found by the name of their model. What
    /// runs is in no bundle and is named: packs that are libraries, and counters that are programs.
    ///
    /// The exit code is 0 when all went well, 2 when the command line or the policy is wrong, or the file cannot be written.
    #[command(mut_arg("policies", |arg| arg.help(BUNDLE_POLICY.0).long_help(BUNDLE_POLICY.1)), after_help = brief(BUNDLE_EXAMPLES), after_long_help = full(BUNDLE_EXAMPLES, &[]))]
    Bundle(BundleArguments),
    /// Show what a change of documents, policies or models does to an index, and what it costs, before it is done.
    ///
    /// Compares the inputs with a manifest of what was chunked: which chunks are kept, which only move (what is stored with them changes, and
    /// what was embedded does not), which have to be embedded, and which go. Documents that are as remembered, text, metadata, settings,
    /// model and packs, are not chunked again. Nothing is written.
    ///
    /// What is remembered and not among the inputs is deleted: name all that an index holds, or say --only to leave the others alone.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line, a policy or the manifest is wrong; with
    /// --detailed-exitcode it is 3 when something is to be done.
    #[command(after_help = brief(PLAN_EXAMPLES), after_long_help = full(PLAN_EXAMPLES, &[("With --json", PLAN_JSON)]))]
    Plan(PlanArguments),
    /// Write the operations that carry an index from what is remembered to what there is now.
    ///
    /// Does what `kawara plan` shows. The file of operations and the manifest take their places together when all is known, whatever stops the run. Carry out each
    /// file before the next, since the manifest counts it as done; carrying an operation out twice is harmless. On standard output operations are
    /// passed on when all are known, and count as done then.
    ///
    /// A document that fails keeps its old chunks.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line, a policy or the manifest is wrong.
    #[command(after_help = brief(APPLY_EXAMPLES), after_long_help = full(APPLY_EXAMPLES, &[("Operations, one a line", OPERATIONS)]))]
    Apply(ApplyArguments),
    /// Show how large chunks are, what they carry, and which compromises were made.
    ///
    /// Reads chunks as kawara writes them: JSON lines, a JSON array, CSV, Parquet or Arrow. The format is told by the content. Parquet and Arrow
    /// files have to be files, not pipes. Parents that stand among the chunks are passed over.
    ///
    /// The exit code is 0 when all went well, 1 when some records could not be read, 2 when the command line is wrong.
    #[command(after_help = brief(STATS_EXAMPLES), after_long_help = full(STATS_EXAMPLES, &[("With --json", STATS_JSON)]))]
    Stats(StatsArguments),
    /// Make passages of the chunks that a retriever found: widened, stitched, within a budget.
    ///
    /// Each hit is read with as many units around it as wanted. Hits of a document that overlap or touch become one passage, in which no text
    /// stands twice; a passage that a better one of another document has said is left out; what remains is fitted into the budget, the best
    /// first. So an index can do without stored overlap.
    ///
    /// The exit code is 0 when all went well, 1 when some hits are not at hand or some rows could not be read, 2 when the command line is wrong.
    #[command(after_help = brief(STITCH_EXAMPLES), after_long_help = full(STITCH_EXAMPLES, &[STITCH_JSON]))]
    Stitch(StitchArguments),
    /// Look at documents with their chunks: one page, by one policy or several.
    ///
    /// Chunks are tinted, what is carried from one into the next is hatched, and the context stands before each; a bar shows its tokens against the budget.
    /// --policy may be given again: one switches between policies, and sees what each costs and which evidence it keeps whole. Of a text that a
    /// reader makes (HTML, subtitles) that text is shown, and the record of a chunk says where in the source it stands.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line, a policy or a question is wrong.
    #[command(mut_arg("policies", |arg| arg.action(clap::ArgAction::Append)), after_help = brief(VIEW_EXAMPLES), after_long_help = full(VIEW_EXAMPLES, &[VIEW_PAGE]))]
    View(ViewArguments),
    /// Contextual retrieval: have a language model say of each chunk what it is about in its document.
    ///
    /// `requests` writes prompts, `ask` has them answered, and `kawara chunk --context-from` puts the answers before the chunks, where they are embedded with
    /// them and counted. What is answered once is not asked again.
    #[command(after_help = brief(CONTEXT_EXAMPLES), after_long_help = full(CONTEXT_EXAMPLES, &[]))]
    Context(ContextArguments),
    /// Hold questions and their evidence against the chunks.
    ///
    /// A question names the passages of a document that together answer it. Where a cut goes through them, no retriever finds them whole.
    #[command(after_help = brief(EVIDENCE_EXAMPLES), after_long_help = full(EVIDENCE_EXAMPLES, &[]))]
    Evidence(EvidenceArguments),
    /// Try many settings on your own documents and questions, and say how much to carry.
    ///
    /// Cuts the documents at every combination of what is tried, and holds the evidence of the questions against the chunks: how much is whole in
    /// one chunk, what that stores, and what a retriever brings of it. Points that no other beats are marked with `*`: by keeping as much whole,
    /// storing no more, at no larger size and read no wider. Straddling and newly broken questions are told by the same policy, strategy and size
    /// with nothing repeated. Every point is a policy and what --set changes in it.
    ///
    /// A carry is recommended for each kind of documents: the smallest that reaches the target within the caps. One unit more is only taken where its
    /// gain holds for other documents too, as a bootstrap over documents tells; with fewer than 30 straddling questions the policy is kept.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, or evidence stands nowhere in its document, 2 when the command line, a
    /// policy or the questions are wrong.
    #[command(mut_arg("policies", |arg| arg.action(clap::ArgAction::Append)), after_help = brief(SWEEP_EXAMPLES), after_long_help = full(SWEEP_EXAMPLES, &[("With --json", SWEEP_JSON)]))]
    Sweep(Box<SweepArguments>),
    /// Lay the chunks of each document in groups, for models that embed them together.
    ///
    /// Such a model sees all chunks of a document in one request, as far as the request holds them. The documents are cut as `kawara chunk` cuts
    /// them; a document's chunks come in as few groups as can be, in their order, each once and no group over its limit. Of all ways to do so, one is
    /// taken that tears the fewest sections, and of these the fewest paragraphs.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line or a policy is wrong.
    #[command(after_help = brief(GROUP_EXAMPLES), after_long_help = full(GROUP_EXAMPLES, &[GROUP_JSON]))]
    Group(GroupArguments),
    /// List the packs: languages, tokenizers and content types.
    #[command(after_help = brief(PACK_EXAMPLES), after_long_help = full(PACK_EXAMPLES, &[("With --json", PACK_JSON)]))]
    Packs(PackArguments),
    /// List the embedding models that `budget.model` and --model know: counter, limit, prefixes.
    #[command(after_help = brief(MODEL_EXAMPLES))]
    Models(ModelArguments),
    /// Print what a shell needs to complete kawara's commands and options.
    #[command(after_help = brief(COMPLETION_EXAMPLES), after_long_help = full(COMPLETION_EXAMPLES, &[COMPLETION_PLACES]))]
    Completions(CompletionArguments),
    /// Print the manual page, or write those of all commands.
    #[command(after_help = brief(MAN_EXAMPLES))]
    Man(ManArguments),
}

impl Command {
    /// Lets what is said in words on the command line win over what the environment says beside it. The question is whether the
    /// argument with an id comes from there.
    pub(crate) fn prefer_words(&mut self, is_from_environment: &dyn Fn(&str) -> bool) {
        match self {
            Self::Chunk(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Bundle(arguments) => arguments.settings.prefer_words(is_from_environment),
            Self::Units(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Count(arguments) => arguments.gauges.prefer_words(is_from_environment),
            Self::Guard(arguments) => arguments.gauges.prefer_words(is_from_environment),
            Self::Measure(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::View(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Cost(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Late(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Audit(arguments) => arguments.prefer_words(is_from_environment),
            Self::Sweep(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Plan(arguments) => arguments.comparison.inputs.settings.prefer_words(is_from_environment),
            Self::Apply(arguments) => arguments.comparison.inputs.settings.prefer_words(is_from_environment),
            Self::Group(arguments) => arguments.inputs.settings.prefer_words(is_from_environment),
            Self::Context(ContextArguments { command }) => match command {
                ContextCommand::Requests(arguments) => {
                    arguments.inputs.settings.prefer_words(is_from_environment)
                }
                #[cfg(feature = "ask")]
                ContextCommand::Ask(_) => {}
            },
            Self::Evidence(EvidenceArguments { command }) => match command {
                EvidenceCommand::Check(arguments) => {
                    arguments.inputs.settings.prefer_words(is_from_environment)
                }
                EvidenceCommand::Propose(arguments) => {
                    arguments.inputs.settings.prefer_words(is_from_environment)
                }
            },
            Self::Policy(_)
            | Self::Stats(_)
            | Self::Stitch(_)
            | Self::Packs(_)
            | Self::Models(_)
            | Self::Completions(_)
            | Self::Man(_) => {}
        }
    }
}
