use clap::Args;

use super::TokenizerArguments;

#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// Print instead what must be shown with this program: the licences of dictionaries and vocabularies that are built in.
    #[arg(long)]
    pub(crate) notices: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// Tell everything about these models, sources included.
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// JSON lines: everything about each model, one a line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
}
