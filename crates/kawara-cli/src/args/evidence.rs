use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use kawara_evidence::Offsets;

use super::{INPUT, InputArguments, JobArguments, OUTPUT, above_zero, from_one, redundancy, share};
use crate::help::{Example, brief, full};

/// Heading of options about looking for chunks.
const RETRIEVAL: &str = "Retrieval";
/// Heading of options about what is good enough.
const THRESHOLDS: &str = "Thresholds";

#[derive(Debug, Args)]
pub(crate) struct EvidenceArguments {
    #[command(subcommand)]
    pub(crate) command: EvidenceCommand,
}

pub(super) const EVIDENCE_EXAMPLES: &[Example] = &[
    ("Which questions find their evidence whole", "kawara evidence check questions.jsonl ."),
    ("The same with what a search brings back", "kawara evidence check questions.jsonl . --retriever bm25"),
];

#[derive(Debug, Subcommand)]
pub(crate) enum EvidenceCommand {
    /// Tell of each question whether one chunk holds all its evidence, why not, and what would help.
    ///
    /// Questions are JSON lines, or one JSON array, beside the corpus. The documents are cut as `kawara chunk` would cut them, once more
    /// without overlap as a baseline, and every passage of evidence is looked up in its document first.
    ///
    /// A question is covered when one chunk holds all of its evidence. Else it is straddling (a cut goes through it), far (passages more than three
    /// units apart), unfittable (more tokens than a chunk may have), left out (by the reader), missing (a passage stands nowhere in the source: the
    /// source is missing, or its extraction is broken, which no overlap repairs) or unread (its document failed).
    ///
    /// Coverage is not recall: a chunk that holds the evidence is there to be found, which does not mean that it is found. --retriever tells
    /// how often it is.
    ///
    /// The exit code is 0 when all is well, 1 when a threshold is not met, evidence is nowhere in the source or a document failed, 2
    /// when the command line, a policy or a question is wrong.
    #[command(after_help = brief(CHECK_EXAMPLES), after_long_help = full(CHECK_EXAMPLES, &[QUESTIONS, COLUMNS, ("With --json", CHECK_JSON)]))]
    Check(Box<EvidenceCheckArguments>),
    /// Propose passages that probably need each other, for teams that have no questions yet.
    ///
    /// Finds sentences that lean on the one before (a pronoun, a connective, a dropped topic, as the language's pack knows them), text below a
    /// heading that does not say what the heading says, and rows of tables with their header. Each becomes a line for `kawara evidence check`,
    /// marked "proposed", with its class and without a question: nobody asked it.
    ///
    /// What a line claims is that whoever answers from the later passage probably needs the earlier one. Rules say so, so some will be wrong: look
    /// through them, throw some away, write questions to others. Until then they tell what survives the cut, and nothing about what is found. A
    /// heading or header that a chunk has as context counts as cut off, since evidence is held against the text of chunks.
    ///
    /// At most --max of a class are kept, one of each document before a second of any, chosen by their content: the same corpus gives the same
    /// lines, and an edit changes few.
    ///
    /// The exit code is 0 when all went well, 1 when some documents failed, 2 when the command line or a policy is wrong.
    #[command(after_help = brief(PROPOSE_EXAMPLES), after_long_help = full(PROPOSE_EXAMPLES, &[PROPOSED]))]
    Propose(Box<EvidenceProposeArguments>),
}

