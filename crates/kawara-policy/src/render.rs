//! Mistakes as text for people, without colour.

use std::fmt::{self, Write as _};

use unicode_width::UnicodeWidthStr;

use crate::mistake::{Label, Mistake, Severity};
use crate::source::Place;

/// Characters of a line that are shown before and after the marked part.
const AROUND: usize = 60;
/// Characters of the marked part that are shown.
const MARKED: usize = 80;

pub(crate) fn mistake(mistake: &Mistake, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let severity = match mistake.severity {
        Severity::Error => "",
        Severity::Warning => "warning: ",
        Severity::Note => "note: ",
    };
    write!(f, "{}: {severity}{} [{}]", mistake.place, mistake.message, mistake.code)?;
    let places = || std::iter::once(&mistake.place).chain(mistake.also.iter().map(|label| &label.place));
    let gutter = places().map(|place| place.line().to_string().len()).max().unwrap_or(1);
    if mistake.place.is_read() {
        let first = Label { place: mistake.place.clone(), text: mistake.label.clone() };
        let mut here: Vec<(&Label, char)> = vec![(&first, '^')];
        here.extend(
            mistake
                .also
                .iter()
                .filter(|label| label.place.same_file(&mistake.place))
                .map(|label| (label, '-')),
        );
        here.sort_by_key(|(label, _)| label.place.span().start);
        write!(f, "\n{:gutter$} |", "")?;
        let mut line = 0;
        for (label, mark) in here {
            quote(label, mark, gutter, label.place.line() != line, f)?;
            line = label.place.line();
        }
    }
    for label in mistake.also.iter().filter(|label| !label.place.same_file(&mistake.place)) {
        write!(f, "\n{:gutter$} : {}", "", label.place)?;
        quote(label, '-', gutter, true, f)?;
    }
    if let Some(help) = &mistake.help {
        write!(f, "\n{:gutter$} = help: {help}", "")?;
    }
    Ok(())
}

/// The line, unless it was just shown, and the marks below it.
fn quote(
    label: &Label,
    mark: char,
    gutter: usize,
    with_line: bool,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (before, marked, after) = window(&label.place);
    if with_line {
        write!(f, "\n{:>gutter$} | {}", label.place.line(), format!("{before}{marked}{after}").trim_end())?;
    }
    let marks: String = std::iter::repeat_n(mark, marked.width().max(1)).collect();
    write!(f, "\n{:gutter$} | {:indent$}{marks}", "", "", indent = before.width())?;
    if label.text.is_empty() { Ok(()) } else { write!(f, " {}", label.text) }
}

/// The line before, in and after the span, each cut to what a terminal shows.
fn window(place: &Place) -> (String, String, String) {
    let (before, marked) = (place.before(), place.marked());
    let after = place.line_text().get(before.len() + marked.len()..).unwrap_or_default();
    let mut start = String::new();
    if let Some((cut, _)) = before.char_indices().rev().nth(AROUND) {
        start.push('…');
        start.push_str(&printable(&before[cut..]));
    } else {
        start.push_str(&printable(before.trim_start_matches('\u{feff}')));
    }
    (start, shortened(marked, MARKED), shortened(after, AROUND))
}

/// A name out of a policy, as a message quotes it.
pub(crate) fn name(text: &str) -> String {
    format!("`{}`", shortened(text, AROUND))
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => printable(&text[..cut]) + "…",
        None => printable(text),
    }
}

/// The text without anything that a terminal would act upon, such as a policy that came from anywhere, or what a program says:
/// control characters, and marks that turn the direction of what follows, are written out.
///
/// ```
/// assert_eq!(kawara_policy::printable("roof\u{1b}[2J"), "roof\\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// A list of words for a message: `a`, `b` or `c`.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => words.concat(),
    }
}
