use std::ops::Range;

/// The lines of a text without their ends. Everything that Unicode or a terminal takes for a line end is one.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let line = match rest.find(ends_line) {
            None => rest.len(),
            Some(end) if rest[end..].starts_with("\r\n") => end + 2,
            Some(end) => end + rest[end..].chars().next().map_or(0, char::len_utf8),
        };
        let body = rest[..line].trim_end_matches(['\r', '\n']).len();
        at += line;
        Some(at - line..at - line + body)
    })
}

fn ends_line(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end() {
        let text = "a\r\n\nb\rc\u{2028}d";
        let lines: Vec<&str> = lines(text).map(|line| &text[line]).collect();
        assert_eq!(lines, ["a", "", "b", "c\u{2028}", "d"]);
    }
}
