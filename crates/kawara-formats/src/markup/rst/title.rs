//! Titles as a person reads them.

use crate::lines::one_line;

/// A title without the marks of emphasis, literals, links and roles.
pub(super) fn clean(said: &str) -> String {
    let mut title = String::with_capacity(said.len());
    let mut rest = said;
    while let Some(at) = rest.find(['`', '*', '|', '\\', ':']) {
        title.push_str(&rest[..at]);
        let (mark, behind) = (&rest[at..at + 1], &rest[at + 1..]);
        rest = match mark {
            "\\" => {
                let mut chars = behind.chars();
                title.extend(chars.next());
                chars.as_str()
            }
            ":" => match role(behind) {
                Some(len) => &behind[len..],
                None => {
                    title.push(':');
                    behind
                }
            },
            "`" => inside(behind, &mut title),
            "*" if behind.contains('*') || title_is_marked(said, rest) => behind,
            "|" if behind.contains('|') || title_is_marked(said, rest) => behind,
            mark => {
                title.push_str(mark);
                behind
            }
        };
    }
    title.push_str(rest);
    one_line(&title)
}

/// Whether the same mark stood before: then this one closes it.
fn title_is_marked(said: &str, rest: &str) -> bool {
    let before = &said[..said.len() - rest.len()];
    rest.get(..1).is_some_and(|mark| before.contains(mark))
}

/// The bytes of a role behind its colon, up to the quote: `mod:`.
fn role(behind: &str) -> Option<usize> {
    let len = behind
        .bytes()
        .take(40)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'-' | b'_' | b'.' | b'+'))
        .count();
    (len > 1 && behind[..len].ends_with(':') && behind[len..].starts_with('`')).then_some(len)
}

/// Adds what a quote says and returns what stands behind it: a link says its words, not its target.
fn inside<'s>(behind: &'s str, title: &mut String) -> &'s str {
    let (close, inner) = match behind.strip_prefix('`') {
        Some(literal) => ("``", literal),
        None => ("`", behind),
    };
    let Some(end) = inner.find(close) else { return inner };
    let said = &inner[..end];
    let rest = inner[end + close.len()..].trim_start_matches('_');
    match said.find(" <") {
        Some(target) if close == "`" && said.ends_with('>') => title.push_str(&said[..target]),
        _ => title.push_str(said),
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn marks_are_taken_off() {
        for (said, title) in [
            (":mod:`os` --- Operating system", "os --- Operating system"),
            ("The ``a*b`` *way* of **life**", "The a*b way of life"),
            ("`Pumps <https://pumps.example>`_ and |name|", "Pumps and name"),
            (":py:func:`open <io.open>`", "open"),
            ("5 * 3: no marks", "5 * 3: no marks"),
            ("C\\+\\+ `open", "C++ open"),
        ] {
            assert_eq!(clean(said), title);
        }
    }
}
