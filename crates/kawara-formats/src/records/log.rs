//! Logs: an entry begins with a time stamp and holds the lines that go on without one.

use std::collections::BTreeMap;

use kawara_core::{
    BlockKind, Error, ErrorKind, Joint, OptionKind, OptionSpec, Options, Reader, Reading, Result,
};
use regex_lite::Regex;

use super::stamp::{Shape, stamp};
use crate::lines::{Line, bom, is_blank, lines, trim};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Whole};

/// The options of the reader.
pub(crate) static OPTIONS: &[OptionSpec] = &[OptionSpec::new(
    "record-start",
    OptionKind::Str,
    "A regular expression: a line that begins with it begins an entry. Without it, the form of the time stamps is found out.",
)];

/// The reader of logs.
///
/// Each entry is a record: one row, or code if it has several lines (a stack trace). An entry begins at a line that starts
/// with a time stamp of the form that most time stamps of the log have; in a log without any, at each line that is not indented.
#[derive(Clone, Debug, Default)]
pub struct Log {
    start: Option<Regex>,
}

impl Log {
    /// A reader for logs whose entries begin as the option `record-start` says.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] when the option is not a regular expression.
    pub fn new(options: &Options) -> Result<Self> {
        let start = match options.str("record-start") {
            None => None,
            Some(pattern) => Some(Regex::new(&format!("^(?:{pattern})")).map_err(|error| {
                let message =
                    format!("option `record-start`: `{pattern}` is not a regular expression: {error}");
                Error::caused_by(ErrorKind::Option, message, error)
            })?),
        };
        Ok(Self { start })
    }
}

impl Reader for Log {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        let start = if options.str("record-start").is_some() {
            Self::new(options)?.start
        } else {
            self.start.clone()
        };
        Ok(Box::new(Whole(move |text: &str| outline(text, start.as_ref()))))
    }
}

/// How an entry begins.
enum Start<'r> {
    Pattern(&'r Regex),
    Stamp(Shape),
    Unindented,
}

impl Start<'_> {
    fn begins(&self, line: &str) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.is_match(line),
            Self::Stamp(shape) => stamp(line).is_some_and(|(found, _)| found == *shape),
            Self::Unindented => is_unindented(line),
        }
    }
}

/// What stands before the first entry is an entry of its own.
fn outline(text: &str, pattern: Option<&Regex>) -> Outline {
    let body = bom(text)..text.len();
    let start = match pattern {
        Some(pattern) => Start::Pattern(pattern),
        None => majority(lines(text, body.clone()).map(|line| line.of(text))),
    };
    let mut outline = Outline::default();
    let mut entry: Option<Line> = None;
    for line in lines(text, body) {
        if is_blank(line.of(text)) {
            continue;
        }
        match &mut entry {
            Some(entry) if !start.begins(line.of(text)) => entry.end = line.end,
            _ => {
                outline.pieces.extend(entry.take().map(|entry| piece(text, entry)));
                entry = Some(line);
            }
        }
    }
    outline.pieces.extend(entry.map(|entry| piece(text, entry)));
    outline
}

fn piece(text: &str, entry: Line) -> Piece {
    let range = trim(text, entry.start..entry.end);
    let kind = if text[range.clone()].contains('\n') { BlockKind::Code } else { BlockKind::Row };
    Piece::new(range, kind, Joint::Record)
}

/// How many lines are looked at to find out how entries begin.
const SAMPLE: usize = 2_000;

/// The form that most time stamps have, unless only few entries could have one.
fn majority<'t>(lines: impl Iterator<Item = &'t str>) -> Start<'static> {
    let mut shapes: BTreeMap<Shape, (usize, usize)> = BTreeMap::new();
    let mut unindented = 0;
    for (nth, line) in lines.filter(|line| !is_blank(line)).take(SAMPLE).enumerate() {
        unindented += usize::from(is_unindented(line));
        if let Some((shape, _)) = stamp(line) {
            shapes.entry(shape).or_insert((0, nth)).0 += 1;
        }
    }
    // Of two as frequent, the one seen first.
    match shapes.into_iter().max_by_key(|(_, (count, first))| (*count, usize::MAX - first)) {
        Some((shape, (count, _))) if count * 10 >= unindented => Start::Stamp(shape),
        _ => Start::Unindented,
    }
}

/// Whether a line stands at the margin and is not the tail of a stack trace or of a structure.
fn is_unindented(line: &str) -> bool {
    !line.starts_with([' ', '\t', '}', ']', ')'])
        && !line.starts_with("Caused by:")
        && !line.starts_with("... ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawara_core::Value;

    fn entries(text: &str) -> Vec<&str> {
        outline(text, None).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
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
        let found = outline(text, None);
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
    fn a_pattern_decides_where_entries_begin() {
        let options = Options::new().with("record-start", Value::Str(r"#\d+|--".into()));
        let log = Log::new(&options).unwrap();
        let text = "#1 a\n2024-01-01 x\n #2\n--\nb\n";
        let found = outline(text, log.start.as_ref());
        let entries: Vec<_> = found.pieces.iter().map(|piece| &text[piece.range.clone()]).collect();
        assert_eq!(entries, ["#1 a\n2024-01-01 x\n #2", "--\nb"]);
        let error = Log::new(&Options::new().with("record-start", Value::Str("(".into()))).unwrap_err();
        assert!(error.to_string().contains("record-start"), "{error}");
    }
}
