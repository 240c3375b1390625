//! What a line tells.

use crate::lines::one_line;

/// What lines that delimit a block make of what is between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    Code,
    Opaque,
    Comment,
    /// Blocks of their own: an example, a sidebar, a quote.
    Container,
    Table,
}

/// A line that delimits a block: what it is, and its mark and length, which the line at the other end has too.
pub(super) fn fence(said: &str) -> Option<(Fence, (u8, usize))> {
    let bytes = said.as_bytes();
    let first = *bytes.first()?;
    if said == "--" {
        return Some((Fence::Container, (first, 2)));
    }
    if matches!(said, "|===" | ",===" | ":===" | "!===") {
        return Some((Fence::Table, (first, 4)));
    }
    if first == b'`' && said.starts_with("```") {
        let is_fence = !said[3..].contains('`') && !said[3..].contains(' ');
        return is_fence.then_some((Fence::Code, (first, 3)));
    }
    if bytes.len() < 4 || bytes.iter().any(|b| *b != first) {
        return None;
    }
    let fence = match first {
        b'-' | b'.' => Fence::Code,
        b'+' => Fence::Opaque,
        b'/' => Fence::Comment,
        b'=' | b'*' | b'_' => Fence::Container,
        _ => return None,
    };
    Some((fence, (first, bytes.len())))
}

/// The level of a title and what it says: `== Title`, and `## Title`, which is understood too.
pub(super) fn title(said: &str) -> Option<(u8, &str)> {
    let mark = said.chars().next().filter(|c| matches!(c, '=' | '#'))?;
    let signs = said.bytes().take(7).take_while(|b| *b == mark as u8).count();
    let words = said[signs..].strip_prefix([' ', '\t'])?.trim();
    let words = words.trim_end_matches(mark).trim_end();
    (signs <= 6 && !words.is_empty()).then_some((signs as u8, words))
}

/// The level of a title that has a line of marks below.
pub(super) fn underlined(said: &str, below: &str) -> Option<u8> {
    let mark = *below.as_bytes().first()?;
    let level = b"=-~^+".iter().position(|known| *known == mark)?;
    let chars = said.chars().count();
    let wide = said.chars().filter(|c| *c >= '\u{2e80}').count();
    let len = below.len();
    // A wide character may count for two.
    let fits = len.abs_diff(chars) <= 1 || len.abs_diff(chars + wide) <= 1;
    let is_title = said.chars().any(char::is_alphanumeric) && fits && len >= 2;
    (is_title && below.bytes().all(|b| b == mark)).then_some(level as u8 + 1)
}

/// A title without the marks of emphasis and anchors.
pub(super) fn clean(said: &str) -> String {
    let mut title = String::with_capacity(said.len());
    let mut rest = said;
    while let Some(at) = rest.find(['`', '*', '_', '[']) {
        title.push_str(&rest[..at]);
        let before = &said[..said.len() - rest.len() + at];
        let (mark, behind) = (&rest[at..at + 1], &rest[at + 1..]);
        let anchor = behind.strip_prefix('[').filter(|_| mark == "[");
        if let Some(behind) = anchor.and_then(|inner| inner.split_once("]]")) {
            rest = behind.1;
            continue;
        }
        // A mark opens or closes beside a word; inside of one, or between two spaces, it is a letter.
        let opens = before.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let closes = behind.chars().next().is_none_or(|c| !c.is_alphanumeric());
        let is_doubled = before.ends_with(mark) || behind.starts_with(mark);
        if mark == "[" || mark != "`" && opens == closes && !is_doubled {
            title.push_str(mark);
        }
        rest = behind;
    }
    title.push_str(rest);
    one_line(&title)
}

/// Whether a line is the start of a list item.
pub(super) fn is_item(said: &str) -> bool {
    let first = said.as_bytes().first();
    let (signs, behind) = match first {
        Some(b'*' | b'.' | b'-') => {
            let signs = said.bytes().take(6).take_while(|b| Some(b) == first).count();
            (signs, &said[signs..])
        }
        Some(b'<') => match said.find("> ").filter(|end| *end <= 4) {
            Some(end) => {
                (usize::from(said[1..end].bytes().all(|b| b.is_ascii_digit() || b == b'.')), &said[end + 1..])
            }
            None => return false,
        },
        _ => {
            let digits = said.bytes().take(6).take_while(u8::is_ascii_digit).count();
            let letter = usize::from(said.as_bytes().first().is_some_and(u8::is_ascii_alphabetic));
            let Some(behind) = said[digits.max(letter)..].strip_prefix('.') else { return false };
            (digits.max(letter), behind)
        }
    };
    let most = if first == Some(&b'-') { 1 } else { 6 };
    (1..=most).contains(&signs) && behind.starts_with([' ', '\t'])
}

