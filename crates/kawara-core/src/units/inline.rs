//! Marks inside running text that no language knows: code between backticks, and the stars of emphasis.
//!
//! `` `ok?` `` ends no sentence, in whatever language it stands, and the stars that close **a bold sentence.** belong to it. Seeing to
//! both here leaves packs to their languages. The rules are those of CommonMark 0.31 (2.4, 6.1, 6.2), as far as boundaries need them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is longer, in bytes, is no code within a sentence but two backticks far apart.
const LONGEST: usize = 256;

/// The text as a segmenter is to see it: what stands between backticks is filled with letters, byte for byte.
pub(crate) fn masked<'t>(text: &'t str, code: &[Range<usize>]) -> Cow<'t, str> {
    if code.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = String::with_capacity(text.len());
    for span in code {
        masked.push_str(&text[masked.len()..span.start]);
        masked.extend(std::iter::repeat_n('x', span.len()));
    }
    masked.push_str(&text[masked.len()..]);
    Cow::Owned(masked)
}

/// What stands between backticks: a run of them is closed by the next run of the same length.
pub(crate) fn code(text: &str) -> Vec<Range<usize>> {
    if !text.contains('`') {
        return Vec::new();
    }
    let mut runs = runs(text, |c| c == '`');
    runs.retain(|run| !is_in_face(text, run));
    let mut next_alike = vec![None; runs.len()];
    let mut seen = BTreeMap::new();
    for (nth, run) in runs.iter().enumerate().rev() {
        next_alike[nth] = seen.insert(run.len(), nth);
    }
    let (mut spans, mut nth) = (Vec::new(), 0);
    while let Some(run) = runs.get(nth) {
        let closer = next_alike[nth].filter(|closer| runs[*closer].start - run.end <= LONGEST);
        nth = match closer {
            Some(closer) => {
                spans.push(run.end..runs[closer].start);
                closer + 1
            }
            None => nth + 1,
        };
    }
    spans
}

/// Whether a backtick is the brow of a face: (´・ω・`) or (`・∀・´).
fn is_in_face(text: &str, run: &Range<usize>) -> bool {
    let before = text[..run.start].chars().next_back().unwrap_or(' ');
    let after = text[run.end..].chars().next().unwrap_or(' ');
    let ends = matches!(after, ')' | '）') && !before.is_ascii();
    let begins = matches!(before, '(' | '（') && !after.is_ascii() && !after.is_alphanumeric();
    run.len() == 1 && (ends || begins)
}

/// Takes out ends inside code, and moves those that lie right before marks which close an emphasis behind them and the white space
/// that follows.
pub(crate) fn settle(text: &str, code: &[Range<usize>], ends: &mut Vec<usize>) {
    if !code.is_empty() {
        let mut spans = code.iter().peekable();
        ends.retain(|end| {
            while spans.next_if(|span| span.end < *end).is_some() {}
            spans.peek().is_none_or(|span| *end <= span.start || *end > span.end)
        });
    }
    if ends.len() < 2 || !may_be_emphasized(text) {
        return;
    }
    let mut emphasis = Emphasis { text, open: BTreeMap::new() };
    let mut runs = runs(text, |c| matches!(c, '*' | '_' | '~')).into_iter().peekable();
    let mut last = 0;
    for end in ends.iter_mut() {
        *end = last.max(*end);
        while let Some(run) = runs.next_if(|run| run.start < *end) {
            emphasis.closes(&run);
        }
        if let Some(run) = runs.next_if(|run| run.start == *end)
            && emphasis.closes(&run)
        {
            let behind = &text[run.end..];
            *end = text.len() - behind.trim_start_matches(char::is_whitespace).len();
        }
        last = *end;
    }
    ends.dedup();
}

