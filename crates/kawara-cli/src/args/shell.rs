use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::Shell;

use super::OUTPUT;
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct CompletionArguments {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Write a page for each command into this directory, which is made if it is not there: kawara.1, kawara-chunk.1, …
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
}

pub(super) const COMPLETION_EXAMPLES: &[Example] = &[
    ("For bash", "kawara completions bash > kawara.bash"),
    ("For zsh", "kawara completions zsh > _kawara"),
    ("For fish", "kawara completions fish > kawara.fish"),
];

pub(super) const COMPLETION_PLACES: (&str, &str) = (
    "Where they belong",
    "  bash        ~/.local/share/bash-completion/completions/kawara
  zsh         _kawara, in a directory of $fpath
  fish        ~/.config/fish/completions/kawara.fish
  powershell  kawara completions powershell | Out-String | Invoke-Expression, in $PROFILE
  elvish      eval (kawara completions elvish | slurp), in rc.elv",
);

pub(super) const MAN_EXAMPLES: &[Example] = &[
    ("The page of the command itself", "kawara man > kawara.1"),
    ("A page for each command", "kawara man --output man1"),
];
