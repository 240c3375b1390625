//! What stands below the options in help: examples that run in `examples/corpus`, then what there is to know.

use std::fmt::Write as _;

use clap::builder::StyledStr;

use crate::style::{FAINT, HEADING, LITERAL};

/// What an example does, and the command line.
pub(crate) type Example = (&'static str, &'static str);

/// Examples that `-h` shows.
const BRIEF: usize = 2;

/// For `-h`.
pub(crate) fn brief(examples: &[Example]) -> StyledStr {
    full(&examples[..examples.len().min(BRIEF)], &[])
}

/// For `--help`: all examples, then sections of a heading and a text.
pub(crate) fn full(examples: &[Example], sections: &[(&str, &str)]) -> StyledStr {
    let mut text = String::new();
    // Writing to a string does not fail.
    if !examples.is_empty() {
        let _ = write!(text, "{HEADING}Examples:{HEADING:#}");
    }
    for (what, command) in examples {
        let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
        let _ = write!(text, "\n  {FAINT}# {what}{FAINT:#}\n  {LITERAL}{program}{LITERAL:#} {rest}");
    }
    for (heading, section) in sections {
        let gap = if text.is_empty() { "" } else { "\n\n" };
        let _ = write!(text, "{gap}{HEADING}{heading}:{HEADING:#}\n{section}");
    }
    text.into()
}
