//! Logs: an entry begins with a time stamp and holds the lines that go on without one. `start` learns the form of the stamps, `head` finds
//! what stands before the message.

mod head;
mod start;

use std::borrow::Cow;

use kawara_core::{
    BlockKind, Blocks, Error, ErrorKind, Joint, OptionKind, OptionSpec, Options, Reader, Reading, Result,
};
use regex_lite::Regex;

use crate::lines::{Line, bom, is_blank, lines, trim};
use crate::mode::Mode;
use crate::outline::{Outline, Piece};
use head::head;
use start::{SAMPLE_BYTES, Start};

/// The options of the reader.
pub(crate) static OPTIONS: &[OptionSpec] = &[OptionSpec::new(
    "start",
    OptionKind::Str,
    "A regular expression: a line that begins with it begins an entry. Without it, the form of the time stamps is found out.",
)];

/// The reader of logs.
///
/// Each entry is a record: one row, or code if it has several lines (a stack trace). An entry begins at a line that starts
/// with a time stamp of the form that most time stamps of the log have; in a log without any, at each line that is not indented.
/// The later parts of one that has to be cut bring its first line along, or what stands before the message of a long line.
#[derive(Clone, Debug, Default)]
pub struct Log {
    start: Option<Regex>,
}

impl Log {
    /// A reader for logs whose entries begin as the option `start` says.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] when the option is not a regular expression.
    pub fn new(options: &Options) -> Result<Self> {
        let start = match options.str("start") {
            None => None,
            Some(pattern) => Some(Regex::new(&format!("^(?:{pattern})")).map_err(|error| {
                let message = format!("option `start`: `{pattern}` is not a regular expression: {error}");
                Error::caused_by(ErrorKind::Option, message, error)
            })?),
        };
        Ok(Self { start })
    }
}

impl Reader for Log {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        let pattern =
            if options.str("start").is_some() { Self::new(options)?.start } else { self.start.clone() };
        Ok(Box::new(LogReading { start: pattern.map(Start::Pattern) }))
    }
}

/// A log that is being read; how its entries begin is learnt from its first lines.
#[derive(Clone)]
struct LogReading {
    start: Option<Start>,
}

impl Reading for LogReading {
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        if self.start.is_none() && !last && head.len() <= SAMPLE_BYTES {
            return None;
        }
        let start = self.start.get_or_insert_with(|| Start::learn(head));
        if last { Some(head.len()) } else { start.last(head) }
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(self.clone()))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let start = self.start.get_or_insert_with(|| Start::learn(piece));
        Ok(outline(piece, start).tell(piece, out))
    }
}

/// What stands before the first entry is an entry of its own.
fn outline(text: &str, start: &Start) -> Outline {
    let mut outline = Outline::default();
    let mut entry: Option<Entry> = None;
    let mut before = "";
    for line in lines(text, bom(text)..text.len()) {
        let said = line.of(text);
        let above = std::mem::replace(&mut before, said);
        if is_blank(said) {
            continue;
        }
        match &mut entry {
            Some(entry) if !start.begins(said, above) => {
                entry.end = line.end;
            }
            _ => {
                if let Some(entry) = entry.replace(Entry { first: line, end: line.end }) {
                    entry.add(text, &mut outline);
                }
            }
        }
    }
    if let Some(entry) = entry {
        entry.add(text, &mut outline);
    }
    outline
}

/// The longest first line that the parts of an entry bring along whole, in bytes.
const LONG_LINE: usize = 240;
/// The shortest line that a chunk may have no room for, in bytes.
const CUT_LINE: usize = 160;

struct Entry {
    first: Line,
    end: usize,
}

impl Entry {
    fn add(&self, text: &str, outline: &mut Outline) {
        let range = trim(text, self.first.start..self.end);
        let is_one_line = self.end <= self.first.end;
        let lead =
            if is_one_line && range.len() < CUT_LINE { None } else { self.lead(text, is_one_line, outline) };
        let kind = if is_one_line { BlockKind::Row } else { BlockKind::Code };
        outline.pieces.push(Piece::new(range, kind, Joint::Record).with_lead(lead));
    }

