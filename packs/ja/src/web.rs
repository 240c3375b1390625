//! Addresses, in which no mark means anything.

use crate::chars::char_before;

/// If the colon at byte `at` is that of `https://…`, where the address ends. Punctuation that follows an address is not part of it.
pub(crate) fn skip(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    if !rest.starts_with("://") || !char_before(text, at).is_some_and(|c| c.is_ascii_alphabetic()) {
        return None;
    }
    let inner = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '`' | '{' | '}');
    let address = rest.split(|c| !inner(c)).next()?;
    let mut end = address.trim_end_matches(['.', ',', '!', '?', ';', ':', '\'']).len();
    // `(see https://example.jp/a)`: a closing bracket is part of an address only if it was opened there.
    let count = |c| address.get(..end).unwrap_or_default().matches(c).count();
    if address.get(..end).is_some_and(|a| a.ends_with(')')) && count(')') > count('(') {
        end -= 1;
    }
    (end > 3).then_some(at + end)
}

#[cfg(test)]
mod tests {
    use super::skip;

    fn address(text: &str) -> Option<&str> {
        let at = text.find(':').unwrap();
        skip(text, at).map(|end| &text[..end])
    }

    #[test]
    fn an_address_ends_before_what_is_not_ascii() {
        assert_eq!(address("https://example.jp/a.html?id=3を見て"), Some("https://example.jp/a.html?id=3"));
        assert_eq!(address("https://example.jp/a!?です"), Some("https://example.jp/a"));
        assert_eq!(address("http://example.jp/a) b"), Some("http://example.jp/a"));
        assert_eq!(address("http://example.jp/a_(b)."), Some("http://example.jp/a_(b)"));
        assert_eq!(address("注: //"), None);
    }
}
