//! Marks inside running text that no language knows: code between backticks, and the stars of emphasis.
//!
//! `` `ok?` `` ends no sentence, in whatever language it stands, and the stars that close **a bold sentence.** belong to it. Seeing to
//! both here leaves packs to their languages.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

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

/// What stands between backticks: a run of them is closed by the next run of the same length (CommonMark 0.31, 6.1).
pub(crate) fn code(text: &str) -> Vec<Range<usize>> {
    if !text.contains('`') {
        return Vec::new();
    }
    let runs = runs(text, |c| c == '`');
    let mut next_alike = vec![None; runs.len()];
    let mut seen = BTreeMap::new();
    for (nth, run) in runs.iter().enumerate().rev() {
        next_alike[nth] = seen.insert(run.len(), nth);
    }
    let (mut spans, mut nth) = (Vec::new(), 0);
    while let Some(run) = runs.get(nth) {
        match next_alike[nth] {
            Some(closer) => {
                spans.push(run.end..runs[closer].start);
                nth = closer + 1;
            }
            None => nth += 1,
        }
    }
    spans
}

/// Moves ends that lie right before marks which close an emphasis behind them and the white space that follows, and takes out
/// those inside code.
pub(crate) fn settle(text: &str, code: &[Range<usize>], ends: &mut Vec<usize>) {
    if !code.is_empty() {
        let mut spans = code.iter().peekable();
        ends.retain(|end| {
            while spans.next_if(|span| span.end < *end).is_some() {}
            spans.peek().is_none_or(|span| *end <= span.start || *end > span.end)
        });
    }
    if ends.len() < 2 || !text.bytes().any(|byte| matches!(byte, b'*' | b'_' | b'~')) {
        return;
    }
    let mut opened: BTreeMap<&str, bool> = BTreeMap::new();
    let mut runs = runs(text, |c| matches!(c, '*' | '_' | '~')).into_iter().peekable();
    let mut toggle = |run: &Range<usize>| {
        let is_open = opened.entry(&text[run.clone()]).or_default();
        *is_open = !*is_open;
        !*is_open
    };
    let mut last = 0;
    for end in ends.iter_mut() {
        *end = last.max(*end);
        while let Some(run) = runs.next_if(|run| run.start < *end) {
            toggle(&run);
        }
        if let Some(run) = runs.next_if(|run| run.start == *end)
            && toggle(&run)
        {
            let behind = &text[run.end..];
            *end = text.len() - behind.trim_start_matches(char::is_whitespace).len();
        }
        last = *end;
    }
    ends.dedup();
}

/// Runs of one and the same mark.
fn runs(text: &str, is_mark: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, mark) in text.match_indices(is_mark) {
        match runs.last_mut() {
            Some(run) if run.end == at && text[run.start..].starts_with(mark) => run.end += mark.len(),
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
        assert_eq!(masked("a `b?` c", &code("a `b?` c")), "a `xx` c");
        assert_eq!(masked("`。`です", &code("`。`です")), "`xxx`です");
    }

    #[test]
    fn marks_that_close_an_emphasis_stay_with_its_sentence() {
        let settled = |text: &str, ends: &[usize]| {
            let mut ends = ends.to_vec();
            settle(text, &code(text), &mut ends);
            ends
        };
        assert_eq!(settled("**甲。** 乙。", &[8, 15]), [11, 15]);
        assert_eq!(settled("甲。**乙** 丙。", &[6, 20]), [6, 20], "these open");
        assert_eq!(settled("*甲。*乙。", &[7, 14]), [8, 14]);
        assert_eq!(settled("a `b? c` d", &[6, 10]), [10]);
        assert_eq!(settled("**甲。**", &[8, 10]), [10]);
    }
}
