//! Strings and comments that span lines: nothing in them is structure, and no cut belongs there.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::syntax::Syntax;

/// A string or a comment of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    pub(super) is_comment: bool,
}

/// How often a mark may be found not to close before marks of this kind are no longer looked at.
const PATIENCE: usize = 8;
/// The longest here-document, in bytes.
const LONG_HEREDOC: usize = 1 << 16;

/// The spans of a range of the text, in order. What never closes was none.
pub(super) fn spans(text: &str, range: Range<usize>, syntax: Syntax) -> Vec<Span> {
    let mut lexer = Lexer { text, end: range.end, syntax, unclosed: Vec::new(), failed: 0 };
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let Some((end, is_comment)) = lexer.token(at) else {
            at += 1;
            continue;
        };
        if memchr(b'\n', text.as_bytes().get(at + 1..end).unwrap_or_default()).is_some() {
            found.push(Span { range: at..end, is_comment });
        }
        at = end.max(at + 1);
    }
    found
}

struct Lexer<'t> {
    text: &'t str,
    end: usize,
    syntax: Syntax,
    /// Marks that were found not to close: nor will they further on.
    unclosed: Vec<&'static str>,
    failed: usize,
}

impl Lexer<'_> {
    /// The string or comment that begins at a byte: where it ends, and whether it is a comment.
    fn token(&mut self, at: usize) -> Option<(usize, bool)> {
        let rest = self.text.as_bytes().get(at..self.end)?;
        let first = *rest.first()?;
        if first.is_ascii_alphanumeric() && !(self.syntax.raw_strings && matches!(first, b'r' | b'b'))
            || first == b' '
            || first >= 0x80
        {
            return None;
        }
        let opens = |pair: &&(&'static str, &'static str)| rest.starts_with(pair.0.as_bytes());
        if let Some((open, close)) = self.syntax.block.iter().find(opens)
            && let Some(end) = self.close(at, open, close)
        {
            return Some((end, true));
        }
        if self.syntax.line.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
            let len = memchr(b'\n', rest).unwrap_or(rest.len());
            // `$#`, `a#b` and `${#a}` are no comments of the shell, `http://` none of anything.
            let before = self.text.as_bytes().get(at.wrapping_sub(1)).copied().unwrap_or(b'\n');
            let is_inside =
                matches!(before, b'$' | b'{' | b':') || first == b'#' && before.is_ascii_alphanumeric();
            return (!is_inside).then_some((at + len, true));
        }
        if let Some((open, close)) = self.syntax.strings.iter().find(opens)
            && let Some(end) = self.close(at, open, close)
        {
            return Some((end, false));
        }
        let end = match first {
            b'r' | b'b' => self.raw_string(at),
            b'<' if self.syntax.heredocs => self.heredoc(at),
            b'"' => self.quoted(at, b'"'),
            b'\'' => self.quoted(at, b'\''),
            b'\\' => Some(at + 2),
            _ => None,
        }?;
        Some((end, false))
    }

    fn close(&mut self, at: usize, open: &'static str, close: &'static str) -> Option<usize> {
        if self.unclosed.contains(&open) {
            return None;
        }
        let mut from = at + open.len();
        loop {
            let rest = self.text.as_bytes().get(from..self.end).unwrap_or_default();
            let Some(len) = memmem::find(rest, close.as_bytes()) else {
                self.unclosed.push(open);
                return None;
            };
            // A quote behind a backslash closes nothing.
            let is_escaped = open == close && is_escaped(self.text, at + open.len(), from + len);
            from += len + if is_escaped { 1 } else { close.len() };
            if !is_escaped {
                return Some(from);
            }
        }
    }

    /// `r"…"`, `r#"…"#`, `br##"…"##`
    fn raw_string(&mut self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        if at > 0 && bytes.get(at - 1).is_some_and(is_word) || self.failed >= PATIENCE {
            return None;
        }
        let mark = at + usize::from(bytes.get(at) == Some(&b'b'));
        let rest = bytes.get(mark..self.end)?.strip_prefix(b"r")?;
        let hashes = rest.iter().take(16).take_while(|b| **b == b'#').count();
        let open = rest.get(hashes..)?.strip_prefix(b"\"")?;
        let close = [b"\"".as_slice(), &rest[..hashes]].concat();
        let len = memmem::find(open, &close);
        self.failed += usize::from(len.is_none());
        Some(mark + 2 + hashes + len? + close.len())
    }

    /// `<<EOF`, `<<~'EOF'`, `<<<EOT`: up to the line that is the word.
    fn heredoc(&mut self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..self.end)?.strip_prefix("<<")?;
        let rest = rest.trim_start_matches(['<', '-', '~']).trim_start_matches(['"', '\'']);
        let len = rest.bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let word =
            rest.get(..len).filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'))?;
        if self.failed >= PATIENCE {
            return None;
        }
        let mut end = self.end - rest.len();
        let most = end + LONG_HEREDOC;
        for (nth, line) in rest.split_inclusive('\n').enumerate() {
            end += line.len();
            let said = line.trim();
            if nth > 0
                && said
                    .strip_prefix(word)
                    .is_some_and(|tail| tail.trim_end_matches([';', ')', ',']).is_empty())
            {
                return Some(end - (line.len() - line.trim_end().len()));
            }
            if end > most {
                break;
            }
        }
        self.failed += 1;
        None
    }

    /// A string that ends in its line; an apostrophe and a lifetime are none. Rust's strings go on over lines.
    fn quoted(&mut self, at: usize, quote: u8) -> Option<usize> {
        let bytes = self.text.as_bytes().get(..self.end)?;
        let is_rust = self.syntax.raw_strings;
        if is_rust && quote == b'\'' {
            let len = if bytes.get(at + 1) == Some(&b'\\') { 4 } else { 3 };
            return (bytes.get(at + len - 1) == Some(&quote)).then_some(at + len);
        }
        if is_rust && self.unclosed.contains(&"\"") {
            return None;
        }
        let mut to = at + 1;
        while let Some(len) = bytes
            .get(to..)
            .and_then(|rest| rest.iter().position(|b| *b == quote || *b == b'\\' || *b == b'\n' && !is_rust))
        {
            match bytes.get(to + len) {
                Some(b'\\') => to += len + 2,
                Some(b'\n') => return None,
                _ => return Some(to + len + 1),
            }
        }
        if is_rust {
            self.unclosed.push("\"");
        }
        None
    }
}

