//! Patterns as the cases write them: in Python's dialect.

use std::ops::Range;

use fancy_regex::{Regex, RegexBuilder};

/// What a pattern is matched with besides what it says itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
}

impl Flags {
    pub(super) const NONE: Self = Self { ignore_case: false, multi_line: false, dot_all: false };
    pub(super) const IGNORE_CASE: Self = Self { ignore_case: true, ..Self::NONE };
    pub(super) const MULTI_LINE: Self = Self { multi_line: true, ..Self::NONE };
    pub(super) const DOT_ALL: Self = Self { dot_all: true, ..Self::NONE };
}

/// A pattern, compiled.
#[derive(Debug)]
pub(super) struct Pattern(Regex);

impl Pattern {
    /// A pattern that is looked for anywhere.
    ///
    /// # Errors
    /// When it does not compile.
    pub(super) fn new(python: &str, flags: Flags) -> Result<Self, String> {
        Self::build(translate(python, flags), flags)
    }

    /// A pattern that has to match at the start.
    ///
    /// # Errors
    /// When it does not compile.
    pub(super) fn at_start(python: &str) -> Result<Self, String> {
        Self::build(format!("\\A(?:{})", translate(python, Flags::NONE)), Flags::NONE)
    }

    fn build(pattern: String, flags: Flags) -> Result<Self, String> {
        let mut builder = RegexBuilder::new(&pattern);
        builder
            .case_insensitive(flags.ignore_case)
            .multi_line(flags.multi_line)
            .dot_matches_new_line(flags.dot_all);
        builder.build().map(Self).map_err(|error| format!("pattern {pattern:?}: {error}"))
    }

    /// # Errors
    /// When matching gives up.
    pub(super) fn is_in(&self, text: &str) -> Result<bool, String> {
        self.0.is_match(text).map_err(|error| format!("pattern {:?}: {error}", self.0.as_str()))
    }

    /// All matches.
    ///
    /// # Errors
    /// As [`Pattern::is_in`].
    pub(super) fn places(&self, text: &str) -> Result<Vec<Range<usize>>, String> {
        let found = self.0.find_iter(text).map(|found| found.map(|found| found.start()..found.end()));
        found.collect::<Result<_, _>>().map_err(|error| format!("pattern {:?}: {error}", self.0.as_str()))
    }
}

/// Where the dialects differ: `$` also stands before a line feed that ends the text, `\Z` is its very end, and a bracket, `&`, `~`
/// or `-` inside brackets is nothing but a sign.
fn translate(python: &str, flags: Flags) -> String {
    let mut out = String::with_capacity(python.len());
    let mut chars = python.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('Z') => out.push_str("\\z"),
                Some(escaped) => out.extend(['\\', escaped]),
                None => out.push('\\'),
            },
            '[' if !in_class => {
                in_class = true;
                out.push('[');
                if chars.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                if chars.next_if_eq(&']').is_some() {
                    out.push_str("\\]");
                }
            }
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            '[' | '&' | '~' => out.extend(['\\', c]),
            '$' if !in_class && !flags.multi_line => out.push_str("(?=\\n?\\z)"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(pattern: &str, flags: Flags, text: &str) -> bool {
        Pattern::new(pattern, flags).unwrap().is_in(text).unwrap()
    }

    #[test]
    fn the_end_may_have_a_line_feed_behind_it() {
        assert!(finds(r"x$", Flags::NONE, "x\n"));
        assert!(!finds(r"x\Z", Flags::NONE, "x\n"));
        assert!(!finds(r"x$", Flags::NONE, "x\ny"));
        assert!(finds(r"^x$", Flags::MULTI_LINE, "a\nx\ny"));
        assert!(finds(r"a[$]", Flags::NONE, "a$b"));
    }

    #[test]
    fn signs_in_brackets_are_signs() {
        assert!(finds(r"[[)\]]x", Flags::NONE, "]x"));
        assert!(finds(r"[]a]x", Flags::NONE, "]x"));
        assert!(finds(r"[^&&b]", Flags::NONE, "a") && !finds(r"[^&&b]", Flags::NONE, "&"));
    }

    #[test]
    fn starts_and_lines() {
        assert!(!Pattern::at_start("a|b").unwrap().is_in("xb").unwrap());
        assert!(finds("MAX.?tokens", Flags::IGNORE_CASE, "the budget max-tokens is 0"));
        assert_eq!(Pattern::new("a.*?c", Flags::DOT_ALL).unwrap().places("ab\ncac").unwrap(), [0..4, 4..6]);
    }
}
