//! Lines of a text as byte ranges, whichever way they end.

use std::ops::Range;

/// A line: `start..end` is what it says, `next` is where the following line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) next: usize,
}

impl Line {
    pub(crate) fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// The lines of a range of the text; `\n` and `\r\n` end a line.
pub(crate) fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = Line> + '_ {
    let mut start = range.start;
    text[range].split_inclusive('\n').map(move |whole| {
        let line = Line { start, end: start + unended(whole).len(), next: start + whole.len() };
        start = line.next;
        line
    })
}

/// The line that starts at a byte; empty at the end of the text.
pub(crate) fn line_at(text: &str, start: usize) -> Line {
    let next = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |end| start + end + 1);
    Line { start, end: start + unended(&text[start..next]).len(), next }
}

/// Where the line starts that a range ends in; the range itself where it has no line break.
pub(crate) fn line_start(text: &str, range: Range<usize>) -> usize {
    text[range.clone()].rfind('\n').map_or(range.start, |at| range.start + at + 1)
}

/// Where the line ends that a range starts in, before its line feed; the end of the range where it has no line break.
pub(crate) fn line_end(text: &str, range: Range<usize>) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[range.clone()]).map_or(range.end, |at| range.start + at)
}

/// Whether one of the lines that are whole in a gap between two blocks is such.
pub(crate) fn has_line(gap: &str, is: impl Fn(&str) -> bool) -> bool {
    let mut lines = gap.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && is(line) {
            return true;
        }
    }
    false
}

/// The bytes that a byte order mark takes at the start of a document.
pub(crate) fn bom(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Whether nothing of this needs to be in a block.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(kawara_core::is_blank)
}

/// A range without the blank characters at its ends; empty where all are blank.
pub(crate) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let whole = &text[range.clone()];
    let start = range.start + (whole.len() - whole.trim_start_matches(kawara_core::is_blank).len());
    let end = range.start + whole.trim_end_matches(kawara_core::is_blank).len();
    start..end.max(start)
}

/// A range without the blank lines at its ends: the first line keeps its indentation.
pub(crate) fn trim_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = trim(text, range.clone());
    if inner.is_empty() {
        return inner;
    }
    line_start(text, range.start..inner.start)..inner.end
}

/// What has its lines for itself goes with them, and one of the two blank lines around it goes too.
pub(crate) fn with_its_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].trim_end_matches([' ', '\t']);
    let after = text[range.end..].trim_start_matches([' ', '\t']);
    let line_break = ["\n", "\r\n"].into_iter().find(|end| after.starts_with(end));
    let starts_line = before.is_empty() || before.ends_with(['\n', '\u{feff}']);
    let (true, Some(line_break)) = (starts_line, line_break) else { return range };
    let mut end = text.len() - after.len() + line_break.len();
    let mut lines_before = before.split_inclusive('\n').rev();
    if lines_before.next().is_none_or(|line| line.trim().is_empty()) {
        let rest = text[end..].trim_start();
        let gap = &text[end..text.len() - rest.len()];
        end += gap.rfind('\n').map_or(0, |at| at + 1);
    }
    before.len()..end
}

/// The longest paragraph that reads as a title, in characters.
const LONGEST_TITLE: usize = 40;

/// Whether a paragraph reads as a title of what follows: short, without the mark of a sentence's end.
pub(crate) fn is_title(said: &str) -> bool {
    const ENDS: [char; 11] = ['.', '!', '?', '…', ';', ',', '。', '！', '？', '；', '，'];
    !said.is_empty() && !said.ends_with(ENDS) && said.chars().nth(LONGEST_TITLE).is_none()
}

/// The text with `\n` at the end of each line, whatever stood there.
pub(crate) fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Words on one line, a space between each two.
pub(crate) fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether what is said leads up to what follows, such as a list: it ends in a colon. Two colons are a mark.
pub(crate) fn is_lead_in(said: &str) -> bool {
    said.ends_with([':', '：']) && !said.ends_with("::")
}

fn unended(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_line_ends_are_left_out() {
        let text = "a\r\n\nb";
        let all: Vec<_> = lines(text, 0..text.len()).map(|line| line.of(text)).collect();
        assert_eq!(all, ["a", "", "b"]);
        assert_eq!(lines(text, 3..5).map(|line| line.next).collect::<Vec<_>>(), [4, 5]);
    }

    #[test]
    fn a_line_starts_and_ends_inside_of_a_range() {
        let text = "one\ntwo\nthree";
        assert_eq!([line_start(text, 0..6), line_start(text, 1..3), line_start(text, 5..8)], [4, 1, 8]);
        assert_eq!([line_end(text, 0..6), line_end(text, 1..3), line_end(text, 5..13)], [3, 3, 7]);
    }

    #[test]
    fn only_lines_that_are_whole_are_looked_at() {
        let is_blank = |line: &str| line.trim().is_empty();
        assert!(has_line("a\n\nb", is_blank) && has_line("\n\r\n", is_blank));
        assert!(!has_line("\n", is_blank) && !has_line(" \n ", is_blank) && !has_line("", is_blank));
    }

    #[test]
    fn a_colon_leads_up_to_something_and_two_are_a_mark() {
        assert!(is_lead_in("The kit:") && is_lead_in("手順："));
        assert!(!is_lead_in("The kit") && !is_lead_in("Example::"));
        assert_eq!(one_line("  The\n kit\t"), "The kit");
    }

    #[test]
    fn trimming_keeps_the_indentation_of_the_first_line() {
        let text = "\n \n  code\n\n";
        assert_eq!(&text[trim(text, 0..text.len())], "code");
        assert_eq!(&text[trim_lines(text, 0..text.len())], "  code");
        assert!(trim(" \u{feff}\n", 0..5).is_empty() && trim_lines("\n\t\u{3000}", 0..5).is_empty());
    }
}
