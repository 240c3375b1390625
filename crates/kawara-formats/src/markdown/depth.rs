//! Guards the parser against nesting that no author writes.

use std::borrow::Cow;

/// The most quote and list markers on one line that are taken for nesting.
const MAX_MARKERS: usize = 100;
/// The most columns of indentation before a marker.
const MAX_INDENT: usize = 400;

/// A text of the same length to parse: on a line with absurd nesting, the first marker too many becomes a letter, and what
/// follows it is text. The parser visits every open container on every line, so its time is depth times lines.
pub(crate) fn bounded(text: &str) -> Cow<'_, str> {
    let mut marks = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(at) = excess(line.as_bytes()) {
            marks.push(start + at);
        }
        start += line.len();
    }
    if marks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for at in marks {
        copy.push_str(&text[from..at]);
        copy.push('x');
        from = at + 1;
    }
    copy.push_str(&text[from..]);
    Cow::Owned(copy)
}

/// Where the first marker too many of a line is: always one ASCII byte.
fn excess(line: &[u8]) -> Option<usize> {
    let (mut at, mut markers, mut indent) = (0, 0, 0);
    loop {
        match line.get(at)? {
            b' ' => indent += 1,
            b'\t' => indent += 4,
            b'>' => markers += 1,
            b'-' | b'+' | b'*' if ends_marker(line, at) => markers += 1,
            b'0'..=b'9' => {
                let digits = line[at..].iter().take(10).take_while(|b| b.is_ascii_digit()).count();
                at += digits;
                if !matches!(line.get(at), Some(b'.' | b')')) || !ends_marker(line, at) {
                    return None;
                }
                markers += 1;
            }
            _ => return None,
        }
        let is_space = matches!(line[at], b' ' | b'\t');
        if !is_space && (markers > MAX_MARKERS || indent > MAX_INDENT) {
            return Some(at);
        }
        at += 1;
    }
}

fn ends_marker(line: &[u8], at: usize) -> bool {
    matches!(line.get(at + 1), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_nesting_is_left_alone() {
        for text in ["> > - a\n  1. b\n", "- - - -\n", "    code\n", "", "---\n\n\n1234567890123. x"] {
            assert!(matches!(bounded(text), Cow::Borrowed(_)), "{text:?}");
        }
    }

    #[test]
    fn the_first_marker_too_many_becomes_text() {
        let text = format!("é\n{}a\n{}- b\n", "> ".repeat(150), " ".repeat(401));
        let bounded = bounded(&text);
        assert_eq!(bounded.len(), text.len());
        assert_eq!(bounded.matches('>').count(), 149);
        assert!(bounded.ends_with(" x b\n"));
    }
}
