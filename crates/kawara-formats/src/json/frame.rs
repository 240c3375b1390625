//! How far an array can be read without what follows.

use memchr::memchr;

use super::tape::Part;

/// The part of a document that was framed last, and what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Framed {
    pub(super) part: Part,
    started: bool,
}

impl Framed {
    /// Nothing was framed: what is read is the whole.
    pub(super) const WHOLE: Self = Self { part: Part::WHOLE, started: false };

    /// The length of the longest prefix of whole elements, commas included. What does not begin with an array is one piece.
    pub(super) fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        let inside = self.started;
        let border = match (inside, array_start(head)) {
            (true, _) => border(head.as_bytes(), 0),
            (false, Some(start)) => border(head.as_bytes(), start),
            (false, None) => None,
        };
        let len = if last { head.len() } else { border? };
        self.started = true;
        self.part = Part { inside, last };
        Some(len)
    }
}

/// The byte behind the bracket of an array at the top.
pub(super) fn array_start(head: &str) -> Option<usize> {
    let rest = head.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    rest.starts_with('[').then_some(head.len() - rest.len() + 1)
}

/// The byte behind the last comma between elements; `from` is inside of the array.
fn border(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut depth, mut found) = (from, 0usize, None);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => match string_end(bytes, at) {
                Some(end) => at = end,
                None => return found,
            },
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return found,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => found = Some(at),
            _ => {}
        }
    }
    found
}

/// The byte behind the first element, which begins at `from` or after white space; `None` where there is no more than its beginning.
pub(super) fn element_end(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at + 1)?,
            b'{' | b'[' => (at, depth) = (at + 1, depth + 1),
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => (at, depth) = (at + 1, depth - 1),
            _ => at += 1,
        }
    }
    None
}

/// Names and short values end before a search pays.
const SHORT: usize = 16;

/// The byte behind the quote that ends a string whose first byte is at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let short = bytes.get(start..)?.iter().take(SHORT).position(|byte| matches!(byte, b'"' | b'\\'));
    if let Some(len) = short.filter(|len| bytes[start + len] == b'"') {
        return Some(start + len + 1);
    }
    let mut at = start;
    loop {
        at += memchr(b'"', &bytes[at..])? + 1;
        let before = &bytes[start..at - 1];
        let escapes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
        if escapes % 2 == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, step: usize) -> Vec<&str> {
        let (mut framed, mut pieces, mut at) = (Framed::WHOLE, Vec::new(), 0);
        while at < text.len() {
            let mut head = step;
            let len = loop {
                let end = text.floor_char_boundary((at + head).min(text.len()));
                match framed.frame(&text[at..end], end == text.len()) {
                    Some(len) => break len,
                    None => head += 1,
                }
            };
            pieces.push(&text[at..at + len]);
            at += len;
        }
        pieces
    }

    #[test]
    fn pieces_end_behind_the_comma_of_an_element() {
        let text = "\u{feff} [{\"a\":\"],\\\\\\\",[\"}, [1,2],\n\"three, \\\\\",4]\n";
        assert_eq!(
            pieces(text, 8),
            ["\u{feff} [{\"a\":\"],\\\\\\\",[\"},", " [1,2],", "\n\"three, \\\\\",", "4]\n"]
        );
        assert_eq!(pieces(text, 1000), [text]);
        assert_eq!(pieces("{\"a\":[1,2],\"b\":[3,4]}", 4), ["{\"a\":[1,2],\"b\":[3,4]}"]);
        assert_eq!(pieces("[1]], 2, 3", 4), ["[1]], 2, 3"]);
    }

    #[test]
    fn a_piece_knows_its_part() {
        let mut framed = Framed::WHOLE;
        assert_eq!(framed.frame("[1, 2", false), Some(3));
        assert_eq!(framed.part, Part { inside: false, last: false });
        assert_eq!(framed.frame(" \"2", false), None);
        assert_eq!(framed.frame(" \"2\"]", true), Some(5));
        assert_eq!(framed.part, Part { inside: true, last: true });
    }
}