#[derive(Debug, Args)]
pub(crate) struct EvidenceCheckArguments {
    /// The file of questions; `-` is standard input.
    #[arg(value_name = "QUESTIONS", value_hint = ValueHint::FilePath)]
    pub(crate) questions: PathBuf,
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// What offsets of evidence are counted in.
    #[arg(long, value_enum, default_value_t = OffsetArgument::Auto, help_heading = INPUT)]
    pub(crate) offsets: OffsetArgument,
    /// Check these chunks instead of cutting: anybody's, as JSON lines or one array; `-` is standard input.
    ///
    /// They are looked up in the documents, by their offsets or by their texts. The policy of the documents still says what units and
    /// tokens are.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) chunks: Option<PathBuf>,
    /// The vectors of the chunks, as JSON lines {"id": chunk, "vector": […]}: tells the drift of carried units.
    ///
    /// A carried unit is stored under two vectors, that of the chunk that it ends and that of the chunk that it begins. The distance of
    /// two chunks is 1 − the cosine of their vectors; drift is the mean distance of neighbours of which the second carries units of the
    /// first, divided by the mean distance of neighbours that share none. At 1 carrying brings the chunks no closer: the unit is drowned
    /// by what stands around it. At 0 both are found by the same questions, and one is stored for nothing. Neighbours that share none
    /// mostly lie across a section's edge, further apart for that alone. Ids are those that `kawara chunk` writes with the same policy;
    /// every chunk needs a vector, and all of them one length.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "chunks", help_heading = INPUT)]
    pub(crate) vectors: Option<PathBuf>,
    /// The policy to compare with: a file, kawara:NAME, or `none`.
    ///
    /// If not given, the same policy without overlap. What it breaks and these chunks keep is the straddle coverage; what it keeps and these
    /// chunks break is newly broken, since other chunks have other borders.
    #[arg(long, value_name = "FILE|kawara:NAME|none", value_parser = Words::new(), help_heading = INPUT)]
    pub(crate) baseline: Option<String>,
    /// Look for the chunks of each question: `bm25`, `bm25:packs`, or a program by its name.
    ///
    /// `bm25` is built in and deterministic: words, and pairs of letters where a script has no spaces. `bm25:packs` takes words from the
    /// language packs.
    #[arg(long, value_name = "NAME|none", value_parser = Words::new(), default_value = "none", help_heading = RETRIEVAL)]
    pub(crate) retriever: String,
    /// Define a program that retrieves, which --retriever names.
    ///
    /// Wins over the configuration file. May be given more than once.
    #[arg(long = "retriever-command", value_name = "NAME='PROGRAM ARGUMENT…'", value_parser = Words::new(), help_heading = RETRIEVAL)]
    pub(crate) retrievers: Vec<String>,
    /// How many chunks are retrieved; several with commas between.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = from_one::<usize>, default_value = "1,5,10", help_heading = RETRIEVAL)]
    pub(crate) k: Vec<usize>,
    /// Serve the best chunks up to so many tokens too; several with commas between.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = from_one::<u64>, help_heading = RETRIEVAL)]
    pub(crate) served_tokens: Vec<u64>,
    /// End with 1 where fewer questions are covered: 0 to 1, or per cent as 95%.
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true, help_heading = THRESHOLDS)]
    pub(crate) min_coverage: Option<f64>,
    /// End with 1 where more tokens are stored twice: 0.25, or per cent as 25%.
    #[arg(long, value_name = "SHARE", value_parser = redundancy, allow_hyphen_values = true, help_heading = THRESHOLDS)]
    pub(crate) max_redundancy: Option<f64>,
    /// Which questions are listed.
    #[arg(long = "questions", value_name = "WHICH", value_enum, default_value_t = Listed::Failing, help_heading = OUTPUT)]
    pub(crate) listed: Listed,
    /// One JSON object instead of tables.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

#[derive(Debug, Args)]
pub(crate) struct EvidenceProposeArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// The most lines of each class.
    #[arg(long, value_name = "N", default_value = "100", value_parser = above_zero::<NonZeroUsize>, help_heading = OUTPUT)]
    pub(crate) max: NonZeroUsize,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

const PROPOSE_EXAMPLES: &[Example] = &[
    ("Proposals to look through", "kawara evidence propose docs -o proposed.jsonl"),
    (
        "A few, and what the policy makes of them",
        "kawara evidence propose . --max 10 | kawara evidence check - .",
    ),
];

