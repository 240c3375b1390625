//! Words out of a policy as messages quote them.

pub use kawara_core::printable;

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

/// A list of words for a message: `a`, `b` or `c`.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => words.concat(),
    }
}
