//! Where the entries of a log begin.

use std::collections::BTreeMap;

use memchr::memrchr;
use regex_lite::Regex;

use super::super::stamp::{Shape, stamp};
use crate::lines::{bom, is_blank, lines};

/// How an entry begins.
#[derive(Clone, Debug)]
pub(super) enum Start {
    Pattern(Regex),
    Stamp(Shape),
    Unindented,
}

/// How many lines are looked at to find out how entries begin.
const SAMPLE_LINES: usize = 2_000;
/// And in how many bytes.
pub(super) const SAMPLE_BYTES: usize = 1 << 20;

impl Start {
    /// The form that most time stamps have, unless only few entries could have one.
    pub(super) fn learn(text: &str) -> Self {
        let mut shapes: BTreeMap<Shape, (usize, usize)> = BTreeMap::new();
        let mut unindented = 0;
        let said = lines(text, bom(text)..sample(text).max(bom(text)))
            .map(|line| line.of(text))
            .filter(|line| !is_blank(line));
        for (nth, line) in said.take(SAMPLE_LINES).enumerate() {
            let line = behind_prefix(line);
            unindented += usize::from(is_unindented(line));
            if let Some((shape, _)) = stamp(line) {
                shapes.entry(shape).or_insert((0, nth)).0 += 1;
            }
        }
        // Of two as frequent, the one seen first.
        match shapes.into_iter().max_by_key(|(_, (count, first))| (*count, usize::MAX - first)) {
            Some((shape, (count, _))) if count * 10 >= unindented => Self::Stamp(shape),
            _ => Self::Unindented,
        }
    }

    /// Whether a line begins an entry; `before` is the line above it.
    pub(super) fn begins(&self, line: &str, before: &str) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.is_match(line),
            Self::Stamp(shape) => stamp(behind_prefix(line)).is_some_and(|(found, _)| found == *shape),
            Self::Unindented => {
                let line = behind_prefix(line);
                is_unindented(line) && !(behind_prefix(before).starts_with([' ', '\t']) && is_raised(line))
            }
        }
    }

    /// Where the last entry of a text begins, whose last line may be cut off. Looked for from the end: an entry is short.
    pub(super) fn last(&self, text: &str) -> Option<usize> {
        let mut end = memrchr(b'\n', text.as_bytes())?;
        loop {
            let start = memrchr(b'\n', &text.as_bytes()[..end])? + 1;
            let line = &text[start..end];
            if !is_blank(line) && self.begins(line, above(text, start)) {
                return Some(start);
            }
            end = start - 1;
        }
    }
}

/// The line above the one that starts at a byte.
fn above(text: &str, start: usize) -> &str {
    let end = start.saturating_sub(1);
    let above = memrchr(b'\n', &text.as_bytes()[..end]).map_or(0, |at| at + 1);
    &text[above..end]
}

/// The part of a text that is looked at: lines that are whole, if there are any.
fn sample(text: &str) -> usize {
    if text.len() <= SAMPLE_BYTES {
        return text.len();
    }
    memrchr(b'\n', &text.as_bytes()[..SAMPLE_BYTES])
        .map_or(text.floor_char_boundary(SAMPLE_BYTES), |at| at + 1)
}

/// The longest name that is put before the lines of a program, in bytes.
const LONG_NAME: usize = 64;

/// A line without the name of the container that `docker compose` puts before it: `web-1  | `.
pub(super) fn behind_prefix(line: &str) -> &str {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let name = line.bytes().take(LONG_NAME).take_while(is_name).count();
    let (name, rest) = line.split_at(name);
    let said = rest.trim_start_matches(' ');
    match said.strip_prefix('|') {
        Some(said) if !name.is_empty() && rest.len() > said.len() + 1 => {
            said.strip_prefix(' ').unwrap_or(said)
        }
        _ => line,
    }
}

/// Whether a line stands at the margin and is not the tail of a stack trace or of a structure.
fn is_unindented(line: &str) -> bool {
    const TAILS: [&str; 8] = [
        "Caused by:",
        "Suppressed:",
        "... ",
        "Traceback (most recent call last)",
        "During handling of the above exception",
        "The above exception was the direct cause",
        "goroutine ",
        "created by ",
    ];
    !line.starts_with([' ', '\t', '}', ']', ')']) && !TAILS.iter().any(|tail| line.starts_with(tail))
}

/// Whether a line below indented ones says what was raised, as Python does, or is the next frame of a trace, as in Go.
fn is_raised(line: &str) -> bool {
    let is_path = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'/' | b'*' | b'(' | b')');
    let name = line.bytes().take(LONG_NAME * 2).take_while(|b| is_path(*b)).count();
    let (name, rest) = line.split_at(name);
    let is_error =
        ["Error", "Exception", "Warning", "Interrupt", "Exit"].iter().any(|end| name.ends_with(end));
    let is_frame = name.contains('.') && name.contains('(') && line.trim_end().ends_with(')');
    is_error && (rest.is_empty() || rest.starts_with([':', '\r'])) || is_frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_container_is_no_part_of_the_line() {
        assert_eq!(behind_prefix("web-1  | 10:00:01 up"), "10:00:01 up");
        assert_eq!(behind_prefix("web-1  |   at x"), "  at x");
        for line in ["a | b".replace(' ', ""), "| a".into(), "10:00:01 a | b".into(), "é | b".into()] {
            assert!(behind_prefix(&line).len() == line.len() || line == "a|b", "{line:?}");
        }
    }

    #[test]
    fn the_last_entry_is_found_from_the_end() {
        let text = "10:00:01 a\n  at x\n10:00:02 b\n  at y\n\n  at z\n10:00:0";
        let start = Start::learn(text);
        assert_eq!(start.last(text), text.find("10:00:02"));
        assert_eq!(start.last("10:00:01 a\n  at x\n"), None, "the only entry may go on");
        assert_eq!(start.last(""), None);
    }
}
