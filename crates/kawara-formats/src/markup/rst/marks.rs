//! What the start of a line tells.

/// The character of a line that is nothing but one punctuation mark, over and over.
pub(super) fn adornment(said: &str) -> Option<u8> {
    let first = *said.as_bytes().first()?;
    (first.is_ascii_punctuation() && said.bytes().all(|b| b == first)).then_some(first)
}

/// Columns of the marker of a bullet, number or option, with the space behind it.
pub(super) fn item(said: &str) -> Option<usize> {
    bullet(said).or_else(|| number(said)).or_else(|| option(said))
}

pub(super) fn bullet(said: &str) -> Option<usize> {
    let rest = said.strip_prefix(['*', '+', '-', '•', '‣', '⁃'])?;
    let spaces = rest.bytes().take(16).take_while(|b| matches!(b, b' ' | b'\t')).count();
    (spaces > 0).then_some(1 + spaces)
}

/// `1.`, `(a)`, `iv)`, `#.`
fn number(said: &str) -> Option<usize> {
    let inner = said.strip_prefix('(').unwrap_or(said);
    let digits = inner.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let roman = inner.bytes().take(6).take_while(|b| b"ivxlcdmIVXLCDM".contains(b)).count();
    let letter = usize::from(inner.as_bytes().first().is_some_and(u8::is_ascii_alphabetic));
    let sign = usize::from(inner.starts_with('#'));
    let len = digits.max(roman).max(letter).max(sign);
    let is_marked = if said.len() > inner.len() {
        inner.as_bytes().get(len) == Some(&b')')
    } else {
        matches!(inner.as_bytes().get(len), Some(b'.' | b')'))
    };
    let width = said.len() - inner.len() + len + 1;
    (len > 0 && is_marked && said.as_bytes().get(width) == Some(&b' ')).then_some(width + 1)
}

/// `-a`, `--all FILE  words`, an entry of a list of options.
fn option(said: &str) -> Option<usize> {
    let name = said.strip_prefix("--").or_else(|| said.strip_prefix('-'))?;
    name.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(2)
}

/// The name and the value of a field: `:name: value`.
pub(super) fn field(said: &str) -> Option<(&str, &str)> {
    let inner = said.strip_prefix(':')?;
    let inner_end = inner.char_indices().map(|(at, _)| at).nth(120).unwrap_or(inner.len());
    let mut from = 0;
    while let Some(at) = inner[from..inner_end].find(':').map(|at| from + at) {
        let rest = &inner[at + 1..];
        if at > 0 && (rest.is_empty() || rest.starts_with([' ', '\t'])) && !inner[..at].contains('`') {
            return Some((&inner[..at], rest.trim()));
        }
        from = at + 1;
    }
    None
}

/// The borders of a table whose columns are marked by spaces: `====  ====`.
pub(super) fn is_simple_border(said: &str) -> bool {
    said.contains(' ') && said.starts_with("==") && said.bytes().all(|b| matches!(b, b'=' | b' '))
}

/// The top of a table that is drawn: `+----+----+`.
pub(super) fn is_grid_border(said: &str) -> bool {
    said.len() > 2
        && said.starts_with('+')
        && said.ends_with('+')
        && said.bytes().all(|b| matches!(b, b'+' | b'-' | b'='))
}

/// A line of verse or of an address: `| words`.
pub(super) fn is_verse(said: &str) -> bool {
    said == "|" || said.starts_with("| ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_told_by_their_markers() {
        for (said, width) in
            [("* a", 2), ("-   a", 4), ("1. a", 3), ("(a) b", 4), ("iv) b", 4), ("#. b", 3), ("--all", 2)]
        {
            assert_eq!(item(said), Some(width), "{said}");
        }
        for said in ["*a*", "-", "1.5", "(see) b", "Ab. c", "--", "- "] {
            assert!(item(said).is_none_or(|width| width == said.len()), "{said}");
        }
    }

    #[test]
    fn fields_have_a_name_and_roles_are_none() {
        assert_eq!(field(":param int x: the *x*"), Some(("param int x", "the *x*")));
        assert_eq!(field(":a::b: c"), Some(("a::b", "c")));
        assert_eq!(field(":orphan:"), Some(("orphan", "")));
        for said in [":mod:`os` has: x", "::", ":x", "a: b"] {
            assert_eq!(field(said), None, "{said}");
        }
    }
}
