//! Looking at text by byte offset, without a way to fail.

pub(crate) use kawara_core::is_blank;

/// The character that starts at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at byte `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// Where the run of blanks from `at` ends, and how many line breaks it holds.
pub(crate) fn gap(text: &str, at: usize) -> Gap {
    let mut gap = Gap { end: at, breaks: 0 };
    let mut before = ' ';
    for c in text.get(at..).unwrap_or_default().chars() {
        if !is_blank(c) {
            break;
        }
        gap.breaks += match c {
            '\n' if before == '\r' => 0,
            '\n' | '\r' | '\u{85}' | '\u{2028}' => 1,
            '\u{2029}' => 2,
            _ => 0,
        };
        gap.end += c.len_utf8();
        before = c;
    }
    gap
}

/// A run of blanks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// Its end, half-open.
    pub(crate) end: usize,
    /// Its line breaks; a carriage return and line feed count once.
    pub(crate) breaks: usize,
}

impl Gap {
    /// Whether a blank line lies in it.
    pub(crate) fn parts_paragraphs(self) -> bool {
        self.breaks >= 2
    }
}

/// The start of the white-space token that reaches `at`, looking back `most` bytes at the furthest.
pub(crate) fn token_start(text: &str, at: usize, most: usize) -> usize {
    let floor = at.saturating_sub(most);
    let Some(head) = text.get(..at) else { return at };
    head.char_indices().rev().take_while(|(i, c)| *i >= floor && !is_blank(*c)).last().map_or(at, |(i, _)| i)
}

/// The end of the white-space token that begins at or reaches `at`, looking ahead `most` bytes at the furthest.
pub(crate) fn token_end(text: &str, at: usize, most: usize) -> usize {
    let tail = text.get(at..).unwrap_or_default();
    let end = tail.char_indices().find(|(i, c)| *i >= most || is_blank(*c)).map_or(tail.len(), |(i, _)| i);
    at + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_counts_line_breaks() {
        assert_eq!((gap("a \r\n b", 1).end, gap("a \r\n b", 1).breaks), (5, 1));
        assert!(gap("\r\n\r\n", 0).parts_paragraphs());
        assert!(gap("\u{2029}x", 0).parts_paragraphs());
        assert!(!gap("x", 0).parts_paragraphs());
    }

    #[test]
    fn tokens_end_at_blanks() {
        assert_eq!(token_start("ab cd.", 6, 64), 3);
        assert_eq!(token_start("ab cd.", 6, 2), 4);
        assert_eq!(token_end("ab cd ef", 3, 64), 5);
        assert_eq!(token_start("é", 1, 64), 1, "not a character boundary");
    }
}
