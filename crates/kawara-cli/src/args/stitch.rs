use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, ValueEnum, ValueHint};
use kawara::reading::{Order, Widen};

use super::{COUNTING, CommandArguments, INPUT, OUTPUT, TokenizerArguments, from_one};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct StitchArguments {
    /// The hits, the best first: JSON lines or an array of whole records, of ids, or of {"id", "score"}; `-` is standard input.
    #[arg(value_name = "HITS", value_hint = ValueHint::FilePath)]
    pub(crate) hits: PathBuf,
    /// The chunks that hits and their neighbours are looked up in, as JSON lines of `kawara chunk`; `-` is standard input.
    ///
    /// Without it all that is known are the records among the hits. With parents among the chunks (--parents of `kawara chunk`) it is known
    /// how far a section reaches.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) chunks: Option<PathBuf>,
    /// Read each hit with so many units before and behind it, or all of its `parent`: its passage, record, section or document.
    ///
    /// `parent:2` is the parent of its parent, and so on; --chunks has to have parents then. Hits of one parent become it once. With
    /// --max-tokens, of a parent that does not fit as many units are read as do, behind and before the hit in turn.
    #[arg(long, value_name = "N|parent[:N]", value_parser = widen, default_value = "0")]
    pub(crate) expand: Widen,
    /// In which order passages come.
    ///
    /// By rank, or document after document, by its best hit, and there as the text goes.
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = OrderBy::Rank)]
    pub(crate) order: OrderBy,
    /// Leave out a passage if so much of it is in one of another document that ranks higher, from 0 to 1; above 1, none is left out.
    ///
    /// So much of its runs of eight characters, white space aside, each once.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0.9")]
    pub(crate) alike: f64,
    /// The most tokens of all passages together, with a blank line between two; special tokens not counted.
    ///
    /// Hits are taken by rank, each with as many of the units around it as fit. One that does not fit itself is left out; of the very first
    /// hit, as many units are taken as fit.
    #[arg(long, value_name = "N", value_parser = from_one::<u32>, help_heading = COUNTING)]
    pub(crate) max_tokens: Option<u32>,
    /// What counts, such as tiktoken:cl100k_base.
    #[arg(long, value_name = "NAME", value_parser = Words::new(), conflicts_with = "model", help_heading = COUNTING)]
    pub(crate) counter: Option<String>,
    /// The model that counts, as `kawara models` lists them.
    #[arg(long, value_name = "NAME", value_parser = Words::new(), help_heading = COUNTING)]
    pub(crate) model: Option<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
    /// How to write passages: one JSON object a line, or text with blank lines between passages.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = super::Format::Jsonl, help_heading = OUTPUT)]
    pub(crate) format: super::Format,
    /// One JSON object: the passages, and what became of the hits that are in none.
    #[arg(long, conflicts_with = "format", help_heading = OUTPUT)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderBy {
    /// By the rank of their best hits.
    Rank,
    /// Document after document.
    Document,
}

impl From<OrderBy> for Order {
    fn from(order: OrderBy) -> Self {
        match order {
            OrderBy::Rank => Self::Rank,
            OrderBy::Document => Self::Document,
        }
    }
}

fn widen(word: &str) -> Result<Widen, String> {
    if word == "parent" {
        return Ok(Widen::Parent);
    }
    if let Some(levels) = word.strip_prefix("parent:") {
        let levels = levels.parse().ok().filter(|levels| *levels > 0);
        let of = || "behind `parent:` stands which one, 1 the parent itself, 2 the parent of that".to_owned();
        return levels.map(Widen::Above).ok_or_else(of);
    }
    let units = word.parse().map_err(|_| "it is neither a number of units nor `parent`".to_owned())?;
    Ok(Widen::Units { back: units, forward: units })
}

fn share(word: &str) -> Result<f64, String> {
    let share = word.parse::<f64>().ok().filter(|share| *share > 0.0);
    share.ok_or_else(|| "it is not a number over 0".to_owned())
}

pub(super) const STITCH_EXAMPLES: &[Example] = &[
    (
        "Hits as passages, each with a sentence more on both sides",
        "kawara chunk docs -qo c.jsonl && head -3 c.jsonl | kawara stitch - --chunks c.jsonl --expand 1",
    ),
    (
        "Within a budget, as text for a prompt",
        "kawara stitch chunks.jsonl --max-tokens 300 --counter tiktoken:o200k_base --format text",
    ),
    (
        "Whole sections, in the order of the documents; what became of every hit",
        "kawara stitch chunks.jsonl --expand parent --order document --json",
    ),
];

pub(super) const STITCH_JSON: (&str, &str) = (
    "A passage",
    "{\"doc_id\", \"start\", \"end\", \"text\", \"tokens\", \"rank\", \"score\", \"chunks\", \"short\", \"cut\", \"map\"}. Positions are half-open, in bytes of the \
source; map says which bytes of the text stand for which of the source. chunks are the ids of the hits in it, the best first. short: it was to be \
wider, but the chunks beside it are not at hand; cut: it was to be wider, but did not fit. Between chunks that share nothing one line feed stands for white \
space that is not at hand. With --json, {\"passages\", \"tokens\", \"duplicates\": [{\"chunks\", \"of\", \"share\"}, …], \"left_out\", \"unknown\"}.",
);
