//! Lines of code become runs, runs become items.

use std::ops::Range;

use crate::lines::{Line, is_blank, lines};

/// Lines without a blank one between them.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Columns before the first line.
    indent: usize,
    lines: usize,
    /// Whether all lines are comments.
    is_comment: bool,
    /// Whether it begins by closing what was opened above.
    closes: bool,
    /// Whether it begins inside a string in triple quotes.
    in_string: bool,
}

/// The longest comment that belongs to what stands below a blank line, in lines.
const SHORT_COMMENT: usize = 10;
/// The longest first line that parts of an item bring along, in bytes.
const LONG_SIGNATURE: usize = 200;

pub(super) fn runs(text: &str, range: Range<usize>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut goes_on = false;
    let mut string = None;
    let mut opened_in = 0;
    for line in lines(text, range) {
        let said = line.of(text);
        if is_blank(said) {
            goes_on = false;
            continue;
        }
        let is_comment = string.is_none() && is_comment(said);
        match runs.last_mut() {
            Some(run) if goes_on => {
                run.end = line.end;
                run.lines += 1;
                run.is_comment &= is_comment;
            }
            _ => runs.push(Run {
                start: line.start,
                end: line.end,
                indent: indent(said),
                lines: 1,
                is_comment,
                closes: said.trim_start().starts_with(['}', ')', ']']),
                in_string: string.is_some(),
            }),
        }
        goes_on = true;
        if !is_comment {
            let before = string;
            string = string_behind(said, string);
            if before.is_none() && string.is_some() {
                opened_in = runs.len();
            }
        }
    }
    if string.is_some() {
        // What never closes was no string.
        runs.iter_mut().skip(opened_in).for_each(|run| run.in_string = false);
    }
    runs
}

/// The triple quotes that are open behind a line.
fn string_behind(line: &str, mut open: Option<&'static str>) -> Option<&'static str> {
    const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
    let mut rest = line;
    // Once over the line: what is found is either of the quotes, or no quote at all.
    while let Some(at) = rest.find(['"', '\'']) {
        rest = &rest[at..];
        let found = QUOTES
            .into_iter()
            .find(|quotes| rest.starts_with(quotes) && open.is_none_or(|open| open == *quotes));
        if let Some(quotes) = found {
            open = if open.is_some() { None } else { Some(quotes) };
        }
        rest = &rest[if found.is_some() { 3 } else { 1 }..];
    }
    open
}

/// The items of a file. A comment at its head stands alone: it speaks for the whole file.
pub(super) fn items(runs: &[Run]) -> Vec<&[Run]> {
    match runs.split_first() {
        Some((head, rest)) if head.is_comment && rest.first().is_some_and(|run| run.indent == 0) => {
            std::iter::once(std::slice::from_ref(head)).chain(group(rest, 0, false)).collect()
        }
        _ => group(runs, 0, false).collect(),
    }
}

/// The parts of an item below its first run.
pub(super) fn divide(inner: &[Run]) -> impl Iterator<Item = &[Run]> {
    // Where all of it is one long string, its paragraphs are the parts.
    let is_string = inner.iter().all(|run| run.in_string || run.closes);
    let margin = inner
        .iter()
        .filter(|run| !run.closes && (is_string || !run.in_string))
        .map(|run| run.indent)
        .min()
        .unwrap_or(0);
    group(inner, margin, is_string)
}

/// A part begins at the margin; a short comment belongs to what follows it.
fn group(runs: &[Run], margin: usize, is_string: bool) -> impl Iterator<Item = &[Run]> {
    runs.chunk_by(move |above, below| {
        let begins = below.indent <= margin && !below.closes && (is_string || !below.in_string);
        !begins || above.is_comment && above.indent <= margin && above.lines <= SHORT_COMMENT
    })
}

/// The line of a run that says what it is: the first that is no comment, attribute or decorator.
pub(super) fn signature(text: &str, run: &Run) -> Option<Range<usize>> {
    let is_signature = |line: &Line| {
        let said = line.of(text);
        !is_comment(said)
            && !said.trim_start().starts_with(['@', '['])
            && !said.trim_start().starts_with("#[")
    };
    let line = lines(text, run.start..run.end).find(is_signature)?;
    (line.end - line.start <= LONG_SIGNATURE).then_some(line.start..line.end)
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|b| matches!(b, b' ' | b'\t')).map(|b| if b == b'\t' { 4 } else { 1 }).sum()
}

/// Whether a line begins like a comment in a common language. `#include` and `#[test]` are none.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let is_hash = line.starts_with('#')
        && !line[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '[' | '!'));
    let is_shebang = line.starts_with("#!/");
    is_hash
        || is_shebang
        || ["//", "--", "/*", "*/", "* ", ";", "%", "<!--"].iter().any(|mark| line.starts_with(mark))
        || line == "*"
}
