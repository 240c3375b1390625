//! What the command line says: a file for each command, and what several of them take.

mod chunk;
mod count;
mod guard;
mod packs;
mod policy;
mod shared;
mod units;

pub(crate) use chunk::*;
use clap::{Parser, Subcommand};
pub(crate) use count::*;
pub(crate) use guard::*;
pub(crate) use packs::*;
pub(crate) use policy::*;
pub(crate) use shared::*;
pub(crate) use units::*;

/// Cuts documents into chunks for retrieval: sized in the model's own tokens, overlapped in whole sentences.
#[derive(Debug, Parser)]
#[command(name = "kawara", version, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
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
    /// Check policies, explain what a document gets and why, write a first policy for a corpus.
    Policy(PolicyArguments),
    /// List the packs: languages, tokenizers and content types.
    Packs(PackArguments),
    /// List the embedding models that `budget.model` and --model know: counter, limit, prefixes.
    Models(ModelArguments),
}
