//! Signs that end a sentence without a terminator: emoticons, drawn lines, links one after the other.

use crate::text::{char_at, char_before, is_blank};

/// Where the emoticon that begins at byte `at` ends. It stands alone or before a terminator: `:-)`, `;P.`
pub(super) fn emoticon(text: &str, at: usize) -> Option<usize> {
    if !char_before(text, at).is_none_or(|c| is_blank(c) || matches!(c, '.' | '!' | '?' | ',')) {
        return None;
    }
    let face = text.get(at..)?.strip_prefix([':', ';', '='])?;
    let mouth = face.strip_prefix(['-', '^', '\'', 'o']).unwrap_or(face);
    let shape =
        mouth.chars().next().filter(|c| matches!(c, ')' | '(' | 'D' | 'P' | 'p' | '/' | '\\' | '|' | '*'))?;
    let rest = mouth.trim_start_matches(shape);
    let ends = rest.chars().next().is_none_or(|c| is_blank(c) || matches!(c, '.' | '!' | '?' | ',' | ')'));
    ends.then(|| text.len() - rest.len())
}

/// Where the line that is drawn from byte `at` ends: three or more of one sign, alone between blanks. Hyphens and underscores
/// also stand for dashes and for gaps to be filled in, and must be more.
pub(super) fn drawn_line(text: &str, at: usize) -> Option<usize> {
    if !char_before(text, at).is_none_or(is_blank) {
        return None;
    }
    let tail = text.get(at..)?;
    let sign = tail.chars().next()?;
    let rest = tail.trim_start_matches(sign);
    let least = match sign {
        '_' => 10,
        '-' => 5,
        _ => 3,
    };
    let end = text.len() - rest.len();
    (char_at(text, end).is_none_or(is_blank) && end - at >= least).then_some(end)
}

/// The link whose scheme ends at the colon at byte `colon`.
pub(super) fn link(text: &str, colon: usize) -> Option<Link> {
    let tail = text.get(colon..)?.strip_prefix("://")?;
    let scheme = text.get(..colon)?;
    let letters = scheme.bytes().rev().take(12).take_while(u8::is_ascii_alphanumeric).count();
    if !matches!(letters, 2..=11) {
        return None;
    }
    let length =
        tail.find(|c: char| is_blank(c) || matches!(c, '<' | '>' | '"' | '“' | '”')).unwrap_or(tail.len());
    let body = tail.get(..length)?.trim_end_matches(|c: char| {
        c.is_ascii_punctuation() && !matches!(c, '/' | '&' | '=' | '#' | '-' | '_')
    });
    Some(Link { start: colon - letters, end: colon + 3 + body.len() })
}

/// A web address, half-open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) start: usize,
    pub(super) end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoticons_stand_alone() {
        assert_eq!(emoticon("ok :-) x", 3), Some(6));
        assert_eq!(emoticon("ok :)))", 3), Some(7));
        assert_eq!(emoticon(":P.", 0), Some(2));
        assert_eq!(emoticon("a:) b", 1), None);
        assert_eq!(emoticon("ok :Pet", 3), None);
        assert_eq!(emoticon("ok : x", 3), None);
    }

    #[test]
    fn lines_stand_alone() {
        assert_eq!(drawn_line("a *** b", 2), Some(5));
        assert_eq!(drawn_line("a --- b", 2), None);
        assert_eq!(drawn_line("fill in ____ here", 8), None);
        assert_eq!(drawn_line("===x", 0), None);
    }

    #[test]
    fn links_leave_punctuation_behind() {
        assert_eq!(link("see https://a.b/c?d.", 9), Some(Link { start: 4, end: 19 }));
        assert_eq!(link("a: b", 1), None);
        assert_eq!(link("://x", 0), None);
    }
}
