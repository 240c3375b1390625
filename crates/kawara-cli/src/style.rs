//! Colours: one set for messages and for help.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
/// What was decided, for whoever wants to know.
pub(crate) const INFO: Style = AnsiColor::Blue.on_default().bold();
pub(crate) const HEADING: Style = AnsiColor::Green.on_default().bold();
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const PLACEHOLDER: Style = AnsiColor::Cyan.on_default();
pub(crate) const FAINT: Style = Style::new().dimmed();

/// How help and the messages about a wrong command line look.
pub(crate) const HELP: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .placeholder(PLACEHOLDER)
    .error(ERROR)
    .valid(AnsiColor::Green.on_default())
    .invalid(WARNING)
    .context(FAINT);
