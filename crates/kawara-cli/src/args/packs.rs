use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{Args, Subcommand, ValueHint};

use super::{AdditionArguments, CommandArguments, OUTPUT, TokenizerArguments};
use crate::help::{Example, brief, full};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PackArguments {
    #[command(subcommand)]
    pub(crate) command: Option<PackCommand>,
    /// Print instead what must be shown with this program: the licences of dictionaries and vocabularies that are built in.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) notices: bool,
    /// JSON lines: everything about each pack, one a line.
    #[arg(long, conflicts_with = "notices", help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) commands: AdditionArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PackCommand {
    /// Hold a pack against what every pack promises, and tell how fast it is.
    ///
    /// Runs the contract tests of kawara-testkit: hostile text, text made by rule, and the texts that are given, whole and with hostile
    /// fragments put in. Each promise is told as it is tried, and a broken one with the text that breaks it, made as short as can be, the
    /// byte, and what to do. Speeds are those of one thread, paragraph by paragraph.
    ///
    /// A library is code that runs here with your rights. One that crashes takes kawara with it.
    ///
    /// The exit code is 0 when all promises are kept, 1 when one is broken, 2 when there is no such pack.
    #[command(after_help = brief(TEST_EXAMPLES), after_long_help = full(TEST_EXAMPLES, &[TEST_LIBRARY]))]
    Test(PackTestArguments),
}

#[derive(Debug, Args)]
pub(crate) struct PackTestArguments {
    /// A library, as FILE or FILE@SHA256, or the name of a pack.
    ///
    /// What has a dot, a slash or an @ in it is a file.
    #[arg(value_name = "FILE|NAME", value_parser = Words::new(), value_hint = ValueHint::FilePath)]
    pub(crate) pack: String,
    /// A text that the pack is made for, in UTF-8.
    ///
    /// A few paragraphs with everything that its rules are about. May be given more than once.
    #[arg(long = "text", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) texts: Vec<PathBuf>,
    /// A counter of the pack, as a policy names it.
    ///
    /// Without it, those that the pack lists. May be given more than once.
    #[arg(long = "counter", value_name = "NAME", value_parser = Words::new())]
    pub(crate) counters: Vec<String>,
    /// An option that the pack is opened with.
    ///
    /// The values of a list have commas between. May be given more than once.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = Words::new())]
    pub(crate) options: Vec<String>,
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
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

pub(super) const TEST_EXAMPLES: &[Example] = &[
    ("A pack that is built in", "kawara packs test en"),
    ("On a text of one's own", "kawara packs test core --counter words --text docs/en/meter-api.md"),
];

const TEST_LIBRARY: (&str, &str) =
    ("A library", "  kawara packs test target/packs/libkawara_pack_ko.so --text korean.txt");

pub(super) const MODEL_EXAMPLES: &[Example] = &[
    ("All that are known", "kawara models"),
    ("Everything about one, with sources", "kawara models text-embedding-3-small"),
];

pub(super) const PACK_JSON: &str = "One object a pack: {\"name\", \"version\", \"library\": {\"path\", \"sha256\"} or null, \"languages\": [{\"id\", \"languages\", \"grains\", \
\"note\", \"options\"}, …], \"counters\": [{\"scheme\", \"names\", \"options\"}, …], \"readers\": [{\"id\", \"media_types\", \"extensions\", \"options\"}, …], \
\"notice\"}, an option being {\"name\", \"kind\", \"words\", \"doc\"}; then, where you have counters of your own, {\"configured\": {\"counters\"}}, and where you \
have embedders, {\"configured\": {\"embedders\": [{\"name\", \"made_by\", \"defined\"}, …]}}.";
