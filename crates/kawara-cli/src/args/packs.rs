use clap::Args;

use super::{OUTPUT, TokenizerArguments};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// Print instead what must be shown with this program: the licences of dictionaries and vocabularies that are built in.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) notices: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// Tell everything about these models, sources included.
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// JSON lines: everything about each model, one a line.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
}

pub(super) const PACK_EXAMPLES: &[Example] = &[
    ("Languages, counters, readers, and their options", "kawara packs"),
    ("Licences of what is built in", "kawara packs --notices"),
];

pub(super) const MODEL_EXAMPLES: &[Example] = &[
    ("All that are known", "kawara models"),
    ("Everything about one, with sources", "kawara models text-embedding-3-small"),
];