const PROPOSED: (&str, &str) = (
    "Proposals, one a line",
    "  {\"proposed\": true, \"id\", \"doc_id\", \"class\": \"leans-back\" | \"heading\" | \"table-row\", \"language\",
   \"evidence\": [{\"start\", \"end\", \"text\"}, {…}]}

  Offsets are characters of the source. An id stays as long as the document's id, the class and the texts do.",
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OffsetArgument {
    /// Whichever puts the texts where they stand; characters where there are none.
    Auto,
    /// Unicode scalar values, as Python counts.
    Characters,
    /// Of UTF-8, as Rust and Go count.
    Bytes,
}

impl From<OffsetArgument> for Offsets {
    fn from(argument: OffsetArgument) -> Self {
        match argument {
            OffsetArgument::Auto => Self::Auto,
            OffsetArgument::Characters => Self::Characters,
            OffsetArgument::Bytes => Self::Bytes,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Every one.
    All,
    /// Those that are not covered, or covered and not retrieved; the first 20.
    Failing,
    /// None.
    None,
}

const CHECK_EXAMPLES: &[Example] = &[
    ("Which questions find their evidence whole", "kawara evidence check questions.jsonl ."),
    (
        "In CI, beside the corpus",
        "kawara evidence check questions.jsonl . --min-coverage 90% --max-redundancy 0.4",
    ),
    (
        "With what a search brings back, and what reading wider would",
        "kawara evidence check questions.jsonl . --retriever bm25 --k 1,5 --questions all",
    ),
    (
        "Chunks in a file, against the documents they are from",
        "kawara chunk */ -qo all.jsonl && kawara evidence check questions.jsonl */ --chunks all.jsonl",
    ),
];

const QUESTIONS: (&str, &str) = (
    "Questions",
    "  {\"id\", \"doc_id\", \"question\", \"class\", \"evidence\": [{\"start\", \"end\", \"text\", \"relevance\"}, …]}

  doc_id names the document as `kawara chunk` does; offsets are half-open, in characters or bytes of the source (--offsets).
  A quote that stands once in its document needs none: {\"text\": \"…\"}, or just \"…\". id, question, class (or label) and
  relevance (over 0 to 1) can be left out, and other fields are passed over. Line ends, Unicode normalisation, runs
  of white space and full or half width do not matter; where they differ, that is said.",
);

const COLUMNS: (&str, &str) = (
    "Columns",
    "  stored      tokens of all chunks against those of the documents (--max-redundancy)
  of fitting  the share covered of the questions whose evidence fits a chunk
  hit         one of the chunks retrieved holds all the evidence of a question
  union hit   the chunks retrieved hold it together
  recall      the share of the evidence, in characters, that was retrieved
  precision   the share of what was retrieved that is evidence
  IoU         evidence retrieved, over evidence and what was retrieved together
  RRR         the share of what was retrieved that had been retrieved before
  tokens      those of the chunks retrieved, on average of a question
  tokens read the same with what is read beside them, each stretch once",
);

const CHECK_JSON: &str = "{\"verdict\": {\"passed\", \"not_met\": […]}, \"all\": {\"questions\", \"covered\", \"coverage\", \"fittable_coverage\", \
\"graded_coverage\", \"straddling\", \"far\", \"unfittable\", \"left_out\", \"baseline_broken\", \"straddle_coverage\", \"newly_broken\", \"fates\": [{\"k\", \
\"cut_in_half\", \"not_retrieved\", \"retrieved\"}], \"missing\", \"unread\"}, \"classes\": [{\"name\", …as all}], \"languages\": […], \
\"effective_redundancy\", \"baseline_redundancy\", \"plain_redundancy\", \"retriever\", \"metrics\": {name: value}, \"wider\": [{\"back\", \"ahead\", \"passage\", \"metrics\"}], \"questions\": [{\"id\", \
\"line\", \"doc_id\", \"question\", \"class\", \"language\", \"verdict\", \"chunks\", \"kept\", \"baseline\", \"characters\", \"bytes\", \"tokens\", \"budget\", \
\"units\", \"overlap\", \"remedy\", \"cuts\": [{\"before\", \"after\", \"character\", \"byte\", \"is_barrier\"}], \"is_blank_cut\", \"why\", \"fate\", \
\"rank\"}], \"offsets\", \"differences\": [{\"line\", \"id\", \"difference\"}], \"drift\": {\"carried\": {\"pairs\", \"distance\"}, \"apart\": {\"pairs\", \"distance\"}, \"drift\", \"unknown\"}}. \
Shares are from 0 to 1. `straddling` of all, classes and languages counts verdicts: questions that a cut of these chunks goes through and that would fit. \
`metrics` is named as evaluators name it: its straddling is baseline_broken of all, the questions that the baseline breaks. drift is null where no vectors are given.";