    /// What the parts of an entry bring along if it has to be cut: its first line, or the head of that.
    fn lead(&self, text: &str, is_one_line: bool, outline: &mut Outline) -> Option<u32> {
        let line = self.first.of(text);
        let len = if is_one_line || line.len() > LONG_LINE { head(line) } else { line.len() };
        let said = line[..len].trim();
        if said.is_empty() {
            return None;
        }
        outline.lead(said, self.first.start + len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawara_core::Value;

    fn entries(text: &str) -> Vec<&str> {
        read(text).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
    }

    fn read(text: &str) -> Outline {
        outline(text, &Start::learn(text))
    }

    #[test]
    fn a_stack_trace_belongs_to_its_entry() {
        let text = "head\n[10:00:01] one\n[10:00:02] two\njava.io.X: 2024-01-01 10:00:00\n2024-01-01 10:00:00 is no entry\n\n\tat a\n[10:00:03] three\n";
        assert_eq!(
            entries(text),
            [
                "head",
                "[10:00:01] one",
                "[10:00:02] two\njava.io.X: 2024-01-01 10:00:00\n2024-01-01 10:00:00 is no entry\n\n\tat a",
                "[10:00:03] three"
            ]
        );
        let found = read(text);
        assert!(found.pieces.iter().all(|piece| piece.joint == Joint::Record));
        assert_eq!(found.pieces[2].kind, BlockKind::Code);
        assert_eq!(found.pieces[1].kind, BlockKind::Row);
    }

    #[test]
    fn without_stamps_each_line_at_the_margin_is_an_entry() {
        assert_eq!(
            entries("ERROR retry\nERROR retry\n  at x\nCaused by: y\n"),
            ["ERROR retry", "ERROR retry\n  at x\nCaused by: y"]
        );
        let mostly = format!("2024-01-01 00:00:00 start\n{}", "retry\n".repeat(30));
        assert_eq!(entries(&mostly).len(), 31);
    }

    #[test]
    fn the_traces_of_other_languages_belong_to_their_entries() {
        let python = "worker failed\nTraceback (most recent call last):\n  File \"a.py\", line 1\n    f()\nValueError: no\nnext\n";
        assert_eq!(entries(python), [python.strip_suffix("\nnext\n").unwrap(), "next"]);
        let go = "panic: no\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x1\nmain.main()\n\t/a.go:2\nnext\n";
        assert_eq!(entries(go).last(), Some(&"next"));
        assert!(entries(go).iter().any(|entry| entry.contains("main.main()\n\t/a.go:2")));
        let sql = "10:00:01 LOG: statement: select\nid\nfrom a\n10:00:02 LOG: done\n";
        assert_eq!(entries(sql), [&sql[..sql.find("\n10:00:02").unwrap()], "10:00:02 LOG: done"]);
        let access = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a\" 200\n";
        assert_eq!(entries(&access.repeat(3)).len(), 3);
        let compose = "web-1  | 10:00:01 a\nweb-1  |   at x\ndb-1   | 10:00:02 b\n";
        assert_eq!(entries(compose), ["web-1  | 10:00:01 a\nweb-1  |   at x", "db-1   | 10:00:02 b"]);
    }

    #[test]
    fn an_entry_that_is_cut_brings_its_head_along() {
        let long = "很长的消息。".repeat(20);
        let text = format!("10:00:01 INFO a.B - {long}\n10:00:02 ERROR x\n\tat y\n10:00:03 short\n{long}\n");
        let found = read(&text);
        let leads: Vec<_> = found.leads.iter().map(|lead| (lead.text.as_str(), lead.body)).collect();
        let second = text.find("10:00:02").unwrap();
        assert_eq!(leads[..2], [("10:00:01 INFO a.B -", 19), ("10:00:02 ERROR x", second + 16)]);
        let with_lead: Vec<_> = found.pieces.iter().map(|piece| piece.lead.is_some()).collect();
        assert_eq!(with_lead, [true, true, true]);
        assert_eq!(read("10:00:03 short\n10:00:04 short\n").leads, []);
    }

    #[test]
    fn a_pattern_decides_where_entries_begin() {
        let options = Options::new().with("start", Value::Str(r"#\d+|--".into()));
        let log = Log::new(&options).unwrap();
        let text = "#1 a\n2024-01-01 x\n #2\n--\nb\n";
        let found = outline(text, &Start::Pattern(log.start.clone().unwrap()));
        let entries: Vec<_> = found.pieces.iter().map(|piece| &text[piece.range.clone()]).collect();
        assert_eq!(entries, ["#1 a\n2024-01-01 x\n #2", "--\nb"]);
        let error = Log::new(&Options::new().with("start", Value::Str("(".into()))).unwrap_err();
        assert!(error.to_string().contains("start"), "{error}");
    }
}
