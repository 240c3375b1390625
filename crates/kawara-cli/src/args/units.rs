use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use super::{Format, InputArguments, OUTPUT, SETTINGS};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct UnitArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// How fine the units are; the policy decides if not given.
    #[arg(long, value_name = "GRAIN", value_enum, help_heading = SETTINGS)]
    pub(crate) grain: Option<GrainArgument>,
    /// The language of all text, as a BCP 47 tag; told by script if not given.
    #[arg(long, value_name = "LANGUAGE", value_parser = NonEmptyStringValueParser::new(), help_heading = SETTINGS)]
    pub(crate) language: Option<String>,
    /// Print only {"id", "boundaries"} a document: the characters at which units begin, but for the first.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) boundaries: bool,
    /// JSON lines, or one unit a line with its line breaks shown as ⏎.
    #[arg(long = "output-format", visible_alias = "format", value_name = "FORMAT", value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrainArgument {
    /// Sentences.
    Sentence,
    /// Clauses.
    Clause,
    /// Words.
    Word,
}

pub(super) const UNIT_EXAMPLES: &[Example] = &[
    ("What a policy never cuts", "kawara units notes/night-shift.txt"),
    ("Finer", "kawara units docs/zh --grain clause"),
    ("Where units lie, for a program", "kawara units mail --output-format jsonl"),
];
