//! Runs of terminators: `.`, `?!`, `...`, `. . .`.

use crate::marks::is_stop;
use crate::text::{char_before, is_blank};

/// A run of terminators, half-open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
}

/// What a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One full stop.
    Full,
    /// Two or more stops, or an ellipsis; `spaced` as in `. . .`.
    Dots { count: usize, spaced: bool },
    /// One exclamation mark.
    Exclamation,
    /// Question marks, or several marks.
    Marks,
}

impl Run {
    /// Reads the run that begins at byte `at`.
    pub(super) fn read(text: &str, at: usize) -> Self {
        let tail = text.get(at..).unwrap_or_default();
        let end = tail.find(|c| !is_stop(c)).unwrap_or(tail.len());
        let marks = tail.get(..end).unwrap_or_default();
        let kind = match marks {
            "." => return Self::spaced(text, at),
            "!" => Kind::Exclamation,
            _ if marks.chars().all(|c| matches!(c, '.' | '…')) => {
                Kind::Dots { count: marks.chars().count().max(3), spaced: false }
            }
            _ => Kind::Marks,
        };
        let kind = if marks == ".." { Kind::Dots { count: 2, spaced: false } } else { kind };
        Self { start: at, end: at + end, kind }
    }

    /// A full stop, or stops with single spaces between.
    fn spaced(text: &str, at: usize) -> Self {
        let mut run = Self { start: at, end: at + 1, kind: Kind::Full };
        let mut count = 1;
        while let Some(rest) = text.get(run.end..).and_then(|tail| tail.strip_prefix(" .")) {
            if rest.starts_with(char::is_alphanumeric) {
                break;
            }
            count += 1;
            run.end += 2;
            run.kind = Kind::Dots { count, spaced: true };
        }
        run
    }

    /// Whether the first stop of four spaced ones is a sentence's own: `word. . . . Next` is a full stop and an omission.
    pub(super) fn begins_with_full_stop(&self, text: &str) -> bool {
        self.kind == Kind::Dots { count: 4, spaced: true }
            && !char_before(text, self.start).is_none_or(is_blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        let read = |text| {
            let run = Run::read(text, 1);
            (run.end, run.kind)
        };
        assert_eq!(read("a. b"), (2, Kind::Full));
        assert_eq!(read("a! b"), (2, Kind::Exclamation));
        assert_eq!(read("a?! b"), (3, Kind::Marks));
        assert_eq!(read("a.. b"), (3, Kind::Dots { count: 2, spaced: false }));
        assert_eq!(read("a… b"), (4, Kind::Dots { count: 3, spaced: false }));
        assert_eq!(read("a. . . b"), (6, Kind::Dots { count: 3, spaced: true }));
        assert_eq!(read("a. .net"), (2, Kind::Full));
        assert!(Run::read("a. . . . B", 1).begins_with_full_stop("a. . . . B"));
        assert!(!Run::read("a . . . . B", 2).begins_with_full_stop("a . . . . B"));
    }
}