/// Whether an odd number of backslashes stands before a byte.
fn is_escaped(text: &str, from: usize, at: usize) -> bool {
    let before = text.as_bytes().get(from..at).unwrap_or_default();
    before.iter().rev().take_while(|b| **b == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let spans = spans(text, 0..text.len(), Syntax::of(text));
        spans.into_iter().map(|span| &text[span.range]).collect()
    }

    #[test]
    fn what_spans_lines_is_found_in_each_family() {
        for (text, spans) in [
            ("import a\nx = '''a\n\"\"\"\nb'''\n# '''\ny = '\"\"\"'\n", vec!["'''a\n\"\"\"\nb'''"]),
            (
                "use a;\nlet x = r#\"a\n\"b\"\n\"#; /* c\nd */ let y: &'a str = \"e\nf\"; '\"'\n",
                vec!["r#\"a\n\"b\"\n\"#", "/* c\nd */", "\"e\nf\""],
            ),
            ("const a = `x\n\\` // y\n`;\nexport const b = \"`\"; // `\n", vec!["`x\n\\` // y\n`"]),
            (
                "package a;\n\npublic class A {\n  String s = \"\"\"\n    x\n    \"\"\";\n  /** d\n   */\n}\n",
                vec!["\"\"\"\n    x\n    \"\"\"", "/** d\n   */"],
            ),
            (
                "#!/bin/sh\ncat <<EOF > a\n# x\n\nEOF\necho \"${#a}\" 'it' # it's\n",
                vec!["<<EOF > a\n# x\n\nEOF"],
            ),
            ("local a = [[x\ny]]\n--[[ b\nc ]]\n-- d\nlocal e\n", vec!["[[x\ny]]", "--[[ b\nc ]]"]),
            ("SELECT 1;\n/* a\nb */\nCREATE FUNCTION f AS $$\nx\n$$;\n", vec!["/* a\nb */", "$$\nx\n$$"]),
            ("import os\nx = \"\"\"\n", vec![]),
        ] {
            assert_eq!(found(text), spans, "{text}");
        }
    }
}
