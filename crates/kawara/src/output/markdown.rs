use std::io::{self, Write};

use kawara_core::{Chunk, Flag};
use kawara_policy::printable;

/// Chunks as a document to read: a section for each document, and in it for each chunk a line of facts, then what is embedded, in fenced
/// blocks that say what they are: context, what is carried, the chunk's own text.
pub(super) struct Markdown<W> {
    to: W,
    /// The document whose section is open.
    document: Option<String>,
}

impl<W: Write> Markdown<W> {
    pub(super) fn new(to: W) -> Self {
        Self { to, document: None }
    }

    pub(super) fn chunk(&mut self, chunk: Chunk<'_>) -> io::Result<()> {
        // A document may come in parts.
        let is_new = chunk.ordinal() == 0 || self.document.as_deref() != Some(chunk.doc_id());
        if is_new {
            if self.document.is_some() {
                writeln!(self.to)?;
            }
            writeln!(self.to, "# {}", code(&printable(chunk.doc_id())))?;
            self.document = Some(chunk.doc_id().to_owned());
        }
        writeln!(self.to, "\n## {}\n\n{}", chunk.ordinal(), facts(chunk))?;
        let (carried, own) = chunk.text().split_at(chunk.carried_text().len());
        for (name, text) in [("context", chunk.context()), ("carried", carried), ("text", own)] {
            if !text.is_empty() {
                let fence = "`".repeat(longest_run(text).max(2) + 1);
                let end = if text.ends_with('\n') { "" } else { "\n" };
                write!(self.to, "\n{fence}{name}\n{text}{end}{fence}\n")?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> W {
        self.to
    }
}

/// One line of what is known besides the text.
fn facts(chunk: Chunk<'_>) -> String {
    let source = chunk.source_range();
    let mut facts = vec![
        format!("{}/{} tokens", chunk.tokens(), chunk.max_tokens()),
        format!("bytes {}–{}", source.start, source.end),
        chunk.language().to_owned(),
    ];
    let units = chunk.units().len();
    facts.push(format!("{units} unit{}", if units == 1 { "" } else { "s" }));
    if chunk.asked() > chunk.carried() {
        facts.push(format!("carries {} of {}", chunk.carried(), chunk.asked()));
    } else if chunk.carried() > 0 {
        facts.push(format!("carries {}", chunk.carried()));
    }
    facts.extend(chunk.flags().iter().map(Flag::as_str).map(|flag| format!("**{flag}**")));
    facts.push(format!("`{}`", chunk.id()));
    facts.join(" · ")
}

/// A text as code in a line.
fn code(text: &str) -> String {
    let marks = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{space}{text}{space}{marks}")
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
