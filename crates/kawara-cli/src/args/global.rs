use clap::{ArgAction, Args, ValueEnum};

use super::GLOBAL;

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct GlobalArguments {
    /// Say less; twice: only errors.
    ///
    /// Once, standard error has no summary, notes or progress; twice, no warnings either.
    #[arg(short, long, global = true, action = ArgAction::Count, env = "KAWARA_QUIET", help_heading = GLOBAL)]
    pub(crate) quiet: u8,
    /// Say what was decided; twice: what became of each document.
    ///
    /// Once, standard error has policies, counters, threads, languages, and what documents were flagged for.
    #[arg(short, long, global = true, action = ArgAction::Count, env = "KAWARA_VERBOSE", help_heading = GLOBAL)]
    pub(crate) verbose: u8,
    /// When to use colour: auto, always, never.
    ///
    /// `auto` is on a terminal, and heeds NO_COLOR, CLICOLOR and CLICOLOR_FORCE.
    #[arg(
        long,
        global = true,
        env = "KAWARA_COLOR",
        value_name = "WHEN",
        value_enum,
        default_value_t = When::Auto,
        hide_possible_values = true,
        help_heading = GLOBAL
    )]
    pub(crate) color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Makes everything that prints keep to it.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
