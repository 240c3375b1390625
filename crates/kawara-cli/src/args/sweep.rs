use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, ValueHint};
use kawara_evidence::sweep::{Amount, Carry, Mode, Strategy};

use super::{FromOutside, INPUT, InputArguments, JobArguments, OUTPUT, from_one, redundancy, share, whole};
use crate::help::Example;

/// What is tried.
const AXES: &str = "What is tried";
/// What looks for chunks.
const RETRIEVAL: &str = "Retrieval";
/// How chunks become vectors.
const MODES: &str = "Modes";
/// What is asked of a recommendation.
const GOAL: &str = "Recommendation";

#[derive(Debug, Args)]
pub(crate) struct SweepArguments {
    /// Questions with their evidence, as `kawara evidence check` reads them; `-` is standard input.
    #[arg(value_name = "QUESTIONS", value_hint = ValueHint::FilePath)]
    pub(crate) questions: PathBuf,
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Only questions of this class, or label.
    ///
    /// May be given more than once, or several with commas between.
    #[arg(long = "class", value_name = "NAME", value_delimiter = ',', help_heading = INPUT)]
    pub(crate) classes: Vec<String>,
    /// The most tokens of a chunk.
    ///
    /// Several with commas between; 128,256,512 if not given; with several policies, what each has.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = whole::<u32>, help_heading = AXES)]
    pub(crate) sizes: Vec<u32>,
    /// How many units are carried: a number, `auto`, or `auto:N` for up to N.
    ///
    /// Of chunks made of units only. 0,1,2,auto if not given.
    #[arg(long = "carry", value_name = "N|auto", value_delimiter = ',', value_parser = read::<Carry>, help_heading = AXES)]
    pub(crate) carries: Vec<Carry>,
    /// By how many units a hit is widened on either side when it is read.
    ///
    /// Stores nothing. Of chunks made of units or of sentences only.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = whole::<u32>, help_heading = AXES)]
    pub(crate) wider: Vec<u32>,
    /// What chunks are made of: units, token-window, word-window:N, sentence-window:N, recursive.
    ///
    /// N is what a window holds, in what it is counted in.
    #[arg(long = "strategy", value_name = "NAME[:N]", value_delimiter = ',', value_parser = read::<Strategy>, help_heading = AXES)]
    pub(crate) strategies: Vec<Strategy>,
    /// How much of a window the next one repeats: a number of what it is counted in, or per cent, such as 20%.
    ///
    /// Of windows only.
    #[arg(long = "window-overlap", value_name = "N|P%", value_delimiter = ',', value_parser = read::<Amount>, help_heading = AXES)]
    pub(crate) window_overlaps: Vec<Amount>,
    /// Vary one parameter at a time from what the policy has, instead of trying every combination.
    #[arg(long, help_heading = AXES)]
    pub(crate) one_at_a_time: bool,
    /// What looks for the chunks of each question: `bm25`, `bm25:packs`, a program by its name, or `none`.
    #[arg(long, value_name = "NAME|none", value_parser = Words::new(), default_value = "bm25", help_heading = RETRIEVAL)]
    pub(crate) retriever: String,
    /// Define a program that retrieves, which --retriever names.
    ///
    /// Wins over the configuration file. May be given more than once.
    #[arg(long = "retriever-command", value_name = "NAME='PROGRAM ARGUMENT…'", value_parser = Words::new(), help_heading = RETRIEVAL)]
    pub(crate) retrievers: Vec<String>,
    /// How many chunks are served a question.
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = from_one::<u16>, help_heading = RETRIEVAL)]
    pub(crate) k: u16,
    /// How chunks become vectors and are read: `all` that can be had, or words, text, chunk, contextual, late, late-soft, semantic, parent.
    ///
    /// words: found by --retriever. text: each chunk's vector is of its text alone. chunk: of context and text, as kawara gives them. contextual:
    /// with contexts of --context-from. late, late-soft: late chunking, without and with soft overlap. semantic: chunks end at the embedder's
    /// breaks. parent: chunks are laid in passages of four times their size, or those of the policy, and read as these. All but words need
    /// an embedding model, such as --embedder minilm='python3 embedder.py'. What no option names is as the policy has it.
    #[arg(long, value_name = "MODE", value_delimiter = ',', value_parser = read::<Modes>, conflicts_with = "resume", conflicts_with = "write", help_heading = MODES)]
    pub(crate) modes: Vec<Modes>,
    /// The embedder that makes the vectors, by its name; the one of --embedder if not given.
    #[arg(long, value_name = "NAME", value_parser = Words::new(), requires = "modes", help_heading = MODES)]
    pub(crate) vectors: Option<String>,
    /// What stands before each question when it is embedded, because the model was trained so, such as `query: `.
    #[arg(long, value_name = "TEXT", requires = "modes", default_value = "", hide_default_value = true, help_heading = MODES)]
    pub(crate) query_prefix: String,
    /// The most tokens that the model reads at once in late chunking; what the policy or the tokenizer says if not given.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, requires = "modes", help_heading = MODES)]
    pub(crate) late_limit: Option<u32>,
    #[command(flatten)]
    pub(crate) contexts: FromOutside,
    /// The share of evidence that a carry is to keep whole, of what it can help.
    ///
    /// Not all by default: a few units of any corpus do not fit together, and no carry mends those.
    #[arg(long, value_name = "P%", default_value = "95%", value_parser = share, allow_hyphen_values = true, help_heading = GOAL)]
    pub(crate) target: f64,
    /// The most that a recommended carry may store beside the documents.
    #[arg(long, value_name = "P%", default_value = "25%", value_parser = redundancy, allow_hyphen_values = true, help_heading = GOAL)]
    pub(crate) max_redundancy: f64,
    /// The most that may be served twice with a recommended carry.
    #[arg(long, value_name = "P%", default_value = "15%", value_parser = share, allow_hyphen_values = true, help_heading = GOAL)]
    pub(crate) max_rrr: f64,
    /// Write what is recommended as a policy, with its evidence in comments.
    ///
    /// It builds on the policy that was tried, and is loaded again before it takes its place. Where nothing is recommended, none is written:
    /// it is said why, the other files are, and the exit code is 1.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) write: Option<PathBuf>,
    /// Write every figure as CSV: a line a point and class.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) csv: Option<PathBuf>,
    /// Write a page with the trade-off plotted: one file that asks nothing of the network.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) html: Option<PathBuf>,
    /// One JSON object instead of tables.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Remember in this folder what is done, and go on where a sweep was stopped.
    ///
    /// A document that changed is cut anew, the others are not. The retriever is asked again where any document or question changed,
    /// for it chooses among all of them.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

