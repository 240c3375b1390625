//! Lines of code become runs, runs become items.

use std::ops::Range;

use super::spans::Span;
use crate::lines::{is_blank, lines};

/// Lines without a blank one between them.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Columns before the first line.
    indent: usize,
    lines: usize,
    /// Whether all lines are comments or attributes.
    is_comment: bool,
    /// Whether it begins by closing what was opened above.
    closes: bool,
    /// Whether all lines take over names from elsewhere.
    is_import: bool,
    /// Whether it begins inside a string or comment that spans lines.
    pub(super) in_span: bool,
}

/// The longest comment that belongs to what stands below a blank line, in lines.
const SHORT_COMMENT: usize = 10;
/// The longest first line that parts of an item bring along, in bytes.
const LONG_SIGNATURE: usize = 200;

pub(super) fn runs(text: &str, range: Range<usize>, spans: &[Span]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before: Option<&str> = None;
    let mut spans = spans.iter().peekable();
    for line in lines(text, range) {
        while spans.next_if(|span| span.range.end <= line.start).is_some() {}
        let span = spans.peek().filter(|span| span.range.start < line.start);
        let said = line.of(text);
        if is_blank(said) {
            before = None;
            continue;
        }
        let in_comment = span.is_some_and(|span| span.is_comment);
        let is_comment = in_comment || span.is_none() && (is_comment(said) || is_attribute(said));
        let goes_on = before.is_some_and(|before| span.is_some() || !begins_anew(before, said));
        before = Some(if span.is_some() { "" } else { said });
        match runs.last_mut() {
            Some(run) if goes_on => {
                run.end = line.end;
                run.lines += 1;
                run.is_comment &= is_comment;
                run.is_import &= span.is_none() && (is_import(said) || is_tail(said) || indent(said) > 0);
            }
            _ => runs.push(Run {
                start: line.start,
                end: line.end,
                indent: indent(said),
                lines: 1,
                is_comment,
                is_import: span.is_none() && is_import(said),
                closes: is_tail(said),
                in_span: span.is_some(),
            }),
        }
    }
    runs
}

/// Whether a line begins something without a blank line above: behind what closes at its margin, or as a definition does behind
/// lines that are indented.
fn begins_anew(above: &str, line: &str) -> bool {
    const DEFINITIONS: [&str; 8] = ["def ", "class ", "async def ", "@", "fn ", "func ", "function ", "pub "];
    let (outer, inner) = (indent(line), indent(above));
    let is_behind_close =
        inner == outer && (above.trim_start().starts_with(['}', ')']) || above.trim() == "end");
    let is_definition = || DEFINITIONS.iter().any(|word| line.trim_start().starts_with(word));
    !is_tail(line) && (is_behind_close || inner > outer && is_definition())
}

/// Whether a line closes or goes on with what was opened above.
fn is_tail(line: &str) -> bool {
    const WORDS: [&str; 9] =
        ["else", "elif", "elsif", "except", "catch", "finally", "rescue", "while", "where"];
    let said = line.trim_start();
    let word = &said[..said.bytes().take(8).take_while(u8::is_ascii_alphabetic).count()];
    said.starts_with(['}', ')', ']', '{', ',', '.', ';']) || said.trim_end() == "end" || WORDS.contains(&word)
}

/// Whether a line takes over names from elsewhere.
fn is_import(line: &str) -> bool {
    const WORDS: [&str; 11] = [
        "import ",
        "from ",
        "use ",
        "pub use ",
        "#include",
        "using ",
        "require ",
        "require_once",
        "extern crate ",
        "mod ",
        "package ",
    ];
    let is_module = line.starts_with("mod ") && line.trim_end().ends_with('{');
    !is_module && WORDS.iter().any(|word| line.starts_with(word))
        || line.starts_with("const ") && line.contains("= require(")
}

/// Whether a line is an attribute or a decorator, which says something of what follows.
fn is_attribute(line: &str) -> bool {
    let said = line.trim();
    said.starts_with("#[") || said.starts_with('@') || said.starts_with('[') && said.ends_with(']')
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
    let is_string = inner.iter().all(|run| run.in_span || run.closes);
    let margin = inner
        .iter()
        .filter(|run| !run.closes && (is_string || !run.in_span))
        .map(|run| run.indent)
        .min()
        .unwrap_or(0);
    group(inner, margin, is_string)
}

/// A part begins at the margin; a short comment belongs to what follows it.
fn group(runs: &[Run], margin: usize, is_string: bool) -> impl Iterator<Item = &[Run]> {
    runs.chunk_by(move |above, below| {
        let begins = below.indent <= margin && !below.closes && (is_string || !below.in_span);
        !begins
            || above.is_import && below.is_import
            || above.is_comment && above.indent <= margin && above.lines <= SHORT_COMMENT
    })
}

/// The line of a run that says what it is: the first that is no comment, attribute or decorator.
pub(super) fn signature(text: &str, run: &Run, spans: &[Span]) -> Option<Range<usize>> {
    let first = spans.partition_point(|span| span.range.end <= run.start);
    let mut comments = spans[first..].iter().filter(|span| span.is_comment).peekable();
    let line = lines(text, run.start..run.end).find(|line| {
        while comments.next_if(|span| span.range.end <= line.start).is_some() {}
        let in_comment = comments.peek().is_some_and(|span| span.range.start < line.start);
        let said = line.of(text);
        !in_comment && !is_comment(said) && !is_attribute(said) && !is_blank(said)
    })?;
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