/// Where the words of a description start, behind the mark of its term: `term:: words`.
pub(super) fn term(said: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = said[from..].find([':', ';']).map(|at| from + at) {
        let mark = said.as_bytes()[at];
        let len = said[at..].bytes().take(5).take_while(|b| *b == mark).count();
        let end = at + len;
        let is_mark = if mark == b':' { (2..=4).contains(&len) } else { len == 2 };
        if at > 0 && is_mark && (end == said.len() || said[end..].starts_with([' ', '\t'])) {
            return Some(end);
        }
        from = end;
    }
    None
}

/// A document attribute: `:name: value`, `:!name:`.
pub(super) fn attribute(said: &str) -> Option<(&str, &str)> {
    let inner = said.strip_prefix(':')?;
    let len = inner
        .bytes()
        .take(80)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'!' | b'@'))
        .count();
    let value = inner[len..].strip_prefix(':')?;
    (len > 0 && (value.is_empty() || value.starts_with([' ', '\t']))).then_some((&inner[..len], value.trim()))
}

/// A line of attributes or an anchor: `[source,rust]`, `[[id]]`.
pub(super) fn is_attributes(said: &str) -> bool {
    said.len() > 2 && said.starts_with('[') && said.ends_with(']') && !said.contains("] ")
}

/// The title of a block: `.Title`.
pub(super) fn is_block_title(said: &str) -> bool {
    let words = said.strip_prefix('.');
    words.is_some_and(|words| words.starts_with(|c: char| !c.is_whitespace() && c != '.'))
}

/// A macro that is a block of its own: `image::x.png[]`, `include::a.adoc[]`.
pub(super) fn is_macro(said: &str) -> bool {
    let name =
        said.bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count();
    name > 0
        && said[name..].starts_with("::")
        && said.ends_with(']')
        && said[name + 2..].starts_with(|c: char| !c.is_whitespace())
        && said.contains('[')
}

/// A line for the preprocessor: a condition. It stands inside of paragraphs, too, and is no part of them.
pub(super) fn is_condition(said: &str) -> bool {
    ["ifdef::", "ifndef::", "ifeval::", "endif::"].iter().any(|name| said.starts_with(name))
        && said.ends_with("[]")
        || said.starts_with("ifeval::[") && said.ends_with(']')
}

/// A thematic or page break.
pub(super) fn is_break(said: &str) -> bool {
    matches!(said, "'''" | "<<<" | "---" | "***" | "- - -" | "* * *")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_clean() {
        assert_eq!(title("== The *pump* `P-1` =="), Some((2, "The *pump* `P-1`")));
        assert_eq!(title("=No"), None);
        for (said, words) in [
            ("The *pump* `P-1`", "The pump P-1"),
            ("[[p]]Snake_case and __it__", "Snake_case and it"),
            ("C# and 2 * 3 [x]", "C# and 2 * 3 [x]"),
        ] {
            assert_eq!(clean(said), words);
        }
        assert_eq!(underlined("Tank 四号", "-------"), Some(2));
        assert_eq!(underlined("Tank 四号", "---------"), Some(2));
        assert_eq!(underlined("A much longer title", "----"), None);
    }

    #[test]
    fn items_and_terms_are_told_by_their_marks() {
        for said in ["* a", "*** a", "- a", ". a", "12. a", "a. b", "<1> c", "<.> c"] {
            assert!(is_item(said), "{said}");
        }
        for said in ["*a*", "-- a", "...", "1.5", "e.g. a", "<b> c", ""] {
            assert!(!is_item(said), "{said}");
        }
        assert_eq!(term("Pump:: moves water"), Some(6));
        assert_eq!(term("std::fmt::: a trait"), Some(11));
        for said in ["image::a.png[]", "a: b", ":: a", "std::fmt"] {
            assert_eq!(term(said), None, "{said}");
        }
    }
}
