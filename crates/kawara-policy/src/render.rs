//! Words out of a policy as messages quote them.

use std::fmt::Write as _;

/// Characters of a name that are shown.
const SHOWN: usize = 60;

/// A name out of a policy, as a message quotes it.
pub(crate) fn name(text: &str) -> String {
    format!("`{}`", shortened(text, SHOWN))
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => printable(&text[..cut]) + "…",
        None => printable(text),
    }
}

/// The text without anything that a terminal would act upon, such as a policy that came from anywhere, or what a program says:
/// control characters, and marks that turn the direction of what follows, are written out.
///
/// ```
/// assert_eq!(kawara_policy::printable("roof\u{1b}[2J"), "roof\\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// A list of words for a message: `a`, `b` or `c`.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => words.concat(),
    }
}
