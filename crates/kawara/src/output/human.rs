use std::io::{self, Write};

use kawara_core::{Chunk, Flag};
use kawara_policy::printable;

/// How chunks are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text; the carried part stands between marks.
    Plain,
    /// Terminal escapes; the carried part is dim.
    Ansi,
}

const RESET: &str = "\x1b[0m";

/// Writes one chunk for a person: a head line with size, place and flags, then context, carried part and own text.
///
/// # Errors
/// What the writer returns.
pub fn write_human(chunk: Chunk<'_>, paint: Paint, mut to: impl Write) -> io::Result<()> {
    let (bold, dim, cyan, yellow, reset) = match paint {
        Paint::Ansi => ("\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[33m", RESET),
        Paint::Plain => ("", "", "", "", ""),
    };
    let source = chunk.source_range();
    write!(to, "{bold}── {} #{}{reset}", printable(chunk.doc_id()), chunk.ordinal())?;
    write!(
        to,
        "  {}/{} tokens  bytes {}–{}  {}",
        chunk.tokens(),
        chunk.max_tokens(),
        source.start,
        source.end,
        chunk.language()
    )?;
    if chunk.carried() > 0 {
        write!(to, "  {dim}carried {}{reset}", chunk.carried())?;
    }
    for flag in chunk.flags().iter().map(Flag::as_str) {
        write!(to, "  {yellow}{flag}{reset}")?;
    }
    writeln!(to)?;
    for line in chunk.context().lines() {
        writeln!(to, "{cyan}┊ {}{reset}", shown(line))?;
    }
    let carried = chunk.carried_text();
    let own = &chunk.text()[carried.len()..];
    if !carried.is_empty() {
        let (open, close) = if paint == Paint::Plain { ("⟦", "⟧") } else { ("", "") };
        let body = carried.trim_end();
        write!(to, "{dim}{open}{}{close}{reset}{}", shown(body), &carried[body.len()..])?;
    }
    writeln!(to, "{}\n", shown(own))
}

/// The text without anything that a terminal would act upon: documents come from anywhere.
fn shown(text: &str) -> String {
    let pieces = text.split_inclusive(['\n', '\t']).map(|piece| {
        let body = piece.trim_end_matches(['\r', '\n', '\t']);
        printable(body) + &piece[body.len()..]
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn documents_do_nothing_to_a_terminal() {
        assert_eq!(
            shown("a\tb\r\n\u{1b}]0;title\u{7}\u{202e}瓦\n"),
            "a\tb\r\n\\u{1b}]0;title\\u{7}\\u{202e}瓦\n"
        );
    }
}