/// Whether a mark of emphasis is in a text: asked of all text, and so by many bytes at a time.
fn may_be_emphasized(text: &str) -> bool {
    let is_mark = |byte: u8| u8::from((byte == b'*') | (byte == b'_') | (byte == b'~'));
    let marks = |stretch: &[u8]| stretch.iter().fold(0, |any, byte| any | is_mark(*byte));
    text.as_bytes().chunks(64).any(|stretch| marks(stretch) != 0)
}

/// Which runs of marks are open.
struct Emphasis<'t> {
    text: &'t str,
    open: BTreeMap<&'t str, bool>,
}

impl Emphasis<'_> {
    /// Takes note of the next run; whether it closes an emphasis. A run opens where no white space follows it and closes where none
    /// stands before it; inside a word `_` does neither.
    fn closes(&mut self, run: &Range<usize>) -> bool {
        let marks = &self.text[run.clone()];
        let before = self.text[..run.start].chars().next_back();
        let after = self.text[run.end..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if marks == "~" || marks.starts_with('_') && is_word(before) && is_word(after) {
            return false;
        }
        let is_open = self.open.entry(marks).or_default();
        if *is_open && before.is_some_and(|c| !c.is_whitespace()) {
            *is_open = false;
            return true;
        }
        *is_open |= after.is_some_and(|c| !c.is_whitespace());
        false
    }
}

/// Runs of one and the same mark, but for those that a backslash takes the meaning from.
fn runs(text: &str, is_mark: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, mark) in text.match_indices(is_mark) {
        match runs.last_mut() {
            Some(run) if run.end == at && text[run.start..].starts_with(mark) => run.end += mark.len(),
            _ if text[..at].ends_with('\\') => {}
            _ => runs.push(at..at + mark.len()),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_closed_by_a_run_of_the_same_length() {
        let spans = |text: &'static str| code(text).into_iter().map(|span| &text[span]).collect::<Vec<_>>();
        assert_eq!(spans("a `b?` c ``d ` e`` f"), ["b?", "d ` e"]);
        assert_eq!(spans("it`s 5 ``o`clock"), ["s 5 ``o"]);
        assert!(spans("```` ``` `` `").is_empty());
        assert!(spans("残念(´・ω・`)。行く！(`・∀・´)。また(´・ω・`)").is_empty());
        assert!(spans("the \\` key. The \\` key").is_empty());
        assert!(code(&format!("the ` key. {} The ` key", "So. ".repeat(100))).is_empty());
        assert_eq!(masked("a `b?` c", &code("a `b?` c")), "a `xx` c");
        assert_eq!(masked("`。`です", &code("`。`です")), "`xxx`です");
    }

    #[track_caller]
    fn check(marked: &str, expected: &str) {
        let strip = |marked: &str| {
            let mut ends = Vec::new();
            let pieces: Vec<&str> = marked.split('|').collect();
            pieces.iter().fold(0, |at, piece| {
                ends.push(at + piece.len());
                at + piece.len()
            });
            (pieces.concat(), ends)
        };
        let (text, mut ends) = strip(marked);
        settle(&text, &code(&text), &mut ends);
        assert_eq!((text, ends), strip(expected), "{marked}");
    }

    #[test]
    fn marks_that_close_an_emphasis_stay_with_its_sentence() {
        check("**甲。|** 乙。", "**甲。** |乙。");
        check("*甲。|*乙。", "*甲。*|乙。");
        check("**甲。|**", "**甲。**");
        check("~~Old.|~~ New.", "~~Old.~~ |New.");
        check("a `b? |c` d", "a `b? c` d");
    }

    #[test]
    fn marks_that_open_or_mean_nothing_stay_where_they_are() {
        for text in [
            "甲。|**乙** 丙。",
            "* first. |* second. |* third.",
            "~5 km away. |~10 km. |Next.",
            "2*3. |*4* ok. |a_b. |_c_ d.",
            "说明。|*注一。 |*注二。 |*注三。",
            "Note 5 * 3. |* Then more.",
            " \\*third.\\* |Done.",
        ] {
            check(text, text);
        }
    }
}