/// A mode, or all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Modes {
    All,
    One(Mode),
}

impl std::str::FromStr for Modes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" { Ok(Self::All) } else { text.parse().map(Self::One) }
    }
}

/// A value that reads itself. Space around it is no part of it.
fn read<T: std::str::FromStr<Err = String>>(text: &str) -> Result<T, String> {
    text.trim().parse()
}

pub(super) const SWEEP_EXAMPLES: &[Example] = &[
    ("Three sizes, four carries, and what to choose", "kawara sweep questions.jsonl ."),
    (
        "Against token windows",
        "kawara sweep questions.jsonl . --sizes 128 --strategy units,token-window --window-overlap 20%",
    ),
    (
        "From what the policy has, one thing at a time",
        "kawara sweep questions.jsonl . --one-at-a-time --sizes 128,256 --carry 0,2 --wider 1",
    ),
    (
        "A page with the trade-off, and a table for a spreadsheet",
        "kawara sweep questions.jsonl . --html sweep.html --csv sweep.csv",
    ),
    ("A long one that may be stopped", "kawara sweep questions.jsonl . --resume sweep"),
];

pub(super) const SWEEP_JSON: &str = "One object {\"documents\", \"questions\", \"retriever\", \"embedder\", \"k\", \"points\": [{\"point\": {\"policy\", \"strategy\", \"size\", \
\"carry\", \"window_overlap\", \"wider\", \"mode\", \"varied\"}, \"changes\": [\"KEY=VALUE\", …], \"pareto\", \"cost\": {\"chunks\", \"tokens\", \"redundancy\", \"embedded\": {\"vectors\", \"tokens\"}}, \"all\": \
{\"questions\", \"coverage\", \"fittable_coverage\", \"unfittable\", \"far\", \"baseline_broken\", \"straddle_coverage\", \"newly_broken\", \"served\": {\"k\", \"hit\", \"boundary_recall\", \
\"rrr\", \"unique\", \"tokens\"}}, \"classes\": {name: …}, \"groups\": [{\"content_type\", \"language\", \"cost\", \"all\"}, …]}, …], \"overall\": [sentence, …], \"advice\": [{\"policy\", \
\"strategy\", \"size\", \"group\", \"recommendation\": {\"verdict\", \"goal\", \"counts\", \"steps\"}, \"kept\": [{\"carry\", \"coverage\", \"redundancy\"}, …], \"wider\"}, …]}; shares go from 0 to 1, `changes` are for --set. baseline_broken is how \
many questions the same cuts with nothing repeated break, straddle_coverage the share of these that is whole here, as `kawara evidence check` has both.";
