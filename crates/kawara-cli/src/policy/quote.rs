//! A policy's text as it is quoted: nothing that a terminal would act upon, long lines cut to what is around the marks.

use std::ops::Range;

use kawara::policy::{Label, Place, printable};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::from_here;

/// Characters of a line that are shown before and behind what is marked, and of what is marked.
const AROUND: usize = 60;
const MARKED: usize = 80;

/// The lines around some places of one file. All other lines are there, and empty, so that lines keep their numbers.
pub(super) struct Quote {
    name: String,
    text: String,
    marks: Vec<Mark>,
}

struct Mark {
    /// Half-open bytes of the text that is shown.
    at: Range<usize>,
    text: String,
    /// Of the file, from 0.
    line: usize,
    column: usize,
}

impl Quote {
    /// The labels are of one file; the first is the mistake's own.
    pub(super) fn of(labels: &[&Label]) -> Self {
        let file = labels.first().map(|label| &label.place);
        let name = file.map(|place| from_here(place.file())).unwrap_or_default();
        let mut text = String::new();
        let mut marks = Vec::new();
        let mut start = 0;
        let lines = file.map(Place::text).unwrap_or_default().split('\n');
        let last = labels.iter().map(|label| label.place.line()).max().unwrap_or(0);
        for (line, whole) in lines.enumerate().take(last + 1) {
            let number = line + 1;
            text.push_str(if line == 0 { "" } else { "\n" });
            if labels.iter().any(|label| label.place.line().abs_diff(number) <= 1) {
                let shown = whole.trim_end_matches('\r');
                let here: Vec<_> =
                    labels.iter().enumerate().filter(|(_, label)| label.place.line() == number).collect();
                let spans: Vec<_> =
                    here.iter().map(|(_, label)| within(&label.place, start, shown)).collect();
                let cut = Cut::of(shown, &spans);
                for ((nth, label), span) in here.iter().zip(&spans) {
                    let at = text.len() + cut.shown_at(span.start)..text.len() + cut.shown_at(span.end);
                    let column = label.place.column().saturating_sub(1);
                    marks.push((*nth, Mark { at, text: label.text.clone(), line, column }));
                }
                text.push_str(&cut.to_string());
            }
            start += whole.len() + 1;
        }
        marks.sort_by_key(|(nth, _)| *nth);
        Self { name, text, marks: marks.into_iter().map(|(_, mark)| mark).collect() }
    }

    /// What is marked, as bytes of the quote, with what is to be seen there; the mistake's own place first.
    pub(super) fn marks(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.marks.iter().map(|mark| (mark.at.clone(), mark.text.as_str()))
    }
}

/// Lines and columns are told as the file has them, in characters.
impl SourceCode for Quote {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, before, after)?;
        let mark = self.marks.iter().find(|mark| mark.at.start == span.offset());
        let (line, column) = match mark.filter(|_| before == 0) {
            Some(mark) => (mark.line, mark.column),
            None => (read.line(), read.column()),
        };
        let contents = MietteSpanContents::new_named(
            self.name.clone(),
            read.data(),
            *read.span(),
            line,
            column,
            read.line_count(),
        );
        Ok(Box::new(contents))
    }
}

/// The part of a place that is on its first line, as bytes of that line, which begins at byte `start` of the file.
fn within(place: &Place, start: usize, line: &str) -> Range<usize> {
    let span = place.span();
    let from = span.start.saturating_sub(start).min(line.len());
    from..span.end.saturating_sub(start).clamp(from, line.len())
}

/// What is shown of a line.
struct Cut<'l> {
    line: &'l str,
    shown: Range<usize>,
}

impl<'l> Cut<'l> {
    fn of(line: &'l str, marks: &[Range<usize>]) -> Self {
        let bom = line.len() - line.trim_start_matches('\u{feff}').len();
        let first = marks.iter().map(|mark| mark.start).min().unwrap_or(bom).max(bom);
        let last = marks.iter().map(|mark| forward(line, mark.start, MARKED).min(mark.end));
        let last = last.max().unwrap_or(bom + MARKED.min(line.len() - bom)).max(first);
        let before = line.get(..first).unwrap_or_default().char_indices().rev();
        let from = before.take(AROUND).last().map_or(first, |(at, _)| at).max(bom);
        Self { line, shown: from..forward(line, last, AROUND) }
    }

    /// Where a byte of the line is in what is shown.
    fn shown_at(&self, byte: usize) -> usize {
        let byte = byte.clamp(self.shown.start, self.shown.end);
        let before = self.line.get(self.shown.start..byte).unwrap_or_default();
        self.lead().len() + printable(before).len()
    }

    fn lead(&self) -> &'static str {
        let before = self.line.get(..self.shown.start).unwrap_or_default();
        if before.trim_start_matches('\u{feff}').is_empty() { "" } else { "…" }
    }
}

impl std::fmt::Display for Cut<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = printable(self.line.get(self.shown.clone()).unwrap_or_default());
        let rest = if self.shown.end < self.line.len() { "…" } else { "" };
        write!(f, "{}{shown}{rest}", self.lead())
    }
}

/// The byte so many characters behind another.
fn forward(line: &str, from: usize, characters: usize) -> usize {
    let from = line.ceil_char_boundary(from);
    let rest = line.get(from..).unwrap_or_default();
    rest.char_indices().nth(characters).map_or(line.len(), |(at, _)| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str, mark: Range<usize>) -> (String, String) {
        let cut = Cut::of(line, std::slice::from_ref(&mark));
        let shown = cut.to_string();
        let marked = shown[cut.shown_at(mark.start)..cut.shown_at(mark.end)].to_owned();
        (shown, marked)
    }

    #[test]
    fn what_is_marked_is_shown_whole_or_from_its_beginning() {
        assert_eq!(cut("a = 1", 4..5), ("a = 1".into(), "1".into()));
        assert_eq!(cut("\u{feff}a\tb\u{1b}", 5..6), ("a b\\u{1b}".into(), "b".into()));
        let long = format!("{}水{}", "x".repeat(500), "y".repeat(500));
        let (shown, marked) = cut(&long, 500..503);
        assert_eq!(shown, format!("…{}水{}…", "x".repeat(AROUND), "y".repeat(AROUND)));
        assert_eq!(marked, "水");
        let (shown, marked) = cut(&long, 0..long.len());
        assert_eq!(shown, format!("{}…", "x".repeat(MARKED + AROUND)));
        assert_eq!(marked, "x".repeat(MARKED + AROUND), "up to where the line is cut");
        assert_eq!(cut("", 0..0), (String::new(), String::new()));
    }
}
