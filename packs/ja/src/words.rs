//! Word lists.

/// The words of a list that is written as a text.
pub(crate) fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split_ascii_whitespace()
}

/// Whether `text` starts with one of these words.
pub(crate) fn starts_with_any(text: &str, words: &'static str) -> bool {
    listed(words).any(|word| text.starts_with(word))
}

/// Whether `text` ends with one of these words.
pub(crate) fn ends_with_any(text: &str, words: &'static str) -> bool {
    listed(words).any(|word| text.ends_with(word))
}
